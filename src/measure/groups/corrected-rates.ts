import type { Estimate } from "../../math/interval.js";

/** Errors d − d̂ of a surrogate on the observed people of one group: observed decision minus out-of-fold one. */
export interface Residuals {
  n: number;
  /** Σw: what the group's weights sum to. */
  mass: number;
  /** Σw², Σw·r, Σw²·r and Σw²·r² of residuals r with weights w. */
  squares: number;
  sum: number;
  squaredSum: number;
  squaredSquares: number;
}

/** People whose decision is known; `outOfFold` is the share of deals that accepted each. */
export interface DecidedPeople {
  readonly decisions: Uint8Array;
  readonly outOfFold: Float64Array;
  readonly weights: Float64Array | null;
}

/** One entry per group; people of unknown group (−1) are in none. */
export function collectResiduals(
  groups: number,
  groupOf: Int32Array,
  { decisions, outOfFold, weights }: DecidedPeople,
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
 * The rate of a population whose decisions are not known, from the rate `predicted` of a surrogate's decisions there
 * and its errors on people whose decisions are: mean decision plus mean residual, with an interval of z standard errors
 * (Angelopoulos, Bates, Fannjiang, Jordan & Zrnic 2023, "Prediction-powered inference"). The two are independent, so
 * the squares of their distances to the limits add up. Estimate and limits are cut at 0 and 1.
 */
export function correctedRate(predicted: Estimate, residuals: Residuals, z: number): Estimate {
  const error = meanResidual(residuals, z);
  const value = predicted.value + error.value;
  const below = squareSum(predicted.value - predicted.low, error.value - error.low);
  const above = squareSum(predicted.high - predicted.value, error.high - error.value);
  return { value: within(value), low: within(value - Math.sqrt(below)), high: within(value + Math.sqrt(above)) };
}

/**
 * The mean residual, with an interval that has width even where no error was seen: half a person of average weight is
 * added who is wrong one way, and half a person wrong the other way (after Agresti & Min 2005, "Simple improved
 * confidence intervals for comparing matched proportions"; here with weights, and residuals averaged over deals).
 */
function meanResidual({ mass, squares, sum, squaredSum, squaredSquares }: Residuals, z: number): Estimate {
  const weight = squares / mass; // of an average unit of mass: 1 without weights
  const total = mass + weight;
  const centre = sum / total;
  const seen = squaredSquares - 2 * centre * squaredSum + centre * centre * squares;
  const variance = (Math.max(0, seen) + weight * weight * (1 + centre * centre)) / (total * total);
  const half = z * Math.sqrt(variance);
  const value = sum / mass;
  return { value, low: Math.min(value, centre - half), high: Math.max(value, centre + half) };
}

function squareSum(a: number, b: number): number {
  return a * a + b * b;
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
