import type { Kernels } from "../kernels/kernels.js";
import { exactTransport } from "../transport/exact.js";
import { interpolate, type Measure } from "../transport/interpolate.js";

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
