import { describe, expect, it } from "vitest";
import { wasserstein1 } from "../../src/transport/one-dimensional.js";
import { vectors, weightsOf } from "../fixtures/vectors.js";

const onTheLine = vectors.cases.filter((entry) => typeof entry.W1_1d === "number");

describe("wasserstein1", () => {
  it.each(onTheLine)("agrees with POT on $name", (entry) => {
    const distance = wasserstein1(entry.X.flat(), entry.Y.flat(), {
      aWeights: weightsOf(entry.a),
      bWeights: weightsOf(entry.b),
    });
    expect(Math.abs(distance - entry.W1_1d!)).toBeLessThanOrEqual(1e-12);
  });

  it("is the shift for a shifted sample, the gap for two points, and 0 for the same sample in another order", () => {
    expect(wasserstein1([1, 2, 3], [4, 5, 6])).toBeCloseTo(3, 14);
    expect(wasserstein1([0], [7])).toBe(7);
    expect(wasserstein1([3, 1, 2], [1, 2, 3])).toBe(0);
  });

  it("weighs: half the mass moves by two", () => {
    const distance = wasserstein1([0, 2], [0], { aWeights: Float64Array.of(3, 3), bWeights: Float64Array.of(1) });
    expect(distance).toBe(1);
  });

  it("handles samples of different sizes: {0, 1} against {0, ½, 1}", () => {
    expect(wasserstein1([0, 1], [0, 0.5, 1])).toBeCloseTo(1 / 6, 15);
  });

  it("refuses an empty sample and values that are not finite", () => {
    expect(() => wasserstein1([], [1])).toThrow("a has no rows");
    expect(() => wasserstein1([1], [Number.NaN])).toThrow("b[0] is NaN");
  });
});
