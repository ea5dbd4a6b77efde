import { describe, expect, it } from "vitest";
import { logistic } from "../../src/classifiers/logistic.js";
import { type Matrix, matrix, selectRows, stackRows } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { fitLine, lineLogits, lineRows } from "../../src/surrogate/bracket-line.js";

/** Two numbers and a category of three levels, most of whose columns are 0. */
function rowsAround(count: number, shift: number, stream: string): Matrix {
  const random = seededRandom(3, stream);
  const rows = Array.from({ length: count }, () => {
    const level = random.integer(3);
    const spread = [random.normal() + shift, random.normal() - 0.4 * shift];
    return [...spread, level === 0 ? 1 : 0, level === 1 ? 1 : 0, level === 2 ? 1 : 0];
  });
  return matrix(count, 5, rows.flat());
}

describe("fitLine", () => {
  const zeros = rowsAround(30, -0.7, "zeros");
  const ones = rowsAround(25, 0.7, "ones");
  const times0 = Int32Array.from({ length: 30 }, (_, i) => i % 3);
  const times1 = Int32Array.from({ length: 25 }, (_, i) => (i * 7) % 4);
  const parts = [
    { ...lineRows(zeros, 0), times: times0 },
    { ...lineRows(ones, 1), times: times1 },
  ];
  const copies = (times: Int32Array) => [...times].flatMap((count, i) => new Array<number>(count).fill(i));
  const x = stackRows(selectRows(zeros, copies(times0)), selectRows(ones, copies(times1)));
  const labels = Uint8Array.from({ length: x.rows }, (_, i) => (i < copies(times0).length ? 0 : 1));

  it("is logistic regression on copies of the rows", () => {
    const expected = logistic({ strength: 1 / 30 }).fit(x, labels);
    const found = fitLine(parts, 5);
    expected.coefficients.forEach((value, k) => {
      expect(found[k]).toBeCloseTo(value, 6);
    });
    expect(found[5]).toBeCloseTo(expected.intercept, 6);
  });

  it("finds the same minimum from any start", () => {
    const found = fitLine(parts, 5);
    const other = fitLine(parts, 5, Float64Array.of(3, -2, 1, 0, 4, -1));
    found.forEach((value, k) => {
      expect(other[k]).toBeCloseTo(value, 6);
    });
  });

  it("gives log-odds of chosen rows", () => {
    const line = Float64Array.of(1, 2, 10, 20, 30, 0.5);
    const rows = lineRows(matrix(2, 5, [1, 1, 0, 1, 0, 0, -1, 0, 0, 1]), 1);
    expect([...lineLogits(rows, line, Int32Array.of(1, 0))]).toEqual([28.5, 23.5]);
  });
});
