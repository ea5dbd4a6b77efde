import { describe, expect, it } from "vitest";
import { compareLists, compareText } from "../../src/math/compare.js";

describe("compareText", () => {
  it("orders by code units, whatever a locale thinks", () => {
    expect(["ä", "b", "Z", "a", ""].sort(compareText)).toEqual(["", "Z", "a", "b", "ä"]);
    expect(compareText("a", "a")).toBe(0);
  });
});

describe("compareLists", () => {
  it("orders by the first difference, then by length", () => {
    expect([[2], [1, 9], [], [1], [1, 10]].sort(compareLists)).toEqual([[], [1], [1, 9], [1, 10], [2]]);
    expect(compareLists([3, 4], [3, 4])).toBe(0);
  });
});
