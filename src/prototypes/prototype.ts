import { type Matrix, zeros } from "../math/matrix.js";
import type { Measure } from "../transport/interpolate.js";

/** A class prototype: weighted points, and the two numbers that decide. */
export interface Prototype extends Measure {
  /** Weighted mean of the points. */
  readonly mean: Float64Array;
  /** Total variance E‖q‖² − ‖mean‖², summed over the coordinates. */
  readonly variance: number;
}

/** Mean and total variance of weighted rows, by deviations from the mean; weights are divided by their sum. */
export function moments(points: Matrix, weights?: Float64Array): { mean: Float64Array; variance: number } {
  const d = points.columns;
  const mean = new Float64Array(d);
  let mass = 0;
  for (let i = 0; i < points.rows; i++) {
    const weight = weights ? weights[i]! : 1;
    mass += weight;
    for (let k = 0; k < d; k++) mean[k]! += weight * points.values[i * d + k]!;
  }
  for (let k = 0; k < d; k++) mean[k]! /= mass;
  let variance = 0;
  for (let i = 0; i < points.rows; i++) {
    let squared = 0;
    for (let k = 0; k < d; k++) {
      const deviation = points.values[i * d + k]! - mean[k]!;
      squared += deviation * deviation;
    }
    variance += (weights ? weights[i]! : 1) * squared;
  }
  return { mean, variance: variance / mass };
}

export function prototypeFromPoints(points: Matrix, weights: Float64Array): Prototype {
  return { points, weights, ...moments(points, weights) };
}

/** A prototype known by mean and variance alone: enough to decide, nothing to draw. */
export function prototypeFromMoments(mean: Float64Array, variance: number): Prototype {
  return { points: zeros(0, mean.length), weights: new Float64Array(0), mean, variance };
}
