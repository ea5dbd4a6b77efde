import type { Value } from "recast-audit";
import { en } from "../../text/en.js";

const MINUS = "\u2212";

/** A number with three figures that count. */
export function figure(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size >= 1000 ? grouped(size.toFixed(0)) : String(Number(size.toPrecision(3)));
  return value < 0 ? `${MINUS}${text}` : text;
}

/** The same with a plus before what is above 0. */
export function signedFigure(value: number): string {
  return value > 0 ? `+${figure(value)}` : figure(value);
}

/** A value of a feature as people write it: at most six figures, thousands apart. */
export function valueWords(value: Value): string {
  if (value === null) return en.person.missing;
  if (typeof value === "string") return value;
  const [whole = "", fraction] = String(Number(Math.abs(value).toPrecision(6))).split(".");
  const text = `${grouped(whole)}${fraction === undefined ? "" : `.${fraction}`}`;
  return value < 0 ? `${MINUS}${text}` : text;
}

/** A share as a whole percentage. */
export function percentage(share: number): string {
  const rounded = Math.round(100 * share);
  if (rounded === 0 && share > 0) return "under 1 %";
  return `${rounded === 100 && share < 1 ? 99 : rounded} %`;
}

/** 12345 as "12,345"; what is written in powers of ten stays. */
export function grouped(digits: string): string {
  return /^\d+$/.test(digits) ? digits.replace(/\B(?=(?:\d{3})+$)/g, ",") : digits;
}
