import { describe, expect, it } from "vitest";
import { logistic } from "../../src/classifiers/logistic.js";
import { outOfRowSpace, rowSpace } from "../../src/classifiers/row-space.js";
import { type Matrix, matrix, row, stackRows } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";

function drawn(rows: number, columns: number, seed: number): Matrix {
  const random = seededRandom(seed, "rows");
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.normal()),
  );
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);

describe("the space of the rows", () => {
  it("has as many directions as rows point in, at right angles, and gives the rows back", () => {
    const own = drawn(4, 9, 1);
    const mixed = matrix(
      1,
      9,
      row(own, 0).map((value, j) => 2 * value - row(own, 3)[j]!),
    );
    const x = stackRows(own, mixed, matrix(1, 9, new Float64Array(9)));
    const space = rowSpace(x);
    expect(space.basis.rows).toBe(4);
    for (let i = 0; i < 4; i++) {
      for (let k = 0; k < 4; k++) {
        expect(dot(row(space.basis, i), row(space.basis, k))).toBeCloseTo(i === k ? 1 : 0, 14);
      }
    }
    for (let i = 0; i < x.rows; i++) {
      const rebuilt = outOfRowSpace(space, row(space.coordinates, i));
      rebuilt.forEach((value, j) => {
        expect(value).toBeCloseTo(row(x, i)[j]!, 13);
      });
    }
  });
});

describe("logistic regression with more columns than rows", () => {
  // Columns of zeros change neither loss nor penalty: with 255 columns the minimum is sought over columns, with 300 over rows.
  it("finds the same minimum either way", () => {
    const narrow = drawn(60, 255, 2);
    const labels = Uint8Array.from({ length: 60 }, (_, i) => (row(narrow, i)[0]! + row(narrow, i)[1]! > 0 ? 1 : 0));
    const wide = matrix(
      60,
      300,
      Float64Array.from({ length: 60 * 300 }, (_, at) => {
        const [i, j] = [Math.floor(at / 300), at % 300];
        return j < 255 ? narrow.values[i * 255 + j]! : 0;
      }),
    );
    const byColumns = logistic({ strength: 0.1 }).fit(narrow, labels);
    const byRows = logistic({ strength: 0.1 }).fit(wide, labels);
    expect([byColumns.converged, byRows.converged]).toEqual([true, true]);
    byColumns.coefficients.forEach((value, j) => {
      expect(byRows.coefficients[j]).toBeCloseTo(value, 10);
    });
    expect(byRows.coefficients.subarray(255)).toEqual(new Float64Array(45));
    expect(byRows.intercept).toBeCloseTo(byColumns.intercept, 10);
  });
});
