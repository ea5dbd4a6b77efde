import { compareText } from "../math/compare.js";

export interface Difference {
  /** For JSON the path of the first value that differs, `$.methods[2].share`; else the line, `line 12`. */
  readonly place: string;
  /** What is there, shortened; null where nothing is. */
  readonly first: string | null;
  readonly second: string | null;
}

const LONGEST = 120;

/** The first difference of two texts, by value in .json and .sarif files; null when they are equal. */
export function firstDifference(name: string, first: string, second: string): Difference | null {
  if (first === second) return null;
  return (/\.(json|sarif)$/.test(name) ? jsonDifference(first, second) : null) ?? lineDifference(first, second);
}

/** By value; null when either is no JSON or only the writing differs. */
function jsonDifference(first: string, second: string): Difference | null {
  try {
    return valueDifference(JSON.parse(first), JSON.parse(second), "$");
  } catch {
    return null; // damaged, or nested more deeply than anything an audit writes
  }
}

/** Depth first, keys in the order canonical JSON writes them. */
function valueDifference(first: unknown, second: unknown, place: string): Difference | null {
  if (Array.isArray(first) && Array.isArray(second)) {
    for (let i = 0; i < Math.max(first.length, second.length); i++) {
      const found = partDifference(first, second, i, `${place}[${i}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (isPlain(first) && isPlain(second)) {
    const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort(compareText);
    for (const key of keys) {
      const part = /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
      const found = partDifference(first, second, key, `${place}${part}`);
      if (found !== null) return found;
    }
    return null;
  }
  return Object.is(first, second) ? null : { place, first: shown(first), second: shown(second) };
}

function partDifference(first: object, second: object, key: string | number, place: string): Difference | null {
  const inFirst = Object.hasOwn(first, key);
  const inSecond = Object.hasOwn(second, key);
  const a = inFirst ? (first as Record<string | number, unknown>)[key] : undefined;
  const b = inSecond ? (second as Record<string | number, unknown>)[key] : undefined;
  if (inFirst && inSecond) return valueDifference(a, b, place);
  return { place, first: inFirst ? shown(a) : null, second: inSecond ? shown(b) : null };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function lineDifference(first: string, second: string): Difference {
  let at = 0;
  while (at < first.length && at < second.length && first.charCodeAt(at) === second.charCodeAt(at)) at++;
  const lineStart = at === 0 ? 0 : first.lastIndexOf("\n", at - 1) + 1;
  let line = 1;
  for (let i = first.indexOf("\n"); i >= 0 && i < lineStart; i = first.indexOf("\n", i + 1)) line++;
  // of a long line, the part around the difference
  const from = Math.max(lineStart, at - 40);
  return { place: `line ${line}`, first: lineAt(first, from, at), second: lineAt(second, from, at) };
}

function lineAt(text: string, from: number, at: number): string | null {
  if (at >= text.length && from >= text.length) return null;
  const end = text.indexOf("\n", at);
  return short(text.slice(from, end < 0 ? undefined : end));
}

function shown(value: unknown): string {
  return short(JSON.stringify(value) ?? "nothing");
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
