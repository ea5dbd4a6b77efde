import { AuditError } from "../errors.js";
import { sortedIndices } from "./compare.js";

/** Encoded rows: `values[i * columns + j]`, row by row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** A matrix over `values` (row by row), which must have rows × columns finite entries. A Float64Array is not copied. */
export function matrix(rows: number, columns: number, values: ArrayLike<number>): Matrix {
  if (!Number.isSafeInteger(rows) || rows < 0 || !Number.isSafeInteger(columns) || columns < 0) {
    throw new AuditError("SHAPE_MISMATCH", `rows and columns must be whole numbers >= 0, got ${rows} and ${columns}`);
  }
  if (values.length !== rows * columns) {
    const message = `a ${rows} × ${columns} matrix needs ${rows * columns} values, got ${values.length}`;
    throw new AuditError("SHAPE_MISMATCH", message);
  }
  const flat = values instanceof Float64Array ? values : Float64Array.from(values);
  for (let k = 0; k < flat.length; k++) {
    if (!Number.isFinite(flat[k]!)) {
      const row = Math.floor(k / columns);
      throw new AuditError("NOT_FINITE", `matrix entry (${row}, ${k % columns}) is ${flat[k]}; values must be finite`);
    }
  }
  return { rows, columns, values: flat };
}

export function zeros(rows: number, columns: number): Matrix {
  return { rows, columns, values: new Float64Array(rows * columns) };
}

/** Row `i` as a view: writing to it writes to the matrix. */
export function row(x: Matrix, i: number): Float64Array {
  return x.values.subarray(i * x.columns, (i + 1) * x.columns);
}

/** a · b, summed first to last. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** The rows at `indices`, in that order, copied. */
export function selectRows(x: Matrix, indices: ArrayLike<number>): Matrix {
  const picked = zeros(indices.length, x.columns);
  for (let k = 0; k < indices.length; k++) picked.values.set(row(x, indices[k]!), k * x.columns);
  return picked;
}

/** The rows of each part, one part after the other. All parts must have the same columns. */
export function stackRows(...parts: readonly Matrix[]): Matrix {
  const columns = parts[0]?.columns ?? 0;
  const rows = parts.reduce((total, part) => total + part.rows, 0);
  const stacked = zeros(rows, columns);
  let at = 0;
  for (const part of parts) {
    requireSameColumns("stackRows", parts[0]!, part);
    stacked.values.set(part.values, at);
    at += part.values.length;
  }
  return stacked;
}

export function requireSameColumns(owner: string, x: Matrix, y: Matrix): void {
  if (x.columns !== y.columns) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `${owner}: one matrix has ${x.columns} columns, the other ${y.columns}; encode both with the same encoder`,
    );
  }
}

/** −1, 0 or 1: row `i` of `x` against row `j` of `y`, compared entry by entry. */
export function compareRows(x: Matrix, i: number, y: Matrix, j: number): number {
  for (let k = 0; k < x.columns; k++) {
    const a = x.values[i * x.columns + k]!;
    const b = y.values[j * y.columns + k]!;
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

/**
 * Row indices in lexicographic order of the rows. Fitting in this order makes a result independent of the
 * order in which the rows arrived, to the last bit; equal rows keep their order, which cannot matter.
 */
export function canonicalOrder(x: Matrix): Int32Array {
  return sortedIndices(x.rows, (i, j) => compareRows(x, i, x, j));
}
