import { describe, expect, it } from "vitest";
import { fisherExact } from "../../../src/measure/groups/fisher.js";
import stored from "../../fixtures/facts.json" with { type: "json" };

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
