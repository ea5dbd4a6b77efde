import type { Estimate } from "../math/interval.js";
import { studentQuantile } from "../math/student-t.js";

/** Per reference row, 1 where the fit agrees with the platform; null where there is no fit. */
export type Hits = Uint8Array | null;

/** How repeats and reference rows carry an interval. */
export interface Spread {
  /** Reference rows over fitting rows, both drawn from the same decisions; null if the reference rows stay the same. */
  readonly ratio: number | null;
}

export function shareOf(hits: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < hits.length; i++) sum += hits[i]!;
  return sum / hits.length;
}

/** Mean share over the repeats, with its 95 % interval within [0, 1]; null with fewer than two repeats. */
export function estimateShare(hits: readonly Hits[], spread: Spread): Estimate | null {
  const shares = hits.map((own) => (own === null ? null : { plus: own, minus: null }));
  const found = estimateMean(shares, spread);
  return found && { value: found.value, low: Math.max(0, found.low), high: Math.min(1, found.high) };
}

/** Mean difference of two shares over the repeats in which both were measured, with its 95 % interval. */
export function estimateDifference(a: readonly Hits[], b: readonly Hits[], spread: Spread): Estimate | null {
  const pairs = a.map((plus, r) => {
    const minus = b[r] ?? null;
    return plus === null || minus === null ? null : { plus, minus };
  });
  return estimateMean(pairs, spread);
}

type Compared = { readonly plus: Uint8Array; readonly minus: Uint8Array | null };

/**
 * Student's interval of a mean over repeats. Where each repeat holds out other rows of the same decisions, repeats are
 * not independent and the variance s²/J becomes s²·(1/J + ratio) (Nadeau & Bengio 2003, "Inference for the
 * generalization error"). Where all use the same reference rows, the variance of the mean over these rows is added:
 * the repeats do not show it.
 */
function estimateMean(given: readonly (Compared | null)[], { ratio }: Spread): Estimate | null {
  const compared = given.flatMap((one) => one ?? []);
  const repeats = compared.length;
  if (repeats < 2) return null;
  const values = compared.map(({ plus, minus }) => shareOf(plus) - (minus === null ? 0 : shareOf(minus)));
  const mean = values.reduce((sum, value) => sum + value, 0) / repeats;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const variance = squares / (repeats - 1);
  const squared = ratio === null ? variance / repeats + rowVariance(compared) : variance * (1 / repeats + ratio);
  const half = studentQuantile(0.95, repeats - 1) * Math.sqrt(squared);
  return { value: mean, low: mean - half, high: mean + half };
}

/** Variance of the mean over reference rows, of each row's own mean over the repeats. */
function rowVariance(compared: readonly Compared[]): number {
  const rows = compared[0]?.plus.length ?? 0;
  if (rows < 2) return 0;
  const means = new Float64Array(rows);
  for (const { plus, minus } of compared) {
    for (let i = 0; i < rows; i++) means[i]! += (plus[i]! - (minus?.[i] ?? 0)) / compared.length;
  }
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += means[i]!;
  const mean = sum / rows;
  let squares = 0;
  for (let i = 0; i < rows; i++) squares += (means[i]! - mean) * (means[i]! - mean);
  return squares / (rows - 1) / rows;
}
