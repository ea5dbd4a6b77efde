import { type CountedColumn, numberOf } from "./column-census.js";
import type { RawColumn, RawTable } from "./raw-table.js";
import type { HeldRow } from "./row-sample.js";

/** Held rows as a table: where it is not whole, its columns have what the file has in them. */
export function heldTable(
  held: readonly HeldRow[],
  columns: readonly CountedColumn[],
  about: { readonly file: string; readonly delimiter: string; readonly isWhole: boolean },
): RawTable {
  const records = held.map(({ cells }) => JSON.parse(cells) as string[]);
  const { file, delimiter, isWhole } = about;
  return {
    file,
    delimiter,
    rows: held.length,
    rowNumbers: Int32Array.from(held, ({ row }) => row),
    columns: columns.map((column, j) => heldColumn(column, records, j, isWhole)),
  };
}

function heldColumn(column: CountedColumn, records: readonly string[][], j: number, isWhole: boolean): RawColumn {
  const { counts, firstRows, rows } = column.census;
  const isCounted = !isWhole && rows > 0;
  const levels = isCounted ? [...column.levels] : [];
  const known = new Map(levels.map((level, code) => [level, code]));
  const codes = Int32Array.from(records, (record) => {
    const cell = record[j]!;
    return known.get(cell) ?? known.set(cell, levels.push(cell) - 1).get(cell)!;
  });
  const numbers = rows > 0 && column.numbers && { numbers: Float64Array.from(levels, numberOf) };
  const places = Math.max(levels.length, counts.length);
  const census = { rows, counts: widened(counts, places), firstRows };
  return { name: column.name, codes, levels, ...numbers, ...(isCounted && { census }) };
}

function widened(counts: Float64Array, places: number): Float64Array {
  const wide = new Float64Array(places);
  wide.set(counts);
  return wide;
}
