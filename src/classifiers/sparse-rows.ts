import type { Matrix } from "../math/matrix.js";

/**
 * Rows without their zeros: row i holds `values[k]` in column `columns[k]` for starts[i] ≤ k < starts[i + 1]. Encoded
 * categories are mostly zeros, and work on these rows skips them.
 */
export interface SparseRows {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

export function sparseRows(x: Matrix): SparseRows {
  let entries = 0;
  for (let k = 0; k < x.values.length; k++) if (x.values[k] !== 0) entries++;
  const starts = new Int32Array(x.rows + 1);
  const columns = new Int32Array(entries);
  const values = new Float64Array(entries);
  let at = 0;
  for (let i = 0; i < x.rows; i++) {
    for (let j = 0; j < x.columns; j++) {
      const value = x.values[i * x.columns + j]!;
      if (value === 0) continue;
      columns[at] = j;
      values[at++] = value;
    }
    starts[i + 1] = at;
  }
  return { starts, columns, values };
}
