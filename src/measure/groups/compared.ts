import type { Spread } from "../../findings/quantities.js";
import { type Estimate, Z_95 } from "../../math/interval.js";
import { normalQuantile, normalTail } from "../../math/normal.js";
import { exp, log } from "../../math/special.js";
import { differenceOf } from "./proportions.js";

/** A group that can be compared: its size, and its rate with an interval of z standard errors. */
export interface Side {
  readonly group: string;
  readonly n: number;
  readonly rate: (z: number) => Estimate;
}

export interface Comparison<S extends Side> {
  /** The side with the highest rate; null with fewer than two sides. */
  readonly reference: S | null;
  /** Rate over the reference's, per side; null where there is no side, no reference, or its rate is 0. */
  readonly ratios: readonly (Estimate | null)[];
  readonly parityDifference: Spread | null;
  readonly parityRatio: Spread | null;
}

/**
 * Compares sides (null: not measured) by their rates; of equal rates the larger group's comes first. Every comparison
 * with the highest has an interval of the same `errorsOf(sides)` standard errors, so that the ratio of the lowest is
 * one number with one interval wherever it is shown.
 */
export function compareSides<S extends Side>(
  sides: readonly (S | null)[],
  ratioWith: (side: S, reference: S, z: number) => Estimate,
  errorsOf: (groups: number) => number = comparisonErrors,
): Comparison<S> {
  const [highest, ...others] = sides
    .flatMap((side) => (side === null ? [] : [{ side, value: side.rate(Z_95).value }]))
    .sort((a, b) => b.value - a.value || b.side.n - a.side.n); // stable: then the earlier
  const lowest = others.find(({ value }) => value === others[others.length - 1]?.value);
  if (highest === undefined || lowest === undefined) {
    return { reference: null, ratios: sides.map(() => null), parityDifference: null, parityRatio: null };
  }
  const reference = highest.side;
  const names = { highest: reference.group, lowest: lowest.side.group };
  const z = errorsOf(others.length + 1);
  const ratio = highest.value > 0 ? ratioWith(lowest.side, reference, z) : null;
  return {
    reference,
    ratios: sides.map((side) => {
      if (side === null || highest.value === 0) return null;
      return side === reference ? { value: 1, low: 1, high: 1 } : ratioWith(side, reference, z);
    }),
    parityDifference: { ...differenceOf(reference.rate(z), lowest.side.rate(z)), ...names },
    parityRatio: ratio && { ...ratio, ...names },
  };
}

// The integrals are sums over this grid: for functions as smooth as these, exact to rounding.
const STEP = 0.25;
const END = 9;

const LEVEL = 0.05;

/**
 * Standard errors either side with which intervals of comparisons with a group that the data picked hold all at once,
 * but in a share of `level` of files. Of several equal groups one comes out highest by chance, so a plain interval of
 * a comparison with it errs too often. With d the distance of the highest of `groups` standard normal variables from
 * the lowest: the z for which P(d > z√2) is `level`, the studentised range with known variance.
 */
export function comparisonErrors(groups: number, level: number = LEVEL): number {
  if (groups <= 2) return level === LEVEL ? Z_95 : normalQuantile(level / 2);
  const grid = Array.from({ length: (2 * END) / STEP + 1 }, (_, k) => {
    const m = k * STEP - END;
    const below = normalTail(-m);
    return { m, below, density: exp((-m * m) / 2), others: power(below, groups - 1) };
  });
  // the highest at m, not all the others between m − z√2 and m
  const missed = (z: number) => {
    const of = ({ m, below, density, others }: (typeof grid)[number]) =>
      density * (others - power(below - normalTail(z * Math.SQRT2 - m), groups - 1));
    return (groups * STEP * grid.reduce((sum, place) => sum + of(place), 0)) / Math.sqrt(2 * Math.PI);
  };
  let low = Z_95;
  let high = 10;
  for (let k = 0; k < 10; k++) {
    const middle = (low + high) / 2;
    if (missed(middle) > level) low = middle;
    else high = middle;
  }
  // so near, a line through the last two places is all but the curve
  let [before, now] = [low, high];
  let [missedBefore, missedNow] = [missed(before), missed(now)];
  for (let k = 0; k < 4 && missedNow !== missedBefore; k++) {
    const next = now - ((missedNow - level) * (now - before)) / (missedNow - missedBefore);
    [before, missedBefore, now, missedNow] = [now, missedNow, next, missed(next)];
  }
  return now;
}

/** The same for comparisons that share `level` among so many attributes; each number of groups is computed once. */
export function sharedErrors(attributes: number): (groups: number) => number {
  const known = new Map<number, number>();
  return (groups) => {
    const errors = known.get(groups) ?? comparisonErrors(groups, LEVEL / Math.max(1, attributes));
    known.set(groups, errors);
    return errors;
  };
}

function power(base: number, exponent: number): number {
  return base > 0 ? exp(exponent * log(base)) : 0;
}
