import { describe, expect, it } from "vitest";
import {
  canonicalCategory,
  parseNumber,
  readColumn,
  toCategoryColumn,
  toNumberColumn,
} from "../../src/input/values.js";

describe("parseNumber", () => {
  it.each([
    ["0", 0],
    ["-12.5", -12.5],
    ["+3", 3],
    [".5", 0.5],
    ["5.", 5],
    ["1e3", 1000],
    ["2.5E-2", 0.025],
    ["007", 7],
  ])("reads %s", (cell, value) => expect(parseNumber(cell)).toBe(value));

  it.each(["", "abc", "1,5", "0x10", "1_000", "12 kg", "--1", "1e", ".", "e5", "1.2.3", "١٢"])(
    "finds no number in %j",
    (cell) => expect(parseNumber(cell)).toBeUndefined(),
  );

  it.each(["Infinity", "-inf", "NaN", "nan", "1e999", "-1e101"])("finds %s not finite", (cell) =>
    expect(parseNumber(cell)).toBe(Number.POSITIVE_INFINITY),
  );

  it("takes time linear in the cell", () => {
    const started = performance.now();
    expect(parseNumber(`${"1".repeat(200_000)}x`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(10_000); // quadratic would take minutes
  });
});

describe("readColumn", () => {
  const raw = (levels: string[]) => ({ name: "x", levels, codes: Int32Array.from(levels, (_, i) => i) });
  const markers = new Set(["?"]);

  it("is a number when all present cells are", () => {
    const column = readColumn(raw(["1", "?", "", "2.5"]), markers, undefined);
    expect(column.type).toBe("number");
    expect(toNumberColumn(column).values).toEqual(Float64Array.of(1, Number.NaN, Number.NaN, 2.5));
  });

  it("stays a number next to values that are not finite, which it leaves missing", () => {
    const column = readColumn(raw(["1", "NaN", "1e999"]), markers, undefined);
    expect(column.type).toBe("number");
    expect(toNumberColumn(column).values).toEqual(Float64Array.of(1, Number.NaN, Number.NaN));
  });

  it.each([[["1", "two"]], [["NaN"]], [["?", ""]]])("is a category for %j", (levels) =>
    expect(readColumn(raw(levels), markers, undefined).type).toBe("category"),
  );

  it("obeys a forced type", () => {
    const column = readColumn(raw(["10", "9", "?"]), markers, "category");
    expect(toCategoryColumn(column)).toEqual({
      name: "x",
      type: "category",
      levels: ["10", "9"],
      codes: Int32Array.of(0, 1, -1),
    });
    expect(readColumn(raw(["1", "two"]), markers, "number").type).toBe("number");
  });
});

describe("canonicalCategory", () => {
  it("sorts by code unit, merges equal levels and drops unused ones", () => {
    const column = canonicalCategory("x", Int32Array.of(0, 3, -1, 2), ["b", "unused", "a", "b"]);
    expect(column).toEqual({ name: "x", type: "category", levels: ["a", "b"], codes: Int32Array.of(1, 1, -1, 0) });
    expect(canonicalCategory("x", Int32Array.of(0, 1, 2), ["é", "Z", "a"]).levels).toEqual(["Z", "a", "é"]);
  });
});
