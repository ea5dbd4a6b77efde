import { describe, expect, it } from "vitest";
import { detectableRatio, neededPerGroup } from "../../../src/measure/groups/power.js";
import stored from "../../fixtures/facts.json" with { type: "json" };

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
