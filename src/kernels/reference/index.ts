import { type Matrix, zeros } from "../../math/matrix.js";
import type { Kernels } from "../kernels.js";
import { sinkhorn, softmin, squaredDistances } from "./sinkhorn.js";
import { fitBarycenter, trainNet } from "./training.js";
import { assignment, transport } from "./transport.js";

/** Every kernel in plain TypeScript and double precision: slow, readable, and what the fast set is tested against. */
export const referenceKernels: Kernels = {
  name: "reference",
  squaredDistances,
  softmin,
  sinkhorn,
  fitBarycenters: (problems) => problems.map(fitBarycenter),
  assignment,
  transport,
  trainNet,
  prototypeMargins,
  weightedSums,
};

function weightedSums(x: Matrix, weights: Matrix, bias: Float64Array): Matrix {
  const result = zeros(x.rows, weights.rows);
  const d = x.columns;
  for (let i = 0; i < x.rows; i++) {
    for (let o = 0; o < weights.rows; o++) {
      let sum = 0;
      for (let k = 0; k < d; k++) sum += x.values[i * d + k]! * weights.values[o * d + k]!;
      result.values[i * weights.rows + o] = sum + bias[o]!;
    }
  }
  return result;
}

/** (D₀² − D₁² + offset) / (D₀ + D₁) per row; the difference in the form 2·(m₁ − m₀)·(x − (m₀ + m₁)/2) + v₀ − v₁. */
function prototypeMargins(
  x: Matrix,
  means: Matrix,
  variances: readonly [number, number],
  offset: number,
): Float64Array {
  const d = x.columns;
  const margins = new Float64Array(x.rows);
  for (let i = 0; i < x.rows; i++) {
    let squared0 = variances[0];
    let squared1 = variances[1];
    let difference = variances[0] - variances[1] + offset;
    for (let k = 0; k < d; k++) {
      const m0 = means.values[k]!;
      const m1 = means.values[d + k]!;
      const from0 = x.values[i * d + k]! - m0;
      const from1 = x.values[i * d + k]! - m1;
      squared0 += from0 * from0;
      squared1 += from1 * from1;
      difference += (m1 - m0) * (from0 + from1);
    }
    const scale = Math.sqrt(squared0) + Math.sqrt(squared1);
    margins[i] = scale > 0 ? difference / scale : difference;
  }
  return margins;
}
