import { describe, expect, it } from "vitest";
import { canonicalOrder, compareRows, matrix, row, selectRows, stackRows } from "../../src/math/matrix.js";

describe("matrix", () => {
  it("keeps a Float64Array and copies anything else", () => {
    const values = Float64Array.of(1, 2, 3, 4);
    expect(matrix(2, 2, values).values).toBe(values);
    expect(matrix(2, 2, [1, 2, 3, 4]).values).toEqual(values);
  });

  it("refuses a wrong count, a bad shape and values that are not finite", () => {
    expect(() => matrix(2, 2, [1, 2, 3])).toThrow("a 2 × 2 matrix needs 4 values, got 3");
    expect(() => matrix(-1, 2, [])).toThrow("whole numbers >= 0, got -1 and 2");
    expect(() => matrix(2, 2, [1, 2, Number.NaN, 4])).toThrow("entry (1, 0) is NaN");
  });

  it("selects, stacks and views rows", () => {
    const x = matrix(3, 2, [1, 2, 3, 4, 5, 6]);
    expect([...selectRows(x, [2, 0]).values]).toEqual([5, 6, 1, 2]);
    expect([...row(x, 1)]).toEqual([3, 4]);
    expect(stackRows(x, matrix(1, 2, [7, 8]))).toMatchObject({ rows: 4, columns: 2 });
    expect(() => stackRows(x, matrix(1, 1, [7]))).toThrow("2 columns, the other 1");
  });

  it("orders rows by their entries, equal rows as they came", () => {
    const x = matrix(4, 2, [1, 2, 0, 9, 1, 2, 1, 1]);
    expect([...canonicalOrder(x)]).toEqual([1, 3, 0, 2]);
    expect(compareRows(x, 0, x, 2)).toBe(0);
  });
});
