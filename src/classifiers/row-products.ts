import type { Matrix } from "../math/matrix.js";
import { type SparseRows, sparseRows } from "./sparse-rows.js";

/** Products with the rows of x and a last column of ones, the intercept's. */
export interface RowProducts {
  /** x · coefficients + intercept, with the intercept as the last of `theta`. */
  values(theta: Float64Array): Float64Array;
  /** Writes Xᵀ·residual, and the lower triangle of Xᵀ·diag(curvature)·X. */
  derivatives(residual: Float64Array, curvature: Float64Array, gradient: Float64Array, hessian: Float64Array): void;
}

/** With at most this share of entries that are not zero, only these are visited. */
const SPARSE = 0.5;

/**
 * Sums over rows run in four parts, by row modulo 4, in every case: a product with zero changes no sum, so the bits do
 * not depend on which entries are visited.
 */
export function rowProducts(x: Matrix): RowProducts {
  const rows = sparseRows(x);
  const isSparse = rows.values.length <= SPARSE * x.values.length;
  return {
    values: (theta) => valuesOf(rows, theta),
    derivatives: isSparse ? sparseDerivatives(rows, x.columns) : denseDerivatives(x),
  };
}

function valuesOf({ starts, columns, values }: SparseRows, theta: Float64Array): Float64Array {
  const result = new Float64Array(starts.length - 1);
  const intercept = theta[theta.length - 1]!;
  for (let i = 0; i < result.length; i++) {
    let sum = 0;
    for (let k = starts[i]!, end = starts[i + 1]!; k < end; k++) sum += theta[columns[k]!]! * values[k]!;
    result[i] = sum + intercept;
  }
  return result;
}

function sparseDerivatives({ starts, columns, values }: SparseRows, d: number): RowProducts["derivatives"] {
  const count = starts.length - 1;
  const whole = count - (count % 4);
  const size = d + 1;
  const [own, pair] = [new Float64Array(size * size), new Float64Array(size * size)];
  const [ownSlopes, pairSlopes] = [new Float64Array(size), new Float64Array(size)];

  return (residual, curvature, gradient, hessian) => {
    function addRow(i: number, sums: Float64Array, slopes: Float64Array): void {
      const start = starts[i]!;
      const end = starts[i + 1]!;
      const r = residual[i]!;
      const c = curvature[i]!;
      const last = d * size;
      for (let a = start; a < end; a++) {
        const j = columns[a]!;
        const value = values[a]!;
        const scaled = c * value;
        const at = j * size;
        for (let b = start; b <= a; b++) sums[at + columns[b]!]! += scaled * values[b]!;
        sums[last + j]! += c * value;
        slopes[j]! += r * value;
      }
      sums[last + d]! += c;
      slopes[d]! += r;
    }

    function addPart(part: number, sums: Float64Array, slopes: Float64Array): void {
      sums.fill(0);
      slopes.fill(0);
      for (let i = part; i < whole; i += 4) addRow(i, sums, slopes);
      if (part === 0) for (let i = whole; i < count; i++) addRow(i, sums, slopes);
    }

    addPart(0, hessian, gradient);
    addPart(1, own, ownSlopes);
    addTo(hessian, own);
    addTo(gradient, ownSlopes);
    addPart(2, own, ownSlopes);
    addPart(3, pair, pairSlopes);
    addTo(own, pair);
    addTo(ownSlopes, pairSlopes);
    addTo(hessian, own);
    addTo(gradient, ownSlopes);
  };
}

function addTo(sums: Float64Array, others: Float64Array): void {
  for (let k = 0; k < sums.length; k++) sums[k]! += others[k]!;
}

function denseDerivatives(x: Matrix): RowProducts["derivatives"] {
  const columns = columnsWithOnes(x);
  const scaled = new Float64Array(x.rows);
  return (residual, curvature, gradient, hessian) => {
    for (const [j, own] of columns.entries()) {
      for (let i = 0; i < scaled.length; i++) scaled[i] = curvature[i]! * own[i]!;
      for (let k = 0; k <= j; k++) hessian[j * columns.length + k] = dotInParts(scaled, columns[k]!);
      gradient[j] = dotInParts(residual, own);
    }
  };
}

/** The columns of x, then one of ones for the intercept: sums over rows run along contiguous memory. */
function columnsWithOnes(x: Matrix): Float64Array[] {
  const columns = Array.from({ length: x.columns }, (_, j) => {
    const column = new Float64Array(x.rows);
    for (let i = 0; i < x.rows; i++) column[i] = x.values[i * x.columns + j]!;
    return column;
  });
  return [...columns, new Float64Array(x.rows).fill(1)];
}

/** a · b, in four partial sums that do not wait for each other. */
export function dotInParts(a: Float64Array, b: Float64Array): number {
  const whole = a.length - (a.length % 4);
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let k = 0; k < whole; k += 4) {
    s0 += a[k]! * b[k]!;
    s1 += a[k + 1]! * b[k + 1]!;
    s2 += a[k + 2]! * b[k + 2]!;
    s3 += a[k + 3]! * b[k + 3]!;
  }
  for (let k = whole; k < a.length; k++) s0 += a[k]! * b[k]!;
  return s0 + s1 + (s2 + s3);
}
