import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, stackRows } from "../math/matrix.js";
import { requireMemory } from "../math/memory.js";
import { exp } from "../math/special.js";
import { anything, type OptionsOf, requirePositive, settle } from "../options.js";
import { pairWeights } from "./weights.js";

const table = {
  /** Standard deviation h of the kernel exp(−‖x − y‖² / 2h²). @default median distance within both clouds together */
  bandwidth: anything<number | undefined>(undefined),
  /** Weight of each row of x; sums to one. @default uniform */
  xWeights: anything<Float64Array | undefined>(undefined),
  /** Weight of each row of y; sums to one. @default uniform */
  yWeights: anything<Float64Array | undefined>(undefined),
};
export type MmdOptions = OptionsOf<typeof table>;

/**
 * Squared maximum mean discrepancy with a Gaussian kernel k, the plain (V-statistic) form
 * Σ aᵢaⱼ k(xᵢ,xⱼ) − 2·Σ aᵢbⱼ k(xᵢ,yⱼ) + Σ bᵢbⱼ k(yᵢ,yⱼ): never negative up to rounding, 0 for equal clouds.
 */
export function squaredMmd(x: Matrix, y: Matrix, kernels: Kernels, given: MmdOptions = {}): number {
  const options = settle("squaredMmd", table, given);
  const [a, b] = pairWeights("squaredMmd", x, y, options);
  const most = options.bandwidth === undefined ? x.rows + y.rows : Math.max(x.rows, y.rows);
  requireMemory(`the squared MMD of ${x.rows} and ${y.rows} rows`, 8 * most * most);
  const bandwidth = options.bandwidth ?? medianDistance(x, y, kernels);
  if (bandwidth === 0) return 0; // all points coincide
  requirePositive("bandwidth", bandwidth);
  const mean = (p: Matrix, pWeights: Float64Array, q: Matrix, qWeights: Float64Array) =>
    kernelMean(kernels.squaredDistances(p, q), pWeights, qWeights, 0.5 / (bandwidth * bandwidth));
  return mean(x, a, x, a) - 2 * mean(x, a, y, b) + mean(y, b, y, b);
}

function kernelMean(squared: Matrix, a: Float64Array, b: Float64Array, precision: number): number {
  let sum = 0;
  for (let i = 0; i < squared.rows; i++) {
    let rowSum = 0;
    for (let j = 0; j < squared.columns; j++) {
      rowSum += b[j]! * exp(-precision * squared.values[i * squared.columns + j]!);
    }
    sum += a[i]! * rowSum;
  }
  return sum;
}

/** Median of the distances between different rows of both clouds together; 0 when all rows coincide. */
function medianDistance(x: Matrix, y: Matrix, kernels: Kernels): number {
  const all = stackRows(x, y);
  const squared = kernels.squaredDistances(all, all);
  const distances = new Float64Array((all.rows * (all.rows - 1)) / 2);
  let k = 0;
  for (let i = 0; i < all.rows; i++) {
    for (let j = 0; j < i; j++) distances[k++] = Math.sqrt(squared.values[i * all.rows + j]!);
  }
  distances.sort();
  const middle = distances.length >> 1;
  if (distances.length % 2 === 1) return distances[middle]!;
  return 0.5 * (distances[middle - 1]! + distances[middle]!);
}
