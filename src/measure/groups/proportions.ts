import { type Estimate, wilsonInterval } from "../../math/interval.js";
import { normalQuantile, normalTail } from "../../math/normal.js";

export interface Counted {
  readonly successes: number;
  readonly n: number;
}

/** Expected counts from which the normal approximation of a 2 × 2 table is good. */
const LEAST_EXPECTED = 10;

const BISECTIONS = 100;

/** The share with its Wilson interval of z standard errors. */
export function rateWith({ successes, n }: Counted, z: number): Estimate {
  return { value: successes / n, ...wilsonInterval(successes, n, z) };
}

/** a − b with the hybrid interval made of both intervals. Newcombe (1998), method 10, if they are Wilson's. */
export function differenceOf(a: Estimate, b: Estimate): Estimate {
  const value = a.value - b.value;
  return {
    value,
    low: value - hypotenuse(a.value - a.low, b.high - b.value),
    high: value + hypotenuse(a.high - a.value, b.value - b.low),
  };
}

/** a / b, b > 0, with the hybrid interval made of the intervals of both. Donner & Zou (2012). */
export function ratioOf(a: Estimate, b: Estimate): Estimate {
  const product = a.value * b.value;
  const root = (end: number, other: number) =>
    Math.sqrt(Math.max(0, product * product - end * other * (2 * a.value - end) * (2 * b.value - other)));
  return {
    value: a.value / b.value,
    // multiplied out by the other root of the quadratic equation, so that nothing cancels
    low: a.value === 0 ? 0 : (a.low * (2 * a.value - a.low)) / (product + root(a.low, b.high)),
    high: (product + root(a.high, b.low)) / (b.low * (2 * b.value - b.low)),
  };
}

/**
 * The ratio of two shares, the second not 0, with the values φ that a score test of share = φ · other share does not
 * refuse at z standard errors. Koopman (1984).
 */
export function scoreRatio(share: Counted, other: Counted, z: number): Estimate {
  const value = share.successes / share.n / (other.successes / other.n);
  const refused = (ratio: number) => ratioScore(share, other, ratio) > z * z;
  let beyond = 2 * Math.max(value, 1 / share.n);
  while (!refused(beyond)) beyond *= 2;
  return { value, low: value === 0 ? 0 : edgeOf(refused, value, 0), high: edgeOf(refused, value, beyond) };
}

/** Squared distance of the shares from a ratio in standard errors, by the likeliest shares of that ratio. */
function ratioScore(share: Counted, other: Counted, ratio: number): number {
  const distance = share.successes / share.n - (ratio * other.successes) / other.n;
  if (distance === 0) return 0;
  const linear = share.n * ratio + share.successes + other.n + other.successes * ratio;
  const constant = share.successes + other.successes;
  const discriminant = linear * linear - 4 * (share.n + other.n) * ratio * constant;
  const q = (2 * constant) / (linear + Math.sqrt(Math.max(0, discriminant))); // other share
  const p = Math.min(1, q * ratio);
  const variance = (p * (1 - p)) / share.n + (ratio * ratio * q * (1 - q)) / other.n;
  return variance > 0 ? (distance * distance) / variance : Number.POSITIVE_INFINITY;
}

function edgeOf(refused: (ratio: number) => boolean, kept: number, lost: number): number {
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = (kept + lost) / 2;
    if (middle === kept || middle === lost) break;
    if (refused(middle)) lost = middle;
    else kept = middle;
  }
  return kept;
}

function hypotenuse(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}

/** A two-sided test that two shares are equal: pooled z where every expected count is at least ten, else Fisher's. */
export function testEqual(share: Counted, other: Counted): { readonly name: "fisher" | "z"; readonly p: number } {
  const all = share.n + other.n;
  const pooled = (share.successes + other.successes) / all;
  const leastExpected = Math.min(share.n, other.n) * Math.min(pooled, 1 - pooled);
  if (!(leastExpected >= LEAST_EXPECTED)) {
    return { name: "fisher", p: fisherExact(share.successes, share.n, other.successes, other.n) };
  }
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / share.n + 1 / other.n));
  const z = (share.successes / share.n - other.successes / other.n) / error;
  return { name: "z", p: 2 * normalTail(Math.abs(z)) };
}

/** Probabilities that differ by less than this part count as equal: equal ones differ in their last digits. */
const TIE = 1e-7;

/**
 * Two-sided p-value of Fisher's exact test: `successes` of `n` against `otherSuccesses` of `otherN`. The probability,
 * given both sizes and all successes, of a table no likelier than this one. 1 when nobody or everybody succeeded, or a
 * side is empty.
 */
export function fisherExact(successes: number, n: number, otherSuccesses: number, otherN: number): number {
  const all = successes + otherSuccesses;
  const least = Math.max(0, all - otherN);
  const most = Math.min(n, all);
  const mode = Math.min(most, Math.floor(((n + 1) * (all + 1)) / (n + otherN + 2)));
  // Hypergeometric probabilities relative to the mode's, each from its neighbour: no logarithms, nothing to cancel.
  const up = (k: number) => ((all - k) * (n - k)) / ((k + 1) * (otherN - all + k + 1));
  let observed = 1;
  for (let k = mode; k < successes; k++) observed *= up(k);
  for (let k = mode; k > successes; k--) observed /= up(k - 1);

  let total = 0;
  let asUnlikely = 0;
  const add = (probability: number) => {
    total += probability;
    if (probability <= observed * (1 + TIE)) asUnlikely += probability;
  };
  let probability = 1;
  for (let k = mode; k <= most && probability > 0; k++) {
    add(probability);
    probability *= up(k);
  }
  probability = 1;
  for (let k = mode - 1; k >= least && probability > 0; k--) {
    probability /= up(k);
    add(probability);
  }
  return asUnlikely / total;
}

/**
 * p-values adjusted by Holm's step-down method, in the order given: the k-th smallest of m times m − k + 1, at most 1,
 * and never below the one before it. Holm (1979).
 */
export function holmAdjusted(p: readonly number[]): number[] {
  const ascending = [...p.keys()].sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
  const adjusted = new Array<number>(p.length).fill(1);
  let greatest = 0;
  ascending.forEach((place, k) => {
    greatest = Math.max(greatest, Math.min(1, (p.length - k) * (p[place] ?? 0)));
    adjusted[place] = greatest;
  });
  return adjusted;
}

/** Φ⁻¹(0.8): 80 % power. */
const Z_80 = 0.8416212335729143;

/** The impact ratio that the four-fifths rule compares with. */
const FOUR_FIFTHS = 0.8;

/**
 * The largest ratio below 1 that a two-sided test at 5 % / `tests` would find with 80 % probability, when
 * `referenceRate` is the rate of the `referenceN` people compared with; null when not even a ratio of 0 would be found.
 * Normal approximation with pooled variance under equality.
 */
export function detectableRatio(referenceRate: number, referenceN: number, n: number, tests = 1): number | null {
  const all = referenceN + n;
  const z = zShared(tests);
  // Distance beyond what is needed: convex in the ratio, so it changes sign once.
  const surplus = (ratio: number) => {
    const rate = ratio * referenceRate;
    const pooled = (n * rate + referenceN * referenceRate) / all;
    const equal = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / referenceN));
    const unequal = Math.sqrt((rate * (1 - rate)) / n + (referenceRate * (1 - referenceRate)) / referenceN);
    return referenceRate - rate - z * equal - Z_80 * unequal;
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
 * People needed in each of two equal groups to find an impact ratio of 0.8 with 80 % probability at 5 % / `tests`; null
 * for a rate of 0. Fleiss, Levin & Paik (2003), chapter 4: the same approximation as above.
 */
export function neededPerGroup(referenceRate: number, tests = 1): number | null {
  if (referenceRate === 0) return null;
  const rate = FOUR_FIFTHS * referenceRate;
  const pooled = (rate + referenceRate) / 2;
  const equal = Math.sqrt(2 * pooled * (1 - pooled));
  const unequal = Math.sqrt(rate * (1 - rate) + referenceRate * (1 - referenceRate));
  const root = (zShared(tests) * equal + Z_80 * unequal) / (referenceRate - rate);
  return Math.ceil(root * root);
}

/** Standard errors of a two-sided test at 5 % shared among so many tests. */
function zShared(tests: number): number {
  return normalQuantile(0.05 / Math.max(1, tests) / 2);
}
