import { describe, expect, it } from "vitest";
import { groupPeople } from "../../src/fairness/groups.js";
import { selectionRates } from "../../src/fairness/selection-rates.js";
import { wilsonInterval } from "../../src/math/interval.js";

const numbers = (values: number[]) => groupPeople({ name: "age", type: "number", values: Float64Array.from(values) });

describe("groupPeople", () => {
  it("takes categories in sorted order, leaves out those nobody has, and keeps the missing", () => {
    const codes = Int32Array.of(2, 0, -1, 0);
    const groups = groupPeople({ name: "sex", type: "category", codes, levels: ["m", "x", "f"] });
    expect(groups.labels).toEqual(["f", "m", "(missing)"]);
    expect(Array.from(groups.groupOf)).toEqual([0, 1, 2, 1]);
  });

  it("takes a few numbers one by one", () => {
    const groups = numbers([10, 2, Number.NaN, 2]);
    expect(groups.labels).toEqual(["2", "10", "(missing)"]);
    expect(Array.from(groups.groupOf)).toEqual([1, 0, 2, 0]);
  });

  it("cuts many numbers at their quartiles, everybody in exactly one part", () => {
    const groups = numbers(Array.from({ length: 40 }, (_, i) => 59 - i));
    expect(groups.labels).toEqual(["20 to 29", "30 to 39", "40 to 49", "50 to 59"]);
    expect([0, 1, 2, 3].map((k) => groups.groupOf.filter((group) => group === k).length)).toEqual([10, 10, 10, 10]);
  });

  it("merges parts whose ends coincide", () => {
    const groups = numbers([...Array.from({ length: 30 }, () => 0), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(groups.labels).toEqual(["0", "1 to 10"]);
    expect(groups.groupOf.every((group) => group >= 0)).toBe(true);
  });
});

describe("selectionRates", () => {
  const groups = { labels: ["a", "b", "c"], groupOf: Int32Array.from([...Array(12).fill(0), 1, 1, 1, 1]) };
  const decisions = Uint8Array.from([...Array(9).fill(1), 0, 0, 0, 1, 0, 0, 0]);

  it("counts, with n and Wilson interval, and marks small groups", () => {
    expect(selectionRates(groups, decisions, null)).toEqual([
      {
        group: "a",
        n: 12,
        status: "measured",
        rate: { share: 0.75, successes: 9, n: 12, ...wilsonInterval(9, 12) },
        weightedRate: null,
      },
      {
        group: "b",
        n: 4,
        status: "insufficient",
        rate: { share: 0.25, successes: 1, n: 4, ...wilsonInterval(1, 4) },
        weightedRate: null,
      },
    ]);
  });

  it("weighs people by their sampling weights beside the plain count", () => {
    const weights = Float64Array.from({ length: 16 }, (_, i) => (i < 12 ? 0 : i === 12 ? 3 : 1));
    const [a, b] = selectionRates(groups, decisions, weights);
    expect(a?.weightedRate).toBeNull();
    expect(b?.weightedRate).toBe(0.5);
    expect(b?.rate.share).toBe(0.25);
  });
});
