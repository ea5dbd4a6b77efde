import { AuditError } from "../../errors.js";
import type { Column, Table } from "../../input/table.js";

/**
 * Raw rows in one array: `values[i * columns + j]` is the number itself, or the code of a category in the levels of
 * its layout. NaN and code −1 stand for a missing value.
 */
export interface FlatRows {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

export interface FlatColumn {
  readonly name: string;
  /** Null for a number. */
  readonly levels: readonly string[] | null;
}

/** The columns of the first table, each category with the levels of all tables; the first table's keep their codes. */
export function flatLayout(first: Table, others: readonly Table[]): readonly FlatColumn[] {
  return first.columns.map((column): FlatColumn => {
    const { name, type } = column;
    if (type === "number") return { name, levels: null };
    const levels = new Set(column.levels);
    for (const table of others) {
      const other = findColumn(table, column);
      if (other?.type === "category") for (const level of other.levels) levels.add(level);
    }
    return { name, levels: [...levels] };
  });
}

/** The cells of a table under a layout. Columns the table lacks are missing throughout. */
export function flatten(layout: readonly FlatColumn[], table: Table): FlatRows {
  const columns = layout.length;
  const values = new Float64Array(table.rows * columns);
  for (const [j, { name, levels }] of layout.entries()) {
    const column = findColumn(table, { name, type: levels === null ? "number" : "category" });
    if (column === undefined) {
      for (let i = 0; i < table.rows; i++) values[i * columns + j] = levels === null ? Number.NaN : -1;
    } else if (column.type === "number") {
      for (let i = 0; i < table.rows; i++) values[i * columns + j] = column.values[i]!;
    } else {
      const recode = column.levels.map((level) => levels?.indexOf(level) ?? -1);
      for (let i = 0; i < table.rows; i++) values[i * columns + j] = recode[column.codes[i]!] ?? -1;
    }
  }
  return { rows: table.rows, columns, values };
}

/** The table flat rows stand for. */
export function unflatten(layout: readonly FlatColumn[], { rows, columns, values }: FlatRows): Table {
  const named = layout.map(({ name, levels }, j): Column => {
    const cells = levels === null ? new Float64Array(rows) : new Int32Array(rows);
    for (let i = 0; i < rows; i++) cells[i] = values[i * columns + j]!;
    if (levels === null) return { name, type: "number", values: cells as Float64Array };
    return { name, type: "category", codes: cells as Int32Array, levels };
  });
  return { rows, columns: named };
}

export function pickRows(flat: FlatRows, indices: ArrayLike<number>): FlatRows {
  const { columns } = flat;
  const picked = { rows: indices.length, columns, values: new Float64Array(indices.length * columns) };
  for (let k = 0; k < indices.length; k++) setRow(picked, k, flat, indices[k]!);
  return picked;
}

/** Writes row `k` of `from` over row `i` of `to`. */
export function setRow(to: FlatRows, i: number, from: FlatRows, k: number): void {
  to.values.set(from.values.subarray(k * from.columns, (k + 1) * from.columns), i * to.columns);
}

export function sameCell(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function findColumn(table: Table, { name, type }: Pick<Column, "name" | "type">): Column | undefined {
  const column = table.columns.find((other) => other.name === name);
  if (column !== undefined && column.type !== type) {
    const words = { number: "numbers", category: "categories" };
    const both = `${words[column.type]} in one table and ${words[type]} in another`;
    const message = `column '${name}' has ${both}; read both in the same way`;
    throw new AuditError("SHAPE_MISMATCH", message, { column: name });
  }
  return column;
}
