import type { Matrix } from "../../math/matrix.js";
import { exp, log } from "../../math/special.js";

/** −ε · log Σⱼ exp(hⱼ − Cᵢⱼ/ε) per row; subtracts the largest exponent first, so no term can overflow. */
export function softmin(cost: Matrix, h: Float64Array, epsilon: number): Float64Array {
  const n = cost.rows;
  const m = cost.columns;
  const result = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < m; j++) largest = Math.max(largest, h[j]! - cost.values[i * m + j]! / epsilon);
    let sum = 0;
    for (let j = 0; j < m; j++) sum += exp(h[j]! - cost.values[i * m + j]! / epsilon - largest);
    result[i] = -epsilon * (largest + log(sum));
  }
  return result;
}
