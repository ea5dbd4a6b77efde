import { compareText } from "../math/compare.js";
import { type GivenReading, mayHoldNumbers, type NumberReading, PLAIN_READING, settleReading } from "./column-style.js";
import { isTooLarge, parseNumber, usableNumber } from "./decimal.js";
import type { NumberStyle } from "./number-style.js";
import type { RawColumn } from "./raw-table.js";
import type { CategoryColumn, ColumnType, NumberColumn } from "./table.js";

export { LARGEST_NUMBER, parseNumber, sizeLimit } from "./decimal.js";

/** What counts as missing unless the caller says otherwise; an empty cell always does. */
export const MISSING_MARKERS: readonly string[] = ["?", "NA", "N/A", ""];

/** Whether a cell means "missing", as these markers and an empty cell do. */
export function missingTest(markers: Iterable<string>): (cell: string) => boolean {
  const all = new Set(markers).add("");
  return (cell) => all.has(cell);
}

export interface ReadColumn extends NumberReading {
  readonly raw: RawColumn;
  /** 1 for each level that is a missing marker. */
  readonly missing: Uint8Array;
  /** The number of each level: NaN when it is missing or no number, Infinity when it is not finite. */
  readonly numbers: Float64Array;
  readonly type: ColumnType;
  /** Another style that fits every cell and gives other numbers: nobody can tell which is meant. */
  readonly rival: NumberStyle | null;
}

/**
 * Reads every distinct cell once and settles the column's type: number when all present cells are decimal numbers, or
 * numbers in one other convention. One that is too large to use is still a number, so that it is refused; a column of
 * nothing but `NaN` or `inf` is words.
 */
export function readColumn(
  raw: RawColumn,
  markers: ReadonlySet<string>,
  forced: ColumnType | undefined,
  given: GivenReading = {},
): ReadColumn {
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
  const type = forced ?? (texts === 0 && decimals > 0 ? "number" : "category");
  const plain: ReadColumn = { raw, missing, numbers, type, ...PLAIN_READING, rival: null };
  const { style = "plain", ranges } = given;
  const isPlain = style === "plain" && (texts === 0 || (given.style !== undefined && ranges !== "middle"));
  return forced === "category" || raw.numbers !== undefined || isPlain ? plain : readWritten(plain, forced, given);
}

/** The same of a column with cells that are no plain numbers, by the convention that fits them. */
function readWritten(plain: ReadColumn, forced: ColumnType | undefined, given: GivenReading): ReadColumn {
  const { raw, missing } = plain;
  const codes = Array.from(raw.levels.keys()).filter((code) => missing[code] === 0);
  const cells = codes.map((code) => raw.levels[code]!);
  if (given.style === undefined && !mayHoldNumbers(cells)) return plain;
  const found = settleReading(cells, given);
  const { style, ranges, rival, unread } = found;
  if (style === "plain" && !ranges) return plain;
  const numbers = new Float64Array(raw.levels.length).fill(Number.NaN);
  for (const [k, code] of codes.entries()) numbers[code] = found.numbers[k] ?? Number.NaN;
  const type = forced ?? (unread === 0 ? "number" : "category");
  return { ...plain, numbers, type, style, ranges, rival: type === "number" ? rival : null };
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
  const { census } = raw;
  if (census !== undefined) return missing.reduce((sum, isMissing, code) => sum + isMissing * census.counts[code]!, 0);
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
