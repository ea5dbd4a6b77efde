import type { Column, Table } from "../../input/table.js";

/** The values of a numeric column that are not missing, ascending; empty when there is no such column. */
export function presentNumbers(table: Table, feature: string): Float64Array {
  const column = columnNamed(table, feature);
  if (column?.type !== "number") return new Float64Array(0);
  return column.values.filter((value) => !Number.isNaN(value)).sort();
}

/** The column of that name. */
export function columnNamed(table: Table, feature: string): Column | undefined {
  return table.columns.find(({ name }) => name === feature);
}

/** A cell as people write it; null when it is missing. */
export function cellOf(table: Table, feature: string, i: number): string | number | null {
  const column = columnNamed(table, feature);
  if (column === undefined) return null;
  if (column.type === "number") return Number.isNaN(column.values[i]!) ? null : column.values[i]!;
  return column.levels[column.codes[i]!] ?? null;
}
