import type { Matrix } from "../../math/matrix.js";
import type { BarycenterFit, BarycenterProblem } from "../kernels.js";
import { adam } from "./adam.js";
import { sinkhorn } from "./sinkhorn.js";

/** Adam on the support points against the exact Sinkhorn gradient; self terms of the fixed clouds are recomputed. */
export function fitBarycenter(problem: BarycenterProblem): BarycenterFit {
  const { initial, cloud, anchor, lambda, blur, scaling, epochs, learningRate } = problem;
  const points: Matrix = { rows: initial.rows, columns: initial.columns, values: initial.values.slice() };
  const step = adam(points.values, learningRate);
  const losses = new Float64Array(epochs);
  const uniform = [points, cloud, anchor].map((x) => new Float64Array(x.rows).fill(1 / x.rows));
  const gradient = new Float64Array(points.values.length);
  for (let epoch = 0; epoch < epochs; epoch++) {
    gradient.fill(0);
    for (const [side, target, share] of [
      [1, cloud, 1 - lambda],
      [2, anchor, lambda],
    ] as const) {
      const solution = sinkhorn({
        x: points,
        y: target,
        xWeights: uniform[0]!,
        yWeights: uniform[side]!,
        blur,
        scaling,
      });
      losses[epoch]! += share * solution.value;
      for (let k = 0; k < gradient.length; k++) gradient[k]! += share * solution.xGradient[k]!;
    }
    step(gradient);
  }
  return { points, losses };
}
