import { count } from "../../../../src/document/format.js";
import type { Value } from "../../../../src/measure/explain/explain-person.js";
import { en } from "../../text/en.js";

const MINUS = "\u2212";
const LONGEST_TEXT = 160;

/** A number with three figures that count. */
export function figure(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1000) return count(Math.round(value));
  return `${value < 0 ? MINUS : ""}${Number(size.toPrecision(3))}`;
}

/**
 * A value of a feature as people write it: of a long text the beginning, of a number six figures or its whole part.
 * Thousands stay together, for the number may be a year.
 */
export function valueWords(value: Value): string {
  if (value === null) return en.person.missing;
  if (typeof value === "string") {
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT - 1)}…` : value;
  }
  const size = Math.abs(value);
  const text = String(size >= 100_000 ? Math.round(size) : Number(size.toPrecision(6)));
  return value < 0 ? `${MINUS}${text}` : text;
}

/** A share as a whole percentage. */
export function percentage(share: number): string {
  const rounded = Math.round(100 * share);
  if (rounded === 0 && share > 0) return en.person.underOne;
  return `${rounded === 100 && share < 1 ? 99 : rounded} %`;
}
