import type { Matrix } from "../math/matrix.js";
import { log } from "../math/special.js";

/** Log-odds are kept within ±this, where the probability is 0 or 1 to the last bit of a double. */
const LARGEST_LOGIT = 37;

/** log(p / (1 − p)), kept finite for shares of exactly 0 and 1; ≥ 0 exactly where p ≥ ½. */
export function logitOfShare(share: number): number {
  if (share <= 0) return -LARGEST_LOGIT;
  if (share >= 1) return LARGEST_LOGIT;
  return Math.max(-LARGEST_LOGIT, Math.min(LARGEST_LOGIT, log(share / (1 - share))));
}

/** Labels as the numbers 0 and 1 that trees average. */
export function labelShares(labels: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: labels.length }, (_, i) => (labels[i] ? 1 : 0));
}

/** The rows that carry weight. */
export function weightedRows(x: Matrix, weights: Float64Array): Int32Array {
  return Int32Array.from({ length: x.rows }, (_, i) => i).filter((i) => weights[i]! > 0);
}
