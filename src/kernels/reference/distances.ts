import { type Matrix, zeros } from "../../math/matrix.js";

/** ‖xᵢ − yⱼ‖² for all pairs. */
export function squaredDistances(x: Matrix, y: Matrix): Matrix {
  const result = zeros(x.rows, y.rows);
  const d = x.columns;
  for (let i = 0; i < x.rows; i++) {
    for (let j = 0; j < y.rows; j++) {
      let sum = 0;
      for (let k = 0; k < d; k++) {
        const difference = x.values[i * d + k]! - y.values[j * d + k]!;
        sum += difference * difference;
      }
      result.values[i * y.rows + j] = sum;
    }
  }
  return result;
}
