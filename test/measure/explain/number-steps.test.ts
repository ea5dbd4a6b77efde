import { describe, expect, it } from "vitest";
import { powerOfTenUpTo, roundAway, roundTo, writtenStep } from "../../../src/measure/explain/number-steps.js";

describe("rounding", () => {
  it.each([
    [1, 1],
    [9.99, 1],
    [10, 10],
    [48_000, 10_000],
    [0.1, 0.1],
    [0.0314, 0.01],
    [1e-7, 1e-7],
    [1e-300, 1e-15],
    [1e300, 1e15],
    [0, 1],
    [Number.NaN, 1],
  ])("powerOfTenUpTo(%s) is %s", (size, power) => {
    expect(powerOfTenUpTo(size)).toBe(power);
  });

  it("finds the step values are written in", () => {
    expect(writtenStep(Float64Array.of(3, 17, 250), 100)).toBe(1);
    expect(writtenStep(Float64Array.of(300, 1700, 25_000), 1e5)).toBe(100);
    expect(writtenStep(Float64Array.of(0.25, 1.1, -3), 10)).toBe(0.01);
    expect(writtenStep(Float64Array.of(0, 10), 5)).toBe(1);
    expect(writtenStep(Float64Array.of(Math.PI), 1)).toBeNull();
  });

  it("rounds to the double nearest to the decimal number", () => {
    expect(roundTo(0.30000000000000004, 0.1)).toBe(0.3);
    expect(roundTo(1234.5678, 0.001)).toBe(1234.568);
    expect(roundTo(1250, 100)).toBe(1300);
    expect(Object.is(roundTo(-0.01, 1), 0)).toBe(true);
  });

  it("rounds away from where the person stands, and leaves round numbers alone", () => {
    expect(roundAway(1201, 1000, 100)).toBe(1300);
    expect(roundAway(799, 1000, 100)).toBe(700);
    expect(roundAway(800, 1000, 100)).toBe(800);
    expect(roundAway(0.29, 1, 0.01)).toBe(0.29);
    expect(roundAway(-1.234, 0, 0.1)).toBe(-1.3);
  });
});
