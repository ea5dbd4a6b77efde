import { describe, expect, it } from "vitest";
import {
  amount,
  capitalised,
  count,
  list,
  measured,
  number,
  percent,
  points,
  pointsEstimate,
  pValue,
  ratio,
  ratioEstimate,
  withSign,
} from "../../src/document/format.js";
import { measureShare } from "../../src/math/interval.js";

const spaced = (text: string) => text.replaceAll("\u00a0", " ");

describe("numbers in the report", () => {
  it.each([
    [0, "0"],
    [7, "7"],
    [-1234567, "−1,234,567"],
    [4050.5, "4,050.5"],
    [123456.78, "123,457"],
    [0.03125, "0.031"],
    [0.004321, "0.0043"],
    [0.00031, "0.00031"],
    [-0.5, "−0.5"],
    [12.345, "12.35"],
    [1e-9, "1.00e−9"],
    [2.5e20, "2.50e+20"],
  ])("writes %d as %s", (value, text) => {
    expect(number(value)).toBe(text);
  });

  it("has a sign where one is wanted, and a plain space in what is recorded", () => {
    expect([0.0004, -0.0004, 0.25, -0.25].map((value) => withSign(value, 3))).toEqual([
      "0.000",
      "0.000",
      "+0.250",
      "−0.250",
    ]);
    expect(percent(0.8234, " ")).toBe("82.3 %");
    expect(capitalised("letters add")).toBe("Letters add");
  });

  it("never writes a minus before nothing", () => {
    expect(points(-0.0001)).toBe("0.0");
    expect(ratio(-0.001)).toBe("0.00");
    expect(spaced(percent(-0.2))).toBe("−20.0 %");
  });

  it("groups thousands", () => {
    expect([999, 1000, 100000, -1000].map(count)).toEqual(["999", "1,000", "100,000", "−1,000"]);
  });

  it("writes small p-values as a bound", () => {
    expect(spaced(pValue(0.0004))).toBe("< 0.001");
    expect(pValue(0.0421)).toBe("0.042");
  });

  it("states n and interval with every share", () => {
    const share = measureShare(66, 171);
    expect(share && spaced(measured(share))).toBe("38.6 % (66 of 171; 95 % interval 31.6 % to 46.1 %)");
    const averaged = measureShare(66.5, 171);
    expect(averaged && spaced(measured(averaged))).toContain("(171 people;");
  });

  it("states intervals with every estimate", () => {
    const estimate = { value: 0.186, low: -0.02, high: 0.3 };
    expect(spaced(pointsEstimate(estimate))).toBe("18.6 percentage points (95 % interval −2.0 to 30.0)");
    expect(spaced(ratioEstimate(estimate))).toBe("0.19 (95 % interval −0.02 to 0.30)");
  });

  it("counts and lists in words", () => {
    expect([amount(1, "letter"), amount(2000, "letter"), amount(0, "person", "people")]).toEqual([
      "1 letter",
      "2,000 letters",
      "0 people",
    ]);
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(list)).toEqual(["", "a", "a and b", "a, b and c"]);
  });
});
