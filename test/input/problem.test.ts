import { describe, expect, it } from "vitest";
import { AuditError } from "../../src/errors.js";
import {
  asAuditError,
  asProblem,
  describeRows,
  listValues,
  problemList,
  throwFirstError,
} from "../../src/input/problem.js";

describe("problems", () => {
  it("carry at most five rows and the full count", () => {
    const problems = problemList("a.csv");
    problems.add("warning", "ROW_RAGGED", "…", { count: 9, rows: [2, 3, 4, 5, 6, 7, 8, 9, 10] });
    expect(problems.all).toEqual([
      {
        severity: "warning",
        code: "ROW_RAGGED",
        message: "…",
        file: "a.csv",
        column: null,
        count: 9,
        rows: [2, 3, 4, 5, 6],
      },
    ]);
  });

  it("only errors are thrown, the first one first", () => {
    const problems = problemList("a.csv");
    problems.add("warning", "COLUMN_EMPTY", "w");
    expect(() => throwFirstError(problems.all)).not.toThrow();
    problems.add("error", "NO_FEATURES", "first");
    problems.add("error", "ROW_RAGGED", "second");
    expect(() => throwFirstError(problems.all)).toThrow("first");
  });

  it("become exceptions and back", () => {
    const error = new AuditError("ROW_RAGGED", "ragged", { file: "a.csv", column: "x", row: 4 });
    const problem = asProblem(error);
    expect(problem).toMatchObject({ severity: "error", code: "ROW_RAGGED", file: "a.csv", column: "x", rows: [4] });
    expect(asAuditError(problem)).toMatchObject({ code: "ROW_RAGGED", message: "ragged", place: error.place });
    expect(() => asProblem(new TypeError("other"))).toThrow(TypeError);
  });

  it("put rows and values into words", () => {
    expect(describeRows({ count: 1, rows: [4] })).toBe("row 4");
    expect(describeRows({ count: 2, rows: [4, 9] })).toBe("rows 4 and 9");
    expect(describeRows({ count: 40, rows: [1, 2, 3, 4, 5, 6] })).toBe("rows 1, 2, 3, 4, 5 and 35 more");
    expect(listValues(["a", "b", "c"], 2)).toBe("'a', 'b' and 1 more");
    expect(listValues(["x".repeat(50)])).toBe(`'${"x".repeat(40)}…'`);
  });
});
