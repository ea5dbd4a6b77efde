import { describe, expect, it } from "vitest";
import { Z_95 } from "../../../src/math/interval.js";
import { seededRandom } from "../../../src/math/random.js";
import { comparisonErrors } from "../../../src/measure/groups/compared.js";
import stored from "../../fixtures/facts.json" with { type: "json" };

describe("comparisonErrors", () => {
  it.each(stored.picked)("of $groups groups agree with SciPy's studentised range", (expected) => {
    const found = comparisonErrors(expected.groups);
    expect(found.withHighest).toBeCloseTo(expected.withHighest, 9);
    expect(found.lowestWithHighest).toBeCloseTo(expected.lowestWithHighest, 5);
  });

  it("are the plain ones for two groups and fewer", () => {
    for (const groups of [0, 1, 2]) {
      expect(comparisonErrors(groups)).toEqual({ withHighest: Z_95, lowestWithHighest: Z_95 });
    }
  });

  it("are what it takes: five equal groups drawn 20,000 times", () => {
    const random = seededRandom(1, "picked");
    const { withHighest, lowestWithHighest } = comparisonErrors(5);
    let blind = 0;
    let extremes = 0;
    for (let k = 0; k < 20_000; k++) {
      const values = Array.from({ length: 5 }, () => random.normal()).sort((a, b) => a - b);
      const [lowest = 0, ...others] = values;
      const highest = others[3] ?? 0;
      extremes += highest - lowest > lowestWithHighest * Math.SQRT2 ? 1 : 0;
      blind += [lowest, ...others.slice(0, 3)].filter((v) => highest - v > withHighest * Math.SQRT2).length / 4;
    }
    expect(Math.abs(blind / 20_000 - 0.05)).toBeLessThan(0.006);
    expect(Math.abs(extremes / 20_000 - 0.05)).toBeLessThan(0.006);
  });
});
