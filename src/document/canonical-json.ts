import { AuditError } from "../errors.js";
import { compareText } from "../math/compare.js";

/**
 * The one text of a JSON value: keys sorted by code unit, two spaces of indent, LF line ends, a newline at the end,
 * numbers as the shortest text that reads back to the same bits, and −0 written as 0. Equal values give equal bytes.
 *
 * Typed arrays are written as arrays and an object with `toJSON` by what that returns. NaN, ±Infinity, `undefined`,
 * functions, symbols, bigints and cycles are refused with the path to them: an unknown value must be null, with a
 * status.
 */
export function canonicalJson(value: unknown): string {
  const text: JsonText = { parts: [], open: new Set() };
  write(value, "", "$", text);
  return `${text.parts.join("")}\n`;
}

/** The text so far, and the objects that are being written. */
interface JsonText {
  readonly parts: string[];
  readonly open: Set<object>;
}

function write(value: unknown, indent: string, path: string, text: JsonText): void {
  const { parts, open } = text;
  if (value === null || typeof value === "boolean" || typeof value === "string") {
    parts.push(JSON.stringify(value));
    return;
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) refuse(path, `is ${value}, which JSON cannot hold; write null and a status`);
    parts.push(JSON.stringify(value));
    return;
  }
  if (typeof value !== "object") refuse(path, `is ${typeof value}, which JSON cannot hold`);
  if (open.has(value)) refuse(path, "contains itself");
  open.add(value);
  if (hasToJson(value)) write(value.toJSON(), indent, path, text);
  else if (Array.isArray(value) || isTypedArray(value)) writeArray(value, indent, path, text);
  else writeObject(value, indent, path, text);
  open.delete(value);
}

function writeArray(items: ArrayLike<unknown>, indent: string, path: string, text: JsonText): void {
  const { parts } = text;
  const inner = `${indent}  `;
  for (let i = 0; i < items.length; i++) {
    parts.push(i === 0 ? `[\n${inner}` : `,\n${inner}`);
    write(items[i], inner, `${path}[${i}]`, text);
  }
  parts.push(items.length === 0 ? "[]" : `\n${indent}]`);
}

function writeObject(value: object, indent: string, path: string, text: JsonText): void {
  const { parts } = text;
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  const inner = `${indent}  `;
  for (const [i, [key, item]] of entries.entries()) {
    parts.push(i === 0 ? `{\n${inner}` : `,\n${inner}`, JSON.stringify(key), ": ");
    write(item, inner, `${path}.${key}`, text);
  }
  parts.push(entries.length === 0 ? "{}" : `\n${indent}}`);
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

function isTypedArray(value: object): value is Float64Array {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function refuse(path: string, reason: string): never {
  throw new AuditError("NOT_FINITE", `canonicalJson: ${path} ${reason}`);
}
