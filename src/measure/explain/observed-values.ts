import { AuditError } from "../../errors.js";
import type { FeatureSchema } from "../../input/evidence.js";
import type { CategoryColumn, Column, Table } from "../../input/table.js";
import { LARGEST_NUMBER } from "../../input/values.js";
import type { Value } from "./explain-person.js";

/** The values of a numeric column that are not missing, ascending; empty when there is no such column. */
export function presentNumbers(table: Table, feature: string): Float64Array {
  const column = columnNamed(table, feature);
  if (column?.type !== "number") return new Float64Array(0);
  return column.values.filter((value) => !Number.isNaN(value)).sort();
}

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

/** A value per feature, as people write them; null when missing. */
export type RowValues = Readonly<Record<string, Value>>;

/**
 * Raw values as a table of one row, which a model can be asked about. A feature that is null or not named is missing; a
 * category may be one nobody has. Throws VALUE_UNPARSABLE for a number that is none.
 */
export function personRow(features: readonly Pick<FeatureSchema, "name" | "type">[], values: RowValues): Table {
  const columns = features.map(({ name, type }): Column => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    if (type === "number")
      return { name, type, values: Float64Array.of(value === null ? Number.NaN : numberOf(name, value)) };
    if (value === null) return { name, type, codes: Int32Array.of(-1), levels: [] };
    return { name, type, codes: Int32Array.of(0), levels: [String(value)] };
  });
  return { rows: 1, columns };
}

/** The values of row `i` of a table; what `personRow` turns back into that row. */
export function rowValues(features: readonly Pick<FeatureSchema, "name">[], table: Table, i: number): RowValues {
  return Object.fromEntries(features.map(({ name }) => [name, cellOf(table, name, i)]));
}

function numberOf(column: string, value: string | number): number {
  const number = typeof value === "number" ? value : Number(value.trim() === "" ? Number.NaN : value);
  if (Math.abs(number) <= LARGEST_NUMBER) return number;
  throw new AuditError(
    "VALUE_UNPARSABLE",
    `'${value}' is no number that '${column}' could have; give a number within ±${LARGEST_NUMBER}, or none`,
    { column },
  );
}

/** How many rows have each level; missing values are in none. */
export function countLevels({ codes, levels }: CategoryColumn): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const code of codes) if (code >= 0) counts.set(levels[code]!, (counts.get(levels[code]!) ?? 0) + 1);
  return counts;
}
