import { type Estimate, wilsonInterval } from "../../math/interval.js";

/** What the weighted rate of some people needs: sums over weights that are not 0, rejected first, then accepted. */
export interface WeighedPeople {
  readonly n: readonly [number, number];
  readonly sums: readonly [number, number];
  readonly squares: readonly [number, number];
}

/** Adds up weights per group; people of group −1 are left out. */
export function weighPeople(
  groupOf: Int32Array,
  groups: number,
  decisions: Uint8Array,
  weights: Float64Array,
): WeighedPeople[] {
  const scale = binaryScale(weights.reduce((most, weight) => Math.max(most, weight), 0)); // squares must not overflow
  const n = new Float64Array(2 * groups);
  const sums = new Float64Array(2 * groups);
  const squares = new Float64Array(2 * groups);
  for (let i = 0; i < groupOf.length; i++) {
    const weight = weights[i]! / scale;
    if (groupOf[i]! < 0 || !(weight * weight > 0)) continue; // no weight, or negligible next to the greatest
    const cell = 2 * groupOf[i]! + decisions[i]!;
    n[cell]! += 1;
    sums[cell]! += weight;
    squares[cell]! += weight * weight;
  }
  const pair = (from: Float64Array, k: number) => [from[2 * k]!, from[2 * k + 1]!] as const;
  return Array.from({ length: groups }, (_, k) => ({ n: pair(n, k), sums: pair(sums, k), squares: pair(squares, k) }));
}

/** The greatest power of two that is not above the value, so that dividing by it changes no digit; 0 for 0. */
function binaryScale(value: number): number {
  let scale = 1;
  while (2 * scale <= value) scale *= 2;
  while (scale > value) scale /= 2;
  return scale;
}

export function addWeighed(parts: readonly WeighedPeople[]): WeighedPeople {
  const sum = (of: "n" | "sums" | "squares", decision: 0 | 1) =>
    parts.reduce((total, part) => total + part[of][decision], 0);
  const both = (of: "n" | "sums" | "squares") => [sum(of, 0), sum(of, 1)] as const;
  return { n: both("n"), sums: both("sums"), squares: both("squares") };
}

export function countWeighed({ n }: WeighedPeople): number {
  return n[0] + n[1];
}

/**
 * Accepted weight over weight, of at least one person whose weight is not 0, with an interval of z standard errors.
 *
 * With q the plain share accepted and r the mean weight of the accepted over the mean weight of the rejected, the rate
 * is qr / (qr + 1 − q). Wilson's interval of q goes through the same formula. Its n is divided by 1 + v, v the relative
 * variance of weights among people with one decision: uneven weights count as fewer people, while weights that depend
 * on the decision alone cost nothing. Mean weights of few people are uncertain, so the ends are also taken with r after
 * one more person of each decision with the mean weight in `everybody`, and the wider end counts. With equal weights
 * all of this is Wilson's interval.
 */
export function weightedRate(people: WeighedPeople, everybody: WeighedPeople, z: number): Estimate {
  const [rejected, accepted] = people.n;
  const n = rejected + accepted;
  const size = n / (1 + relativeVariance(people));
  const plain = wilsonInterval(accepted === n ? size : (accepted / n) * size, size, z);
  const [usual0, usual1] = [meanWeight(everybody, 0), meanWeight(everybody, 1)];
  const padded = (people.sums[1] + usual1) / (accepted + 1) / ((people.sums[0] + usual0) / (rejected + 1));
  const measured = rejected > 0 && accepted > 0 ? people.sums[1] / accepted / (people.sums[0] / rejected) : padded;
  const rate = (share: number, r: number) => (share * r) / (share * r + 1 - share);
  const value = people.sums[1] / (people.sums[0] + people.sums[1]);
  return {
    value,
    low: Math.min(value, rate(plain.low, measured), rate(plain.low, padded)),
    high: Math.max(value, rate(plain.high, measured), rate(plain.high, padded)),
  };
}

/** Variance of weight over mean weight within each decision; 0 for one person of each. */
function relativeVariance({ n, sums, squares }: WeighedPeople): number {
  let sum = 0;
  let freedom = 0;
  for (const decision of [0, 1] as const) {
    if (n[decision] === 0) continue;
    const mean = sums[decision] / n[decision];
    sum += Math.max(0, squares[decision] / (mean * mean) - n[decision]);
    freedom += n[decision] - 1;
  }
  return freedom > 0 ? sum / freedom : 0;
}

/** Mean weight of people with one decision; of all people when nobody has it. */
function meanWeight({ n, sums }: WeighedPeople, decision: 0 | 1): number {
  return n[decision] > 0 ? sums[decision] / n[decision] : (sums[0] + sums[1]) / (n[0] + n[1]);
}
