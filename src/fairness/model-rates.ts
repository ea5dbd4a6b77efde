import { type Estimate, type MeasuredShare, measureShare, wilsonInterval } from "../math/interval.js";
import { differenceOf } from "../math/mover.js";
import { LEAST_GROUP } from "./groups.js";

/** How many of some people are accepted, counted and weighed. */
export interface Tally {
  n: number;
  accepted: number;
  mass: number;
  acceptedMass: number;
  squares: number;
  acceptedSquares: number;
}

/** One tally per group of the people `kept`; people of unknown group (−1) are in none. */
export function tallyGroups(
  groups: number,
  groupOf: Int32Array,
  decisions: Uint8Array,
  weights: Float64Array | null,
  kept: (person: number) => boolean = () => true,
): Tally[] {
  const tallies = Array.from(
    { length: groups },
    (): Tally => ({ n: 0, accepted: 0, mass: 0, acceptedMass: 0, squares: 0, acceptedSquares: 0 }),
  );
  for (let i = 0; i < groupOf.length; i++) {
    const tally = tallies[groupOf[i]!];
    if (tally === undefined || !kept(i)) continue;
    const weight = weights === null ? 1 : weights[i]!;
    tally.n += 1;
    tally.mass += weight;
    tally.squares += weight * weight;
    if (decisions[i] !== 1) continue;
    tally.accepted += 1;
    tally.acceptedMass += weight;
    tally.acceptedSquares += weight * weight;
  }
  return tallies;
}

/** Whether there are enough people, with any weight at all, to compare. */
export function isMeasured({ n, mass }: Tally): boolean {
  return n >= LEAST_GROUP && mass > 0;
}

/** Share accepted, everybody counted once; null for nobody. */
export function plainRate({ accepted, n }: Tally): MeasuredShare | null {
  return measureShare(accepted, n);
}

/**
 * Share p accepted by weight, with Wilson's interval for the number of people that, counted once each, would leave p as uncertain as the
 * weights do: p(1 − p) / v, v = Σw²(d − p)² / (Σw)², at most n (Korn & Graubard 1998); Kish's (Σw)² / Σw² at 0 and 1. Without weights
 * that is n. Null when nobody has any weight.
 */
export function rateOf({ n, mass, acceptedMass, squares, acceptedSquares }: Tally): Estimate | null {
  if (!(mass > 0)) return null;
  const value = Math.min(1, acceptedMass / mass);
  const rest = Math.max(0, squares - acceptedSquares);
  const spread = (1 - value) * (1 - value) * acceptedSquares + value * value * rest;
  const kish = Math.min(n, (mass * mass) / squares);
  const size = kish === n || spread === 0 ? kish : Math.min(n, (value * (1 - value) * mass * mass) / spread);
  return { value, ...wilsonInterval(value * size, size) };
}

/** The group with the highest and the group with the lowest rate, the first of equals; null with fewer than two. */
export function extremes<T extends { readonly rate: Estimate }>(
  groups: readonly T[],
): { highest: T; lowest: T } | null {
  const [first] = groups;
  if (first === undefined || groups.length < 2) return null;
  const highest = groups.reduce((best, group) => (group.rate.value > best.rate.value ? group : best), first);
  const lowest = groups.reduce((least, group) => (group.rate.value < least.rate.value ? group : least), first);
  return { highest, lowest };
}

/** Highest minus lowest rate; null with fewer than two. */
export function spreadOf(rates: readonly Estimate[]): Estimate | null {
  const ends = extremes(rates.map((rate) => ({ rate })));
  return ends === null ? null : differenceWithin(ends.highest.rate, ends.lowest.rate);
}

/** A difference of two shares, the first not less than the second, kept within what it can be. */
export function differenceWithin(highest: Estimate, lowest: Estimate): Estimate {
  const { value, low, high } = differenceOf(highest, lowest);
  return { value, low: Math.max(0, low), high: Math.min(1, high) };
}
