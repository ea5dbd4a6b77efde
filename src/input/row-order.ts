import { compareText, denseRanks } from "../math/compare.js";
import type { Column } from "./table.js";

/** One number per row; rows are ordered by it. */
export type RowKey = Int32Array | Float64Array;

/** Columns in the order of their names: a file's column order changes nothing. */
export function tableKeys(columns: readonly Column[]): RowKey[] {
  return columns.toSorted((a, b) => compareText(a.name, b.name)).map(columnKey);
}

/** By number, or by the name of the category; missing values come first. */
export function columnKey(column: Column): RowKey {
  if (column.type === "number") return numberKey(column.values);
  const levelRank = textKey(column.levels);
  return column.codes.map((code) => (code < 0 ? -1 : levelRank[code]!));
}

/** Missing numbers come first. */
export function numberKey(values: Float64Array): Float64Array {
  return values.map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value));
}

export function textKey(texts: readonly string[]): Int32Array {
  return denseRanks(texts.length, (i, j) => compareText(texts[i] ?? "", texts[j] ?? ""));
}

/** Order by the first key that differs. */
export function compareBy(keys: readonly RowKey[], i: number, j: number): number {
  for (const key of keys) if (key[i] !== key[j]) return key[i]! < key[j]! ? -1 : 1;
  return 0;
}
