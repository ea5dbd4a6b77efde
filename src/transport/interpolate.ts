import type { TransportPlan } from "../kernels/kernels.js";
import { type Matrix, requireSameColumns, zeros } from "../math/matrix.js";
import { requireWithin } from "../options.js";

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
