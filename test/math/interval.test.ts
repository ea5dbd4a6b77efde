import { describe, expect, it } from "vitest";
import { wilsonInterval } from "../../src/math/interval.js";

describe("wilsonInterval", () => {
  // scipy 1.x: binomtest(s, n).proportion_ci(0.95, "wilson")
  it.each([
    [0, 10, 0, 0.27753279986288926],
    [5, 10, 0.236593090512564, 0.7634069094874361],
    [81, 263, 0.2552885198782742, 0.36620957698280004],
    [10, 10, 0.7224672001371109, 1],
  ])("%i of %i agrees with SciPy", (successes, n, low, high) => {
    const interval = wilsonInterval(successes, n);
    expect(interval.low).toBeCloseTo(low, 14);
    expect(interval.high).toBeCloseTo(high, 14);
  });

  it("solves (p̂ − p)² = z²·p(1−p)/n at both ends", () => {
    const { low, high } = wilsonInterval(37, 90);
    for (const p of [low, high]) {
      expect((37 / 90 - p) ** 2).toBeCloseTo((1.959963984540054 ** 2 * p * (1 - p)) / 90, 14);
    }
  });

  it("mirrors: failures instead of successes", () => {
    const a = wilsonInterval(3, 17);
    const b = wilsonInterval(14, 17);
    expect(a.low).toBeCloseTo(1 - b.high, 14);
    expect(a.high).toBeCloseTo(1 - b.low, 14);
  });

  it("knows nothing without rows, and refuses impossible counts", () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect(() => wilsonInterval(3, 2)).toThrow("0 <= successes <= n, got 3 of 2");
    expect(() => wilsonInterval(Number.NaN, 2)).toThrow("got NaN of 2");
  });
});
