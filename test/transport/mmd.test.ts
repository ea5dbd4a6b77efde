import { describe, expect, it } from "vitest";
import { matrix } from "../../src/math/matrix.js";
import { squaredMmd } from "../../src/transport/mmd.js";
import { kernelSets } from "../kernels/kernel-sets.js";

describe.each(kernelSets)("squaredMmd with $name kernels", ({ kernels }) => {
  it("is 2 − 2·exp(−r²/2h²) for two points", () => {
    const distance = squaredMmd(matrix(1, 1, [0]), matrix(1, 1, [3]), kernels, { bandwidth: 2 });
    expect(distance).toBeCloseTo(2 - 2 * Math.exp(-9 / 8), 14);
  });

  it("is 0 for the same cloud in another order, and for points that all coincide", () => {
    const x = matrix(3, 2, [0, 1, 2, 3, 4, 5]);
    const y = matrix(3, 2, [4, 5, 0, 1, 2, 3]);
    expect(Math.abs(squaredMmd(x, y, kernels))).toBeLessThan(1e-15);
    expect(squaredMmd(matrix(2, 1, [1, 1]), matrix(1, 1, [1]), kernels)).toBe(0);
  });

  it("uses the median distance when no bandwidth is given: distances {1, 3, 4} give 3", () => {
    const x = matrix(2, 1, [0, 1]);
    const y = matrix(1, 1, [4]);
    expect(squaredMmd(x, y, kernels)).toBe(squaredMmd(x, y, kernels, { bandwidth: 3 }));
  });

  it("weighs: a point of weight zero takes no part", () => {
    const x = matrix(2, 1, [0, 9]);
    const y = matrix(1, 1, [1]);
    const xWeights = Float64Array.of(1, 0);
    expect(squaredMmd(x, y, kernels, { bandwidth: 1, xWeights })).toBeCloseTo(2 - 2 * Math.exp(-0.5), 14);
  });

  it("refuses by their sizes clouds whose distances do not fit, and says so", () => {
    const wide = { rows: 40_000, columns: 0, values: new Float64Array(0) };
    const one = matrix(1, 0, []);
    const refusal = {
      code: "TOO_LARGE",
      message: expect.stringMatching(/40000 and 1 rows .* about 11\.9 GB .* use fewer/),
    };
    expect(() => squaredMmd(wide, one, kernels)).toThrow(expect.objectContaining(refusal));
    expect(() => squaredMmd(wide, one, kernels, { bandwidth: 1 })).toThrow(expect.objectContaining(refusal));
  });
});
