import type { Matrix } from "../../math/matrix.js";
import {
  type CloudDistances,
  distancesToClouds,
  type Geometry,
  rootDifference,
  squaredDistanceAt,
} from "./geometry.js";

/** Least and greatest margin of each row over all (λ₀, λ₁) in [0, ½]², and the margin at the λ of the audit. */
export interface Band {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly chosen: Float64Array;
}

/** The exact λ-band of any encoded rows. */
export interface BandRule {
  margins(x: Matrix): Band;
}

/** The largest weight of the letters that the formula λ = B / (A + 2B) can give. */
const LARGEST = 0.5;

/**
 * The margin D₀(x, λ₀) − D₁(x, λ₁) is separable, and each D² is a convex quadratic in its λ: the extremes lie at 0, at
 * ½ or at the stationary point, so the band is exact, without a grid.
 */
export function lambdaBand(geometry: Geometry): BandRule {
  const { squared, lambda } = geometry;
  return { margins: (x) => bandOfDistances(distancesToClouds(geometry, x), squared, lambda) };
}

/** The λ-band of people from their distances to the clouds; `squared` has the classes' squared distances to letters. */
export function bandOfDistances(
  { rejected, accepted, letters }: CloudDistances,
  squared: readonly [number, number],
  lambda: readonly [number, number],
): Band {
  const rows = rejected.length;
  const band = { low: new Float64Array(rows), high: new Float64Array(rows), chosen: new Float64Array(rows) };
  for (let i = 0; i < rows; i++) {
    const toLetters = letters[i]!;
    const zero = extremes(rejected[i]!, toLetters, squared[0]);
    const one = extremes(accepted[i]!, toLetters, squared[1]);
    band.low[i] = rootDifference(zero.least, one.greatest);
    band.high[i] = rootDifference(zero.greatest, one.least);
    band.chosen[i] = rootDifference(
      squaredDistanceAt(lambda[0], rejected[i]!, toLetters, squared[0]),
      squaredDistanceAt(lambda[1], accepted[i]!, toLetters, squared[1]),
    );
  }
  return band;
}

/** 1 where every λ accepts, 0 where every λ rejects, −1 where they differ; a margin of 0 accepts. */
export function settledByBand({ low, high }: Band): Int8Array {
  return Int8Array.from(low, (least, i) => (least >= 0 ? 1 : high[i]! < 0 ? 0 : -1));
}

/** Least and greatest D² over λ in [0, ½], from squared distances: person to class, to letters, and between the two. */
export function extremes(own: number, letters: number, between: number): { least: number; greatest: number } {
  const start = squaredDistanceAt(0, own, letters, between);
  const end = squaredDistanceAt(LARGEST, own, letters, between);
  const stationary = between > 0 ? (between + own - letters) / (2 * between) : 0;
  const inside = Math.min(LARGEST, Math.max(0, stationary));
  return {
    least: Math.min(start, end, squaredDistanceAt(inside, own, letters, between)),
    greatest: Math.max(start, end),
  };
}
