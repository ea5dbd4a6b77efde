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

/** The columns of flat rows; a category's levels in the order of their codes. */
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
export function unflatten(layout: readonly FlatColumn[], flat: FlatRows): Table {
  const { rows, columns, values } = flat;
  return {
    rows,
    columns: layout.map(({ name, levels }, j): Column => {
      if (levels === null) {
        const numbers = new Float64Array(rows);
        for (let i = 0; i < rows; i++) numbers[i] = values[i * columns + j]!;
        return { name, type: "number", values: numbers };
      }
      const codes = new Int32Array(rows);
      for (let i = 0; i < rows; i++) codes[i] = values[i * columns + j]!;
      return { name, type: "category", codes, levels };
    }),
  };
}

/** The rows at `indices`, in that order, copied. */
export function pickRows(flat: FlatRows, indices: ArrayLike<number>): FlatRows {
  const { columns } = flat;
  const values = new Float64Array(indices.length * columns);
  for (let k = 0; k < indices.length; k++) {
    const at = indices[k]! * columns;
    for (let j = 0; j < columns; j++) values[k * columns + j] = flat.values[at + j]!;
  }
  return { rows: indices.length, columns, values };
}

/** Whether two cells hold the same, missing like missing. */
export function sameCell(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function findColumn(table: Table, { name, type }: Pick<Column, "name" | "type">): Column | undefined {
  const column = table.columns.find((other) => other.name === name);
  if (column !== undefined && column.type !== type) {
    const words = { number: "numbers", category: "categories" };
    throw new AuditError(
      "SHAPE_MISMATCH",
      `column '${name}' holds ${words[column.type]} in one table and ${words[type]} in another; ` +
        "read both in the same way",
      { column: name },
    );
  }
  return column;
}
