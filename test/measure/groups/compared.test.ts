import { describe, expect, it } from "vitest";
import { Z_95 } from "../../../src/math/interval.js";
import { seededRandom } from "../../../src/math/random.js";
import { comparisonErrors, sharedErrors } from "../../../src/measure/groups/compared.js";
import stored from "../../fixtures/facts.json" with { type: "json" };

describe("comparisonErrors", () => {
  it.each(stored.picked)("of $groups groups agree with SciPy's studentised range", (expected) => {
    expect(comparisonErrors(expected.groups)).toBeCloseTo(expected.lowestWithHighest, 5);
  });

  it("are the plain ones for two groups and fewer", () => {
    for (const groups of [0, 1, 2]) {
      expect(comparisonErrors(groups)).toBe(Z_95);
    }
    expect(comparisonErrors(2, 0.01)).toBeCloseTo(2.5758293035489, 10);
    expect(sharedErrors(5)(2)).toBeCloseTo(2.5758293035489, 10);
  });

  it("are what it takes: five equal groups drawn 20,000 times", () => {
    const random = seededRandom(1, "picked");
    const errors = comparisonErrors(5);
    let extremes = 0;
    for (let k = 0; k < 20_000; k++) {
      const values = Array.from({ length: 5 }, () => random.normal()).sort((a, b) => a - b);
      extremes += values[4]! - values[0]! > errors * Math.SQRT2 ? 1 : 0;
    }
    expect(Math.abs(extremes / 20_000 - 0.05)).toBeLessThan(0.006);
  });
});
