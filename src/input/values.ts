import { compareText } from "../math/compare.js";
import type { RawColumn } from "./raw-table.js";
import type { CategoryColumn, ColumnType, NumberColumn } from "./table.js";

/** What counts as missing unless the caller says otherwise; an empty cell always does. */
export const MISSING_MARKERS: readonly string[] = ["?", "NA", "N/A", ""];

/** Numbers beyond this size are refused like infinite ones: their squares could not be summed. */
export const LARGEST_NUMBER = 1e100;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const DECIMAL_COMMA = /^[+-]?(?:\d+|\d{1,3}(?:[.' ]\d{3})+),\d+$/;
const NOT_FINITE = /^[+-]?(?:inf|infinity|nan)$/i;

/**
 * The decimal number a trimmed cell holds: undefined when it is not one, Infinity when it is written as a number
 * but cannot be used as one (`Infinity`, `NaN`, `1e999`, anything beyond LARGEST_NUMBER).
 */
export function parseNumber(cell: string): number | undefined {
  if (!DECIMAL.test(cell)) return NOT_FINITE.test(cell) ? Number.POSITIVE_INFINITY : undefined;
  return usableNumber(Number(cell));
}

function usableNumber(value: number): number {
  return Math.abs(value) <= LARGEST_NUMBER ? value : Number.POSITIVE_INFINITY;
}

/** Whether a number, or a trimmed cell that holds one, lies beyond LARGEST_NUMBER: `1e999`. */
function isTooLarge(written: number | string): boolean {
  if (typeof written === "string" && !DECIMAL.test(written)) return false;
  return Math.abs(Number(written)) > LARGEST_NUMBER;
}

/** To follow "cannot be used as a number": which numbers can, where the size of one of the cells is the reason. */
export function sizeLimit(cells: Iterable<string>): string {
  return [...cells].some(isTooLarge) ? ` (the largest that can be used is ${LARGEST_NUMBER})` : "";
}

/** Whether a cell means "missing", as these markers and an empty cell do. */
export function missingTest(markers: Iterable<string>): (cell: string) => boolean {
  const all = new Set(markers).add("");
  return (cell) => all.has(cell);
}

/** Whether a trimmed cell is a number written with a decimal comma: `37,50`, `1.234,5`. */
export function hasDecimalComma(cell: string): boolean {
  return DECIMAL_COMMA.test(cell);
}

export interface ReadColumn {
  readonly raw: RawColumn;
  /** 1 for each level that is a missing marker. */
  readonly missing: Uint8Array;
  /** The number of each level: NaN when it is missing or no number, Infinity when it is not finite. */
  readonly numbers: Float64Array;
  readonly type: ColumnType;
}

/**
 * Reads every distinct cell once and settles the column's type: number when all present cells are decimal numbers. One
 * that is too large to use is still a number, so that it is refused; a column of nothing but `NaN` or `inf` is words.
 */
export function readColumn(raw: RawColumn, markers: ReadonlySet<string>, forced: ColumnType | undefined): ReadColumn {
  const missing = new Uint8Array(raw.levels.length);
  const numbers = new Float64Array(raw.levels.length).fill(Number.NaN);
  let decimals = 0;
  let texts = 0;
  for (const [code, level] of raw.levels.entries()) {
    if (level === "" || markers.has(level)) {
      missing[code] = 1;
      continue;
    }
    const value = raw.numbers === undefined ? parseNumber(level) : usableNumber(raw.numbers[code]!);
    if (value === undefined) texts++;
    else {
      numbers[code] = value;
      if (value !== Number.POSITIVE_INFINITY || isTooLarge(raw.numbers?.[code] ?? level)) decimals++;
    }
  }
  return { raw, missing, numbers, type: forced ?? (texts === 0 && decimals > 0 ? "number" : "category") };
}

export function toNumberColumn({ raw, numbers }: ReadColumn): NumberColumn {
  const values = new Float64Array(raw.codes.length);
  for (let i = 0; i < values.length; i++) {
    const value = numbers[raw.codes[i]!]!;
    values[i] = value === Number.POSITIVE_INFINITY ? Number.NaN : value;
  }
  return { name: raw.name, type: "number", values };
}

export function toCategoryColumn({ raw, missing }: ReadColumn): CategoryColumn {
  const codes = raw.codes.map((code) => (missing[code] === 1 ? -1 : code));
  return canonicalCategory(raw.name, codes, raw.levels);
}

export function toColumn(column: ReadColumn): NumberColumn | CategoryColumn {
  return column.type === "number" ? toNumberColumn(column) : toCategoryColumn(column);
}

export function countMissing({ raw, missing }: ReadColumn): number {
  let count = 0;
  for (let i = 0; i < raw.codes.length; i++) count += missing[raw.codes[i]!]!;
  return count;
}

export function presentLevels({ raw, missing }: ReadColumn): string[] {
  return raw.levels.filter((_, code) => missing[code] === 0);
}

/** The same cells with levels distinct, in use, and sorted by code unit; −1 stays −1. */
export function canonicalCategory(name: string, codes: Int32Array, levels: readonly string[]): CategoryColumn {
  const used = new Uint8Array(levels.length);
  for (let i = 0; i < codes.length; i++) if (codes[i]! >= 0) used[codes[i]!] = 1;
  const sorted = [...new Set(levels.filter((_, code) => used[code] === 1))].sort(compareText);
  const position = new Map(sorted.map((level, code) => [level, code]));
  const recode = Int32Array.from(levels, (level) => position.get(level) ?? -1);
  return { name, type: "category", codes: codes.map((code) => (code < 0 ? -1 : recode[code]!)), levels: sorted };
}
