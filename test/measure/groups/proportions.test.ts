import { describe, expect, it } from "vitest";
import { Z_95 } from "../../../src/math/interval.js";
import { differenceOf, rateWith, ratioOf, scoreRatio, testEqual } from "../../../src/measure/groups/proportions.js";
import stored from "../../fixtures/facts.json" with { type: "json" };

/** Two shares from [successes, n, successes, n]. */
function sides(table: readonly number[]) {
  const [a = 0, n = 0, b = 0, m = 0] = table;
  return [
    { successes: a, n },
    { successes: b, n: m },
  ] as const;
}

function expectEnds({ low, high }: { low: number; high: number }, ends: readonly number[], digits = 9) {
  expect(low).toBeCloseTo(ends[0] ?? Number.NaN, digits);
  expect(high).toBeCloseTo(ends[1] ?? Number.NaN, digits);
}

describe.each(stored.pairs)("intervals of $table at z = $z", ({ table, z, difference, score, hybrid }) => {
  const [a, b] = sides(table);

  it("agree with SciPy's: difference, ratio by the score test, ratio by limits", () => {
    expectEnds(differenceOf(rateWith(a, z), rateWith(b, z)), difference, 13);
    expectEnds(scoreRatio(a, b, z), score);
    expectEnds(ratioOf(rateWith(a, z), rateWith(b, z)), hybrid);
  });

  it("hold the value, and the other way round the inverse", () => {
    for (const estimate of [scoreRatio(a, b, z), ratioOf(rateWith(a, z), rateWith(b, z))]) {
      expect(estimate.value).toBe(a.successes / a.n / (b.successes / b.n));
      expect(estimate.low).toBeLessThanOrEqual(estimate.value);
      expect(estimate.high).toBeGreaterThanOrEqual(estimate.value);
    }
    if (a.successes === 0) return;
    const turned = scoreRatio(b, a, z);
    expect(scoreRatio(a, b, z).low * turned.high).toBeCloseTo(1, 9);
    const hybridTurned = ratioOf(rateWith(b, z), rateWith(a, z));
    expect(ratioOf(rateWith(a, z), rateWith(b, z)).low * hybridTurned.high).toBeCloseTo(1, 9);
  });
});

describe("coverage, by summing over every pair of counts", () => {
  /** Probabilities of 0…n successes. */
  function binomial(n: number, p: number): number[] {
    const probabilities = [(1 - p) ** n];
    for (let k = 1; k <= n; k++) probabilities.push(((probabilities[k - 1] ?? 0) * (n - k + 1) * p) / (k * (1 - p)));
    return probabilities;
  }

  it.each([
    [20, 0.1, 20, 0.5],
    [20, 0.5, 50, 0.8],
    [50, 0.05, 20, 0.2],
    [20, 0.8, 20, 0.95],
    [50, 0.95, 50, 0.95],
  ])("of the ratio with %i people at %f and %i at %f is 92 to 98 %%", (n, p, m, q) => {
    const [first, second] = [binomial(n, p), binomial(m, q)];
    let covered = 0;
    let defined = 0;
    for (const [a, left] of first.entries()) {
      for (const [b, right] of second.entries()) {
        if (b === 0 || left * right < 1e-9) continue;
        const { low, high } = scoreRatio({ successes: a, n }, { successes: b, n: m }, Z_95);
        defined += left * right;
        if (low <= p / q && p / q <= high) covered += left * right;
      }
    }
    expect(covered / defined).toBeGreaterThan(0.92);
    expect(covered / defined).toBeLessThan(0.98);
  });
});

describe("testEqual", () => {
  it.each(stored.zTest)("of $table is the z test of SciPy's chi-squared value", ({ table, p }) => {
    const found = testEqual(...sides(table));
    expect(found.name).toBe("z");
    expect(Math.abs(found.p / p - 1)).toBeLessThan(1e-11);
  });

  it("is exact as soon as one expected count is below ten", () => {
    // expected successes: 10 of 20, then 9.5 of 19
    expect(testEqual({ successes: 8, n: 20 }, { successes: 12, n: 20 }).name).toBe("z");
    expect(testEqual({ successes: 8, n: 19 }, { successes: 11, n: 19 }).name).toBe("fisher");
    expect(testEqual({ successes: 0, n: 500 }, { successes: 0, n: 500 })).toEqual({ name: "fisher", p: 1 });
  });
});
