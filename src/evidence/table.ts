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
