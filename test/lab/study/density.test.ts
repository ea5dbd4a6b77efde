import { describe, expect, it } from "vitest";
import { DENSITY_GRID, scoreDensity, silvermanBandwidth } from "../../../src/lab/study/density.js";
import { seededRandom } from "../../../src/math/random.js";

/** ∫ over the grid by the trapezoidal rule. */
function mass(density: readonly number[]): number {
  return density.reduce((sum, value, k) => sum + (k === 0 || k === density.length - 1 ? value / 2 : value), 0) / 100;
}

describe("silvermanBandwidth", () => {
  it("is 0.9 · min(sd, IQR / 1.34) · n^(−1/5), by hand", () => {
    // 0, 0.25, 0.5, 0.75, 1: sd √0.15625 = 0.395285, IQR 0.5 → 0.373134
    const even = Float64Array.of(1, 0, 0.5, 0.25, 0.75);
    expect(silvermanBandwidth(even)).toBeCloseTo((0.9 * (0.5 / 1.34)) / 5 ** 0.2, 12);
    // more than half equal: the range says nothing
    const lump = Float64Array.of(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1);
    expect(silvermanBandwidth(lump)).toBeCloseTo((0.9 * Math.sqrt(0.25 / 7)) / 7 ** 0.2, 12);
  });

  it("never vanishes", () => {
    expect(silvermanBandwidth(Float64Array.of(0.3, 0.3, 0.3))).toBe(0.005);
    expect(silvermanBandwidth(Float64Array.of(0.3))).toBe(0.005);
  });
});

describe("scoreDensity", () => {
  it("is the Gaussian bell of one score, far from the ends", () => {
    const density = scoreDensity(Float64Array.of(0.5))!;
    const bell = (x: number) => Math.exp(-0.5 * ((x - 0.5) / 0.005) ** 2) / (0.005 * Math.sqrt(2 * Math.PI));
    DENSITY_GRID.forEach((x, k) => {
      expect(density[k]).toBeCloseTo(bell(x), 9);
    });
  });

  it("keeps its mass inside, also where scores crowd at an end", () => {
    const random = seededRandom(1, "density");
    for (const stretch of [1, 3, 12]) {
      const scores = Float64Array.from({ length: 200 }, () => random.uniform() ** stretch);
      expect(mass(scoreDensity(scores)!)).toBeCloseTo(1, 2);
    }
  });

  it("is symmetric where scores are, and does not depend on their order", () => {
    const scores = Float64Array.of(0.02, 0.1, 0.4, 0.6, 0.9, 0.98);
    const density = scoreDensity(scores)!;
    density.forEach((value, k) => {
      expect(value).toBeCloseTo(density[100 - k]!, 10);
    });
    expect(scoreDensity(scores.toReversed())![30]).toBeCloseTo(density[30]!, 12);
  });

  it("of nothing is not defined", () => {
    expect(scoreDensity(new Float64Array(0))).toBe(null);
  });
});
