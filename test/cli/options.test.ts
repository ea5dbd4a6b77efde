import { describe, expect, it } from "vitest";
import { columnType, delimiter, markerList, nameList, nonNegative, wholeNumber } from "../../src/cli/options.js";

describe("arguments of the command line", () => {
  it("reads lists, adds repeated ones, and takes \\, as a comma inside a name", () => {
    expect(nameList("sex, origin", undefined)).toEqual(["sex", "origin"]);
    expect(nameList("a\\,b,c", ["z"])).toEqual(["z", "a,b", "c"]);
    expect(() => nameList("a,,b", undefined)).toThrow("empty");
    expect(markerList("?,,-", ["x"])).toEqual(["x", "?", "", "-"]);
  });

  it("reads types with an = in the name", () => {
    expect(columnType("a=b=category", { c: "number" })).toEqual({ c: "number", "a=b": "category" });
    expect(() => columnType("a=text", undefined)).toThrow("column=number");
    expect(() => columnType("=number", undefined)).toThrow("column=number");
  });

  it.each(["-1", "1.5", "1e3", "", "x", "99999999999999999999"])("refuses '%s' as a whole number", (text) => {
    expect(() => wholeNumber(text)).toThrow("whole number");
  });

  it("reads numbers", () => {
    expect(wholeNumber("42")).toBe(42);
    expect(nonNegative("0.25")).toBe(0.25);
    for (const text of ["", " ", "-0.1", "Infinity", "x"]) expect(() => nonNegative(text)).toThrow("at least 0");
  });

  it("reads delimiters", () => {
    expect(["tab", "\\t", ";", "|"].map(delimiter)).toEqual(["\t", "\t", ";", "|"]);
    for (const text of ["", "ab", '"', "\n"]) expect(() => delimiter(text)).toThrow("single character");
  });
});
