import { describe, expect, it } from "vitest";
import { recordsReader } from "../../src/input/records.js";
import { errorOf } from "./samples.js";

const features = [
  { name: "income", type: "number", immutable: false },
  { name: "city", type: "category", immutable: false },
] as const;

describe("recordsReader", () => {
  it("picks the features out of any header, in the order asked for", () => {
    const reader = recordsReader(features, ["note", " city ", "income"]);
    const { table, unreadable } = reader.read(
      [
        ["x", " Ulm", "1"],
        ["y", "?", ""],
        ["z", "Bonn", " 2.5 "],
      ],
      [2, 3, 4],
    );
    expect(table).toEqual({
      rows: 3,
      columns: [
        { name: "income", type: "number", values: Float64Array.of(1, Number.NaN, 2.5) },
        { name: "city", type: "category", codes: Int32Array.of(1, -1, 0), levels: ["Bonn", "Ulm"] },
      ],
    });
    expect(Array.from(unreadable)).toEqual([0, 0, 0]);
    expect(reader.problems()).toEqual([]);
  });

  it("marks rows it cannot read and answers the others", () => {
    const reader = recordsReader(features, ["income", "city"], { file: "new.csv" });
    const { table, unreadable } = reader.read(
      [["1", "Ulm"], ["1"], ["much", "Ulm"], ["1", "a", "b"], ["1e999", "c"]],
      [2, 3, 4, 5, 6],
    );
    expect(Array.from(unreadable)).toEqual([0, 1, 1, 1, 1]);
    expect(table.rows).toBe(5);
    const problems = reader.problems();
    expect(problems).toMatchObject([
      { severity: "warning", code: "ROW_RAGGED", count: 2, rows: [3, 5], file: "new.csv" },
      { severity: "warning", code: "VALUE_UNPARSABLE", count: 2, rows: [4, 6], column: "income" },
    ]);
    expect(problems[1]?.message).toContain("'much' and '1e999' cannot be read as a number");
  });

  it("counts one kind of trouble over all batches, and keeps the first rows", () => {
    const reader = recordsReader(features, ["income", "city"], { file: "new.csv" });
    for (let batch = 0; batch < 4; batch++) {
      const first = 2 + 3 * batch;
      reader.read(
        [
          ["much", "Ulm"],
          ["1", "Ulm"],
          ["more", '"Ul"m'],
        ],
        [first, first + 1, first + 2],
        [first + 2],
      );
    }
    expect(reader.problems()).toMatchObject([
      { code: "QUOTE_UNCLOSED", count: 4, rows: [4, 7, 10, 13], column: null },
      { code: "VALUE_UNPARSABLE", count: 4, rows: [2, 5, 8, 11], column: "income" },
    ]);
    expect(reader.problems()[1]?.message).toBe(
      "new.csv, column 'income', rows 2, 5, 8 and 11: 'much' cannot be read as a number",
    );
  });

  it("names the column and the file when a feature is missing or occurs twice", () => {
    const missing = errorOf(() => recordsReader(features, ["income", "town"], { file: "new.csv" }));
    expect(missing).toMatchObject({ code: "COLUMN_MISSING", place: { file: "new.csv", column: "city" } });
    expect(missing.message).toContain(
      "new.csv has no column 'city', which the model looks at; its columns are 'income' and 'town'",
    );
    const twice = errorOf(() => recordsReader(features, ["income", "city", "city"], { file: "new.csv" }));
    expect(twice).toMatchObject({ code: "COLUMN_DUPLICATE", place: { column: "city" } });
  });

  it("takes other missing markers", () => {
    const { read } = recordsReader(features, ["income", "city"], { missing: ["-9"] });
    const { table, unreadable } = read([["-9", "?"]], [2]);
    expect(table.columns).toMatchObject([{ values: Float64Array.of(Number.NaN) }, { levels: ["?"] }]);
    expect(unreadable[0]).toBe(0);
  });
});
