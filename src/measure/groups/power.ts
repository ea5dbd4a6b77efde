import { Z_95 } from "../../math/interval.js";

/** Φ⁻¹(0.8): 80 % power. */
const Z_80 = 0.8416212335729143;

/** The impact ratio that the four-fifths rule compares with. */
const FOUR_FIFTHS = 0.8;

/**
 * The largest ratio below 1 that a two-sided test at 5 % would find with 80 % probability, when `referenceRate` is the
 * rate of the `referenceN` people compared with; null when not even a ratio of 0 would be found. Normal approximation
 * with pooled variance under equality.
 */
export function detectableRatio(referenceRate: number, referenceN: number, n: number): number | null {
  const all = referenceN + n;
  // Distance beyond what is needed: convex in the ratio, so it changes sign once.
  const surplus = (ratio: number) => {
    const rate = ratio * referenceRate;
    const pooled = (n * rate + referenceN * referenceRate) / all;
    const equal = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / referenceN));
    const unequal = Math.sqrt((rate * (1 - rate)) / n + (referenceRate * (1 - referenceRate)) / referenceN);
    return referenceRate - rate - Z_95 * equal - Z_80 * unequal;
  };
  if (referenceRate === 0 || surplus(0) < 0) return null;
  let found = 0;
  let missed = 1;
  for (let k = 0; k < 60; k++) {
    const middle = (found + missed) / 2;
    if (surplus(middle) >= 0) found = middle;
    else missed = middle;
  }
  return found;
}

/**
 * People needed in each of two equal groups to find an impact ratio of 0.8 with 80 % probability at 5 %; null for a
 * rate of 0. Fleiss, Levin & Paik (2003), chapter 4: the same approximation as above.
 */
export function neededPerGroup(referenceRate: number): number | null {
  if (referenceRate === 0) return null;
  const rate = FOUR_FIFTHS * referenceRate;
  const pooled = (rate + referenceRate) / 2;
  const equal = Math.sqrt(2 * pooled * (1 - pooled));
  const unequal = Math.sqrt(rate * (1 - rate) + referenceRate * (1 - referenceRate));
  const root = (Z_95 * equal + Z_80 * unequal) / (referenceRate - rate);
  return Math.ceil(root * root);
}
