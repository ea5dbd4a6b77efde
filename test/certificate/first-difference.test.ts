import { describe, expect, it } from "vitest";
import { firstDifference } from "../../src/certificate/first-difference.js";

const json = (value: unknown) => JSON.stringify(value);

describe("firstDifference", () => {
  it("is null for equal texts", () => {
    expect(firstDifference("a.json", "{}", "{}")).toBeNull();
    expect(firstDifference("a.csv", "x\n", "x\n")).toBeNull();
  });

  it.each([
    [{ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }, "$.b[1]", "2", "3"],
    [{ b: 1, a: 2 }, { b: 9, a: 3 }, "$.a", "2", "3"],
    [{ a: { "b c": null } }, { a: { "b c": 0 } }, '$.a["b c"]', "null", "0"],
    [{ a: 1 }, { a: 1, z: "new" }, "$.z", null, '"new"'],
    [{ a: 1, k: true }, { a: 1 }, "$.k", "true", null],
    [[1, 2, 3], [1, 2], "$[2]", "3", null],
    [{ a: [] }, { a: {} }, "$.a", "[]", "{}"],
    [1, "1", "$", "1", '"1"'],
  ])("names the value in %j and %j", (first, second, place, before, after) => {
    expect(firstDifference("audit.json", json(first), json(second))).toEqual({ place, first: before, second: after });
  });

  it("falls back to lines for JSON that differs only in writing, or is damaged", () => {
    expect(firstDifference("a.json", '{\n"a": 1}', '{\n"a":  1}')).toEqual({
      place: "line 2",
      first: '"a": 1}',
      second: '"a":  1}',
    });
    expect(firstDifference("a.json", '{"a":', '{"a":1}')?.place).toBe("line 1");
  });

  it.each([
    ["a\nb\nc\n", "a\nb\nX\n", "line 3", "c", "X"],
    ["a\n", "b\n", "line 1", "a", "b"],
    ["\na", "b\na", "line 1", "", "b"],
    ["a\nb", "a\nb\nc", "line 2", "b", "b"],
    ["a\nb\n", "a\nb\nc", "line 3", null, "c"],
    ["a\n\nb", "a\n\nc", "line 3", "b", "c"],
  ])("names the line of %j and %j", (first, second, place, before, after) => {
    expect(firstDifference("x.csv", first, second)).toEqual({ place, first: before, second: after });
  });

  it("shows no more than a short piece of a long line, and the piece that differs", () => {
    const line = "x".repeat(5000);
    const found = firstDifference("report.html", `a\n${line}1${line}`, `a\n${line}2${line}`);
    expect(found?.place).toBe("line 2");
    expect(found?.first).toContain("1");
    expect(found?.second).toContain("2");
    expect(found?.first?.length).toBe(120);
    expect(firstDifference("a.json", json({ t: line }), json({ t: 1 }))?.first?.length).toBe(120);
  });
});
