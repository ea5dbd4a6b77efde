import { describe, expect, it } from "vitest";
import { Z_95 } from "../../../src/math/interval.js";
import {
  detectableRatio,
  differenceOf,
  fisherExact,
  holmAdjusted,
  neededPerGroup,
  rateWith,
  ratioOf,
  scoreRatio,
  testEqual,
} from "../../../src/measure/groups/proportions.js";
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

type Table = [number, number, number, number];

describe("fisherExact", () => {
  it.each(stored.fisher)("of $table agrees with SciPy, and with sums of whole numbers", ({ table, p, exact }) => {
    const found = fisherExact(...(table as Table));
    expect(Math.abs(found - p)).toBeLessThanOrEqual(1e-9 * p);
    expect(Math.abs(found - exact)).toBeLessThanOrEqual(1e-11 * exact);
  });

  it("does not mind which side comes first, or which decision counts", () => {
    expect(fisherExact(2, 10, 40, 50)).toBeCloseTo(fisherExact(40, 50, 2, 10), 14);
    expect(fisherExact(2, 10, 40, 50)).toBeCloseTo(fisherExact(8, 10, 10, 50), 14);
  });

  it("counts the equally likely table on the other side", () => {
    // 0 and 5 of 5 against 5 and 0 of 5: 1/252 each
    expect(fisherExact(0, 5, 5, 5)).toBeCloseTo(2 / 252, 15);
  });

  it("has nothing to say where one side or one decision is empty", () => {
    for (const table of [
      [0, 0, 3, 9],
      [4, 9, 0, 0],
      [0, 5, 0, 7],
      [5, 5, 7, 7],
    ] as Table[]) {
      expect(fisherExact(...table)).toBe(1);
    }
  });
});

describe("holmAdjusted", () => {
  it("multiplies the k-th smallest by what is left, in the order given", () => {
    const adjusted = holmAdjusted([0.04, 0.01, 0.03, 0.005]);
    for (const [k, expected] of [0.06, 0.03, 0.06, 0.02].entries()) expect(adjusted[k]).toBeCloseTo(expected, 15);
  });

  it("never exceeds 1, never falls below the p-value before, and leaves one test alone", () => {
    expect(holmAdjusted([0.6, 0.5])).toEqual([1, 1]);
    expect(holmAdjusted([0.01, 0.0101])).toEqual([0.02, 0.02]);
    expect(holmAdjusted([0.3])).toEqual([0.3]);
    expect(holmAdjusted([])).toEqual([]);
  });
});

describe.each(stored.power)("with a rate of $rate among $referenceN people and $n others", (expected) => {
  it("the ratio that would be found, and the people needed for 0.8, agree with SciPy's roots", () => {
    const ratio = detectableRatio(expected.rate, expected.referenceN, expected.n);
    if (expected.ratio === null) expect(ratio).toBeNull();
    else expect(ratio).toBeCloseTo(expected.ratio, 9);
    expect(neededPerGroup(expected.rate)).toBe(expected.needed);
  });
});

describe("power", () => {
  it("with the people needed finds 0.8, with one fewer does not", () => {
    for (const rate of [0.05, 0.3, 0.5, 0.9, 1]) {
      const needed = neededPerGroup(rate) ?? 0;
      expect(detectableRatio(rate, needed, needed)).toBeGreaterThanOrEqual(0.8);
      expect(detectableRatio(rate, needed - 1, needed - 1)).toBeLessThan(0.8);
    }
  });

  it("has no answer where nobody succeeds", () => {
    expect(detectableRatio(0, 100, 100)).toBeNull();
    expect(neededPerGroup(0)).toBeNull();
  });
});
