import { describe, expect, it } from "vitest";
import { studentQuantile } from "../../src/math/student-t.js";

describe("studentQuantile", () => {
  it("has its closed forms for one and two degrees of freedom", () => {
    for (const p of [0.1, 0.5, 0.95, 0.999]) {
      expect(studentQuantile(p, 1) / Math.tan((Math.PI / 2) * p)).toBeCloseTo(1, 12);
      expect(studentQuantile(p, 2) / Math.sqrt((2 * p * p) / (1 - p * p))).toBeCloseTo(1, 12);
    }
  });

  // Printed tables of the 97.5 % point, three decimals.
  it.each([
    [3, 3.182],
    [4, 2.776],
    [9, 2.262],
    [10, 2.228],
    [19, 2.093],
    [30, 2.042],
    [120, 1.98],
  ])("agrees with printed tables for %i degrees of freedom", (freedom, value) => {
    expect(studentQuantile(0.95, freedom)).toBeCloseTo(value, 3);
  });

  it("comes down to the normal distribution", () => {
    expect(studentQuantile(0.95, 100_001)).toBeCloseTo(1.959963984540054, 4);
  });

  it("refuses what has no answer", () => {
    expect(() => studentQuantile(1, 5)).toThrow("0 < probability < 1");
    expect(() => studentQuantile(0.9, 0)).toThrow("freedom >= 1");
  });
});
