import type { Spread } from "../../findings/quantities.js";
import { type Estimate, Z_95 } from "../../math/interval.js";
import { comparisonErrors } from "./comparison-errors.js";
import { differenceOf } from "./proportions.js";

/** A group that can be compared: its size, and its rate with an interval of z standard errors. */
export interface Side {
  readonly group: string;
  readonly n: number;
  readonly rate: (z: number) => Estimate;
}

/** Groups against the highest of them. */
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
  const ratio = highest.value > 0 ? ratioWith(lowest.side, reference, errors.lowestWithHighest) : null;
  return {
    reference,
    ratios: sides.map((side) => {
      if (side === null || highest.value === 0) return null;
      return side === reference ? { value: 1, low: 1, high: 1 } : ratioWith(side, reference, errors.withHighest);
    }),
    parityDifference: {
      ...differenceOf(reference.rate(errors.lowestWithHighest), lowest.side.rate(errors.lowestWithHighest)),
      ...names,
    },
    parityRatio: ratio && { ...ratio, ...names },
  };
}
