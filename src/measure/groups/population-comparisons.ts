import type { GroupComparison } from "../../findings/facts.js";
import { type Estimate, Z_95 } from "../../math/interval.js";
import type { Side } from "./compared.js";
import { correctComparisons, pValueOf } from "./corrected.js";
import { differenceOf } from "./proportions.js";

/** A group whose rate in the population is known, with what its people there weigh. */
export interface PopulationSide extends Side {
  readonly mass: number;
}

/**
 * Compares each group of each attribute with the attribute's other groups together, in the population. Holm's
 * correction goes over these comparisons and over `otherTests` made of the same groups before. Null where a rate is not
 * known; the two groups of an attribute of two are one comparison.
 */
export function comparePopulation(
  attributes: readonly (readonly (PopulationSide | null)[])[],
  otherTests: number,
): (GroupComparison | null)[][] {
  const made = attributes.flatMap((sides, attribute) => {
    const known = sides.filter((side) => side !== null);
    if (known.length < 2) return [];
    const compared = sides.flatMap((side, place) => {
      if (side === null) return [];
      const others = known.filter((other) => other !== side);
      const difference = (z: number) => differenceOf(side.rate(z), rateTogether(others, z));
      return { attribute, place, side, others, difference, p: pValueOf(difference) };
    });
    return known.length === 2 ? [compared] : compared.map((one) => [one]);
  });
  const corrected = correctComparisons(
    made.map(([first]) => first!.p),
    otherTests,
  );
  const all = attributes.map((sides) => sides.map((): GroupComparison | null => null));
  for (const [k, alike] of made.entries()) {
    const { z, p, adjusted } = corrected[k]!;
    for (const { attribute, place, side, others, difference } of alike) {
      const [rate, rest] = [side.rate(Z_95).value, rateTogether(others, Z_95).value];
      all[attribute]![place] = { rate, rest, single: difference(Z_95), difference: difference(z), p, adjusted };
    }
  }
  return all;
}

/** The mean of several groups' rates by mass; the groups are independent, so squares of distances to limits add up. */
function rateTogether(sides: readonly PopulationSide[], z: number): Estimate {
  const mass = sides.reduce((sum, side) => sum + side.mass, 0);
  let [value, below, above] = [0, 0, 0];
  for (const side of sides) {
    const part = side.mass / mass;
    const rate = side.rate(z);
    value += part * rate.value;
    below += square(part * (rate.value - rate.low));
    above += square(part * (rate.high - rate.value));
  }
  return { value, low: value - Math.sqrt(below), high: value + Math.sqrt(above) };
}

function square(value: number): number {
  return value * value;
}
