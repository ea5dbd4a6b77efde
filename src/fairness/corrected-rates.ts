import { type Estimate, Z_95 } from "../math/interval.js";
import { ratioOf, sumOf } from "../math/mover.js";
import { LEAST_GROUP } from "./groups.js";
import { extremes, isMeasured, rateOf, type Tally } from "./model-rates.js";

/** Errors d − d̂ of a surrogate on the observed people of one group: observed decision minus out-of-fold one. */
export interface Residuals {
  n: number;
  mass: number;
  /** Σw², Σw·r, Σw²·r and Σw²·r² of residuals r with weights w. */
  squares: number;
  sum: number;
  squaredSum: number;
  squaredSquares: number;
}

/** One entry per group; people of unknown group (−1) are in none. `outOfFold` is the share of deals that accepted the person. */
export function collectResiduals(
  groups: number,
  groupOf: Int32Array,
  decisions: Uint8Array,
  outOfFold: Float64Array,
  weights: Float64Array | null,
): Residuals[] {
  const all = Array.from(
    { length: groups },
    (): Residuals => ({ n: 0, mass: 0, squares: 0, sum: 0, squaredSum: 0, squaredSquares: 0 }),
  );
  for (let i = 0; i < groupOf.length; i++) {
    const own = all[groupOf[i]!];
    if (own === undefined) continue;
    const weight = weights === null ? 1 : weights[i]!;
    const residual = decisions[i]! - outOfFold[i]!;
    own.n += 1;
    own.mass += weight;
    own.squares += weight * weight;
    own.sum += weight * residual;
    own.squaredSum += weight * weight * residual;
    own.squaredSquares += weight * weight * residual * residual;
  }
  return all;
}

/**
 * The rate of a population whose decisions are not known, from a surrogate's decisions there and its errors on people whose decisions
 * are: mean decision plus mean residual (Angelopoulos, Bates, Fannjiang, Jordan & Zrnic 2023, "Prediction-powered inference").
 * Null with fewer than ten people on either side. Estimate and limits are cut at 0 and 1.
 */
export function correctedRate(population: Tally, residuals: Residuals): Estimate | null {
  const predicted = rateOf(population);
  if (predicted === null || !isMeasured(population)) return null;
  if (residuals.n < LEAST_GROUP || !(residuals.mass > 0)) return null;
  const { value, low, high } = sumOf(predicted, meanResidual(residuals));
  return { value: within(value), low: within(low), high: within(high) };
}

/** Each rate over the highest, in the order given; null where there is no rate, or nothing to compare it with. */
export function correctedRatios(rates: readonly (Estimate | null)[]): (Estimate | null)[] {
  const known = rates.flatMap((rate) => (rate === null ? [] : [{ rate }]));
  const reference = extremes(known)?.highest.rate;
  return rates.map((rate) => {
    if (rate === null || reference === undefined || reference.value === 0) return null;
    return rate === reference ? { value: 1, low: 1, high: 1 } : ratioOf(rate, reference);
  });
}

/**
 * The mean residual, with an interval that has width even where no error was seen: one person wrong each way is added, of
 * average weight (Bonett & Price 2012, "Adjusted Wald confidence interval for a difference of binomial proportions based on paired
 * data"; here with weights, and with residuals averaged over deals).
 */
function meanResidual({ mass, squares, sum, squaredSum, squaredSquares }: Residuals): Estimate {
  const added = squares / mass; // the weight of an average unit of mass: 1 without weights
  const total = mass + 2 * added;
  const centre = sum / total;
  const seen = squaredSquares - 2 * centre * squaredSum + centre * centre * squares;
  const variance = (Math.max(0, seen) + added * added * (2 + 2 * centre * centre)) / (total * total);
  const half = Z_95 * Math.sqrt(variance);
  const value = sum / mass;
  return { value, low: Math.min(value, centre - half), high: Math.max(value, centre + half) };
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
