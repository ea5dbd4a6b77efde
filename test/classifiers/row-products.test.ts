import { describe, expect, it } from "vitest";
import { rowProducts } from "../../src/classifiers/row-products.js";
import { type Matrix, matrix } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";

/** Numbers, of which about `share` are not zero. */
function numbers(rows: number, columns: number, share: number): Matrix {
  const random = seededRandom(rows + columns, "products");
  const value = () => (random.uniform() < share ? 4 * random.uniform() - 2 : 0);
  return matrix(rows, columns, Float64Array.from({ length: rows * columns }, value));
}

/** Σᵢ weightsᵢ·aᵢ·bᵢ over all rows, in four sums by row modulo 4; rows after the last four join the first sum. */
function sumOf(weights: Float64Array, a: Float64Array, b: Float64Array): number {
  const parts = [0, 0, 0, 0];
  const whole = a.length - (a.length % 4);
  for (let i = 0; i < a.length; i++) parts[i < whole ? i % 4 : 0]! += weights[i]! * a[i]! * b[i]!;
  return parts[0]! + parts[1]! + (parts[2]! + parts[3]!);
}

describe("rowProducts", () => {
  it.each([
    [23, 6, 0.2],
    [23, 6, 0.9],
    [3, 4, 0.2],
    [0, 2, 0.2],
  ])("sums %i rows × %i columns in one order, with %f of the entries not zero", (rows, columns, share) => {
    const x = numbers(rows, columns, share);
    const weights = numbers(2, rows, 1).values;
    const [residual, curvature] = [weights.subarray(0, rows), weights.subarray(rows)];
    const gradient = new Float64Array(columns + 1).fill(7);
    const hessian = new Float64Array((columns + 1) * (columns + 1)).fill(7);
    rowProducts(x).derivatives(residual, curvature, gradient, hessian);
    const ones = new Float64Array(rows).fill(1);
    const columnOf = (j: number) => (j === columns ? ones : ones.map((_, i) => x.values[i * columns + j]!));
    for (let j = 0; j <= columns; j++) {
      expect(gradient[j]).toBe(sumOf(residual, columnOf(j), ones));
      for (let k = 0; k <= j; k++) {
        expect(hessian[j * (columns + 1) + k]).toBe(sumOf(curvature, columnOf(j), columnOf(k)));
      }
    }
  });

  it("adds the intercept last", () => {
    const x = matrix(2, 3, Float64Array.of(1, 0, 2, 0, 0, 0));
    expect(rowProducts(x).values(Float64Array.of(0.1, 5, 0.3, 10))).toEqual(Float64Array.of(0.1 + 0.6 + 10, 10));
  });
});
