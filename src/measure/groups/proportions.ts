import { type Estimate, wilsonInterval } from "../../math/interval.js";
import { normalTail } from "../../math/normal.js";
import { fisherExact } from "./fisher.js";

/** A share of people: `successes` of `n`. */
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

/** Where, between a ratio that is not refused and one that is, the answer changes. */
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
