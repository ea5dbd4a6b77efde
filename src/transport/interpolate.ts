import type { Kernels, TransportPlan } from "../kernels/kernels.js";
import { type Matrix, requireSameColumns, zeros } from "../math/matrix.js";
import { requireWithin } from "../options.js";
import { exactTransport } from "./exact.js";

/** Weighted points. */
export interface Measure {
  readonly points: Matrix;
  readonly weights: Float64Array;
}

/**
 * McCann's displacement interpolation: mass πᵢⱼ at (1−t)·xᵢ + t·yⱼ. t = 0 gives x, t = 1 gives y, and along an optimal
 * plan W₂ grows in proportion to t.
 */
export function interpolate(x: Matrix, y: Matrix, plan: TransportPlan, t: number): Measure {
  requireSameColumns("interpolate", x, y);
  requireWithin("t", t, 0, 1);
  const d = x.columns;
  const points = zeros(plan.mass.length, d);
  for (let k = 0; k < plan.mass.length; k++) {
    const from = plan.source[k]! * d;
    const to = plan.target[k]! * d;
    for (let c = 0; c < d; c++) points.values[k * d + c] = (1 - t) * x.values[from + c]! + t * y.values[to + c]!;
  }
  return { points, weights: plan.mass };
}

/** The Wasserstein geodesic between two measures: `at(0)` is the first, `at(1)` the second, `at(0.5)` the midpoint. */
export interface Geodesic {
  /** W₂ from end to end. */
  readonly length: number;
  at(gamma: number): Measure;
}

/** The geodesic from Q₀ to Q₁ along one exact plan, computed once for any number of points on it. */
export function geodesic(from: Measure, to: Measure, kernels: Kernels): Geodesic {
  const exact = exactTransport(from.points, to.points, kernels, { xWeights: from.weights, yWeights: to.weights });
  return {
    length: Math.sqrt(exact.squaredDistance),
    at: (gamma) => interpolate(from.points, to.points, exact.plan, gamma),
  };
}
