import { describe, expect, it } from "vitest";
import { holmAdjusted } from "../../../src/measure/groups/holm.js";

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
