import type { Estimate } from "../../math/interval.js";
import { normalQuantile, normalTail } from "../../math/normal.js";
import { holmAdjusted } from "./proportions.js";

/** A comparison that was made: its p-value, and the difference with an interval of z standard errors. */
export interface MadeComparison {
  readonly p: number;
  readonly difference: (z: number) => Estimate;
}

export interface CorrectedComparison {
  readonly p: number;
  /** Holm's p-value over all comparisons. */
  readonly adjusted: number;
  /** Standard errors either side that make its interval a corrected one. */
  readonly z: number;
}

const LEVEL = 0.05;

/**
 * Corrects comparisons for each other. Holm's method compares the k-th smallest of m p-values with 5 % / (m − k + 1),
 * and stops at the first that is larger; each interval is of the level at which its test was decided, so that interval
 * and test say the same. `others` counts further comparisons that nothing is known of: they are taken as not clear.
 */
export function correctComparisons(p: readonly number[], others = 0): CorrectedComparison[] {
  const adjusted = holmAdjusted([...p, ...new Array<number>(others).fill(1)]);
  const ascending = [...p.keys()].sort((a, b) => p[a]! - p[b]!);
  const refused = ascending.filter((k) => adjusted[k]! <= LEVEL).length;
  const z = new Float64Array(p.length);
  for (const [rank, k] of ascending.entries()) {
    const left = p.length + others - Math.min(rank, refused);
    z[k] = normalQuantile(LEVEL / left / 2);
  }
  return p.map((own, k) => ({ p: own, adjusted: adjusted[k]!, z: z[k]! }));
}

const MOST_ERRORS = 40;

/** The two-sided p-value at which the interval of the difference reaches 0, for estimates that have no other test. */
export function pValueOf(difference: MadeComparison["difference"]): number {
  const leavesOutZero = (z: number) => {
    const { low, high } = difference(z);
    return low > 0 || high < 0;
  };
  let out = 0;
  let within = MOST_ERRORS;
  if (!leavesOutZero(out)) return 1;
  for (let k = 0; k < 60; k++) {
    const middle = (out + within) / 2;
    if (leavesOutZero(middle)) out = middle;
    else within = middle;
  }
  return 2 * normalTail(within);
}
