/** A numeric column. A missing value is NaN, here and nowhere past the encoder. */
export interface NumberColumn {
  readonly name: string;
  readonly type: "number";
  readonly values: Float64Array;
}

/** A categorical column: `levels[codes[i]]`, code −1 when missing. */
export interface CategoryColumn {
  readonly name: string;
  readonly type: "category";
  readonly codes: Int32Array;
  readonly levels: readonly string[];
}

export type Column = NumberColumn | CategoryColumn;
export type ColumnType = Column["type"];

/** Raw rows, column by column, as people write them. The encoder turns a Table into a Matrix and back. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
}

/** The rows at `indices`, in that order, copied; category levels stay as they are. */
export function selectTableRows(table: Table, indices: ArrayLike<number>): Table {
  return { rows: indices.length, columns: table.columns.map((column) => selectColumnRows(column, indices)) };
}

/** The cells at `indices`, in that order, copied; category levels stay as they are. */
export function selectColumnRows<T extends Column>(column: T, indices: ArrayLike<number>): T;
export function selectColumnRows(column: Column, indices: ArrayLike<number>): Column {
  if (column.type === "number") {
    const values = new Float64Array(indices.length);
    for (let k = 0; k < values.length; k++) values[k] = column.values[indices[k]!]!;
    return { name: column.name, type: "number", values };
  }
  const codes = new Int32Array(indices.length);
  for (let k = 0; k < codes.length; k++) codes[k] = column.codes[indices[k]!]!;
  return { name: column.name, type: "category", codes, levels: column.levels };
}
