import { requireInteger } from "../options.js";
import { symmetricEigenPairs } from "./full-eigen.js";
import { canonicalOrder, type Matrix, requireSameColumns, selectRows, zeros } from "./matrix.js";
import { oriented } from "./symmetric-eigen.js";

/** The directions in which rows vary most, as plain numbers. */
export interface Pca {
  readonly mean: Float64Array;
  /** One direction of length one per row, the one with the largest variance first; its largest entry is positive. */
  readonly components: Matrix;
  /** Variance along each direction, over rows − 1. */
  readonly variances: Float64Array;
}

const LEAST = 1e-12; // of the largest variance: below it a direction is rounding

/**
 * Principal components of the rows: at most `most`, and no direction in which the rows do not vary. The order of the
 * rows changes no bit. With fewer rows than columns it works on the products of rows, which gives the same directions.
 */
export function fitPca(given: Matrix, most: number): Pca {
  requireInteger("components", most, 1);
  const x = selectRows(given, canonicalOrder(given));
  const mean = columnMeans(x);
  for (let i = 0; i < x.rows; i++) {
    for (let j = 0; j < x.columns; j++) x.values[i * x.columns + j]! -= mean[j]!;
  }
  const free = Math.max(1, x.rows - 1);
  const wide = x.rows < x.columns;
  const size = wide ? x.rows : x.columns;
  const { values, vectors } = symmetricEigenPairs(wide ? rowProducts(x) : columnProducts(x), size);
  const count = Math.min(most, countAbove(values, LEAST * (values[0] ?? 0)));
  const components = zeros(count, x.columns);
  for (let k = 0; k < count; k++) {
    const direction = wide ? weightedRows(x, vectors[k]!, 1 / Math.sqrt(values[k]!)) : vectors[k]!;
    components.values.set(oriented(direction), k * x.columns);
  }
  return { mean, components, variances: Float64Array.from({ length: count }, (_, k) => values[k]! / free) };
}

/** The rows in coordinates along the components. */
export function projectPca({ mean, components }: Pick<Pca, "mean" | "components">, x: Matrix): Matrix {
  requireSameColumns("projectPca", components, x);
  const d = x.columns;
  const projected = zeros(x.rows, components.rows);
  for (let i = 0; i < x.rows; i++) {
    for (let k = 0; k < components.rows; k++) {
      let sum = 0;
      for (let j = 0; j < d; j++) sum += (x.values[i * d + j]! - mean[j]!) * components.values[k * d + j]!;
      projected.values[i * components.rows + k] = sum;
    }
  }
  return projected;
}

function columnMeans(x: Matrix): Float64Array {
  const mean = new Float64Array(x.columns);
  for (let i = 0; i < x.rows; i++) {
    for (let j = 0; j < x.columns; j++) mean[j]! += x.values[i * x.columns + j]!;
  }
  return x.rows === 0 ? mean : mean.map((sum) => sum / x.rows);
}

/** XᵀX, summed row by row. */
function columnProducts({ rows, columns, values }: Matrix): Float64Array {
  const products = new Float64Array(columns * columns);
  for (let i = 0; i < rows; i++) {
    const row = values.subarray(i * columns, (i + 1) * columns);
    for (let j = 0; j < columns; j++) {
      const factor = row[j]!;
      const start = j * columns;
      for (let k = 0; k <= j; k++) products[start + k]! += factor * row[k]!;
    }
  }
  for (let j = 0; j < columns; j++) {
    for (let k = 0; k < j; k++) products[k * columns + j] = products[j * columns + k]!;
  }
  return products;
}

/** XXᵀ. */
function rowProducts({ rows, columns, values }: Matrix): Float64Array {
  const products = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < columns; k++) sum += values[i * columns + k]! * values[j * columns + k]!;
      products[i * rows + j] = sum;
      products[j * rows + i] = sum;
    }
  }
  return products;
}

/** scale · Σᵢ weightᵢ · rowᵢ. */
function weightedRows({ rows, columns, values }: Matrix, weights: Float64Array, scale: number): Float64Array {
  const sum = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    const weight = weights[i]! * scale;
    for (let j = 0; j < columns; j++) sum[j]! += weight * values[i * columns + j]!;
  }
  return sum;
}

function countAbove(values: Float64Array, least: number): number {
  let count = 0;
  while (count < values.length && values[count]! > least && values[count]! > 0) count++;
  return count;
}
