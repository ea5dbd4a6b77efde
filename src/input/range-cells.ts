import { isDateStyle, type NumberStyle, parseStyled } from "./number-style.js";

/** A range of numbers as a cell writes it; an open end is infinite. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

const LONGEST = 80; // characters
const BELOW = /^(?:<=?|≤|under |below |less than |up to |at most )\s?/i;
const ABOVE = /^(?:>=?|≥|over |above |more than |at least )\s?/i;
const AND_ABOVE = /\s?(?:\+|and (?:over|above|older|more)|or (?:over|above|older|more))$/i;
const AND_BELOW = /\s(?:and|or) (?:under|below|younger|less)$/i;
/** What stands between two bounds, */
const BETWEEN = /\s?[-–—]\s?|\sto\s|\sbis\s|\sà\s/gi;
/** and in brackets. */
const INTERVAL = /^([[(])([^,;[\]()]*)[,;]([^,;[\]()]*)([\])])$/;

/** The range a trimmed cell holds: `20%-<30%`, `>60%`, `65+`, `$10,000 to $19,999`, `(10, 20]`; undefined for none. */
export function parseRange(cell: string, style: NumberStyle): Range | undefined {
  if (cell.length > LONGEST || isDateStyle(style)) return undefined;
  const bound = (text: string) => {
    const value = parseStyled(text.trim(), style);
    return value === undefined || !Number.isFinite(value) ? undefined : value;
  };
  const below = opened(cell, BELOW, AND_BELOW);
  if (below !== null) return between(Number.NEGATIVE_INFINITY, bound(below));
  const above = opened(cell, ABOVE, AND_ABOVE);
  if (above !== null) return between(bound(above), Number.POSITIVE_INFINITY);
  const interval = INTERVAL.exec(cell);
  if (interval !== null && `${interval[1]}${interval[4]}` !== "()") {
    return between(bound(interval[2]!), bound(interval[3]!));
  }
  for (const found of cell.matchAll(BETWEEN)) {
    if (found.index === 0) continue; // a sign
    const low = bound(cell.slice(0, found.index));
    const high = low === undefined ? undefined : bound(cell.slice(found.index + found[0].length).replace(/^<=?/, ""));
    if (high !== undefined) return between(low, high);
  }
  return undefined;
}

/** The text of the one bound of an open range; null where it is none. */
function opened(cell: string, before: RegExp, after: RegExp): string | null {
  if (before.test(cell)) return cell.replace(before, "");
  return after.test(cell) ? cell.replace(after, "") : null;
}

function between(low: number | undefined, high: number | undefined): Range | undefined {
  return low === undefined || high === undefined || low >= high ? undefined : { low, high };
}

/** The middle of a range; of an open one its bound. */
export function middleOf({ low, high }: Range): number {
  if (low === Number.NEGATIVE_INFINITY) return high;
  return high === Number.POSITIVE_INFINITY ? low : (low + high) / 2;
}

/** Whether ranges can divide one quantity: none reaches into another, and no two have the same middle. */
export function isDivision(ranges: readonly Range[]): boolean {
  const sorted = ranges.toSorted((a, b) => (a.low === b.low ? a.high - b.high : a.low < b.low ? -1 : 1));
  const middles = new Set(ranges.map(middleOf));
  return middles.size === ranges.length && sorted.every(({ low }, k) => k === 0 || low >= sorted[k - 1]!.high);
}
