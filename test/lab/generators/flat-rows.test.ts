import { describe, expect, it } from "vitest";
import type { Table } from "../../../src/input/table.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { flatLayout, flatten, unflatten } from "../../../src/lab/generators/flat-rows.js";
import { letterGenerators } from "../../../src/lab/generators/generators.js";
import { cells, madeUpTarget, requestTo } from "../../checks/generator-checks.js";
import { madeUpPopulation } from "../../checks/made-up-population.js";

const people: Table = {
  rows: 3,
  columns: [
    { name: "a", type: "number", values: Float64Array.of(1.5, Number.NaN, -2) },
    { name: "k", type: "category", codes: Int32Array.of(1, -1, 0), levels: ["x", "y"] },
  ],
};
const pool: Table = {
  rows: 2,
  columns: [{ name: "k", type: "category", codes: Int32Array.of(0, 1), levels: ["z", "x"] }],
};

describe("flat rows", () => {
  const layout = flatLayout(people, [pool]);

  it("come back as the table they were, with the levels of all tables", () => {
    expect(layout[1]?.levels).toEqual(["x", "y", "z"]);
    const back = unflatten(layout, flatten(layout, people));
    for (const name of ["a", "k"]) expect(cells(back, name)).toEqual(cells(people, name));
  });

  it("have the same codes for the same levels, and nothing in a column that is not there", () => {
    const back = unflatten(layout, flatten(layout, pool));
    expect(cells(back, "k")).toEqual(["z", "x"]);
    expect(cells(back, "a")).toEqual([Number.NaN, Number.NaN]);
  });

  it("refuse a column that is of two kinds", () => {
    const other: Table = { rows: 1, columns: [{ name: "k", type: "number", values: Float64Array.of(1) }] };
    expect(() => flatLayout(people, [other])).toThrow(/'k' .* in one table and .* in another/);
  });
});

describe.each(Object.entries(letterGenerators))("%s", (_, make) => {
  it("carries along a column the target does not look at, and a level it has never seen", () => {
    const { table, immutable } = madeUpPopulation();
    const request = requestTo(madeUpTarget("lr"), table, immutable);
    const ids = Float64Array.from({ length: request.rejected.rows }, (_, i) => 100 + i);
    const columns = request.rejected.columns.map((column) =>
      column.name === "group" && column.type === "category"
        ? { ...column, codes: column.codes.map(() => 2), levels: [...column.levels, "c"] }
        : column,
    );
    const rejected: Table = { ...request.rejected, columns: [{ name: "id", type: "number", values: ids }, ...columns] };
    const { rows, found } = make().generate({ ...request, rejected }, referenceKernels);
    expect(cells(rows, "id")).toEqual(Array.from(ids));
    expect(new Set(cells(rows, "group"))).toEqual(new Set(["c"]));
    expect(found.includes(1)).toBe(true);
  });
});
