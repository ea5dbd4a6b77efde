import type { Spread } from "../../findings/quantities.js";
import { type Estimate, Z_95 } from "../../math/interval.js";
import { normalTail } from "../../math/normal.js";
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

/** Compares sides (null: not measured) by their rates; of equal rates the larger group's comes first. */
export function compareSides<S extends Side>(
  sides: readonly (S | null)[],
  ratioWith: (side: S, reference: S, z: number) => Estimate,
): Comparison<S> {
  const [highest, ...others] = sides
    .flatMap((side) => (side === null ? [] : [{ side, value: side.rate(Z_95).value }]))
    .sort((a, b) => b.value - a.value || b.side.n - a.side.n); // stable: then the earlier
  const lowest = others.find(({ value }) => value === others[others.length - 1]?.value);
  if (highest === undefined || lowest === undefined) {
    return { reference: null, ratios: sides.map(() => null), parityDifference: null, parityRatio: null };
  }
  const reference = highest.side;
  const errors = comparisonErrors(others.length + 1);
  const names = { highest: reference.group, lowest: lowest.side.group };
  const z = errors.lowestWithHighest;
  const ratio = highest.value > 0 ? ratioWith(lowest.side, reference, z) : null;
  return {
    reference,
    ratios: sides.map((side) => {
      if (side === null || highest.value === 0) return null;
      return side === reference ? { value: 1, low: 1, high: 1 } : ratioWith(side, reference, errors.withHighest);
    }),
    parityDifference: { ...differenceOf(reference.rate(z), lowest.side.rate(z)), ...names },
    parityRatio: ratio && { ...ratio, ...names },
  };
}

// The integrals are sums over this grid: for functions as smooth as these, exact to rounding.
const STEP = 0.1;
const END = 9;

/**
 * Standard errors either side that make 95 % intervals of comparisons with a group that the data picked.
 * Of several equal groups one comes out highest by chance, so a plain interval of a comparison with it errs too often.
 * With d the distance of the highest of `groups` standard normal variables from another one, picked blindly, and from
 * the lowest: the z for which P(d > z√2) is 5 %. The second is the studentised range with known variance. 1.96 for two
 * groups, where picking does no harm.
 */
export function comparisonErrors(groups: number) {
  if (groups <= 2) return { withHighest: Z_95, lowestWithHighest: Z_95 };
  return {
    // the highest at m, one other below m − d, the rest below m
    withHighest: solve(groups, (below, far) => far * power(below, groups - 2)),
    // the highest at m, not all the others between m − d and m
    lowestWithHighest: solve(groups, (below, far) => power(below, groups - 1) - power(below - far, groups - 1)),
  };
}

/** The z for which `groups` · ∫ φ(m) · missed(Φ(m), Φ(m − z√2)) dm is 5 %, by bisection. */
function solve(groups: number, missed: (below: number, far: number) => number): number {
  const share = (z: number) => {
    let sum = 0;
    for (let k = -END / STEP; k <= END / STEP; k++) {
      const m = k * STEP;
      sum += exp((-m * m) / 2) * missed(normalTail(-m), normalTail(z * Math.SQRT2 - m));
    }
    return (groups * sum * STEP) / Math.sqrt(2 * Math.PI);
  };
  let low = Z_95;
  let high = 10;
  for (let k = 0; k < 40; k++) {
    const middle = (low + high) / 2;
    if (share(middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

function power(base: number, exponent: number): number {
  return base > 0 ? exp(exponent * log(base)) : 0;
}
