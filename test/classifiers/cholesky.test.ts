import { describe, expect, it } from "vitest";
import { factorInPlace, solveInPlace } from "../../src/classifiers/cholesky.js";

describe("cholesky", () => {
  it("factors and solves a system whose solution is known in whole numbers", () => {
    const a = Float64Array.of(4, 0, 0, 12, 37, 0, -16, -43, 98); // lower triangle of [[4,12,-16],[12,37,-43],[-16,-43,98]]
    expect(factorInPlace(a, 3)).toBe(true);
    expect([a[0], a[3], a[4], a[6], a[7], a[8]]).toEqual([2, 6, 1, -8, 5, 3]);
    const b = Float64Array.of(4 + 24 - 48, 12 + 74 - 129, -16 - 86 + 294); // A·(1, 2, 3)
    solveInPlace(a, 3, b);
    expect(Array.from(b)).toEqual([1, 2, 3]);
  });

  it("says so when the matrix is not positive definite", () => {
    expect(factorInPlace(Float64Array.of(1, 0, 2, 1), 2)).toBe(false);
    expect(factorInPlace(Float64Array.of(Number.NaN), 1)).toBe(false);
    expect(factorInPlace(Float64Array.of(Number.POSITIVE_INFINITY), 1)).toBe(false);
  });
});
