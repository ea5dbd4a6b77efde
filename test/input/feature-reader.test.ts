import { describe, expect, it } from "vitest";
import { featureReader } from "../../src/input/feature-reader.js";
import { batchesOf } from "./raw-cells.js";
import { errorOf } from "./samples.js";

const features = [
  { name: "income", type: "number", immutable: false },
  { name: "city", type: "category", immutable: false },
] as const;

const read = async (text: string, options: Parameters<typeof featureReader>[2] = {}) => {
  const [batch] = await batchesOf(text);
  const reader = featureReader(features, batch?.columns.map(({ name }) => name) ?? [], options);
  return { ...reader.read(batch!), problems: reader.problems() };
};

describe("featureReader", () => {
  it("picks the features out of any header, in the order asked for", async () => {
    const { table, unreadable, problems } = await read("note, city ,income\nx, Ulm,1\ny,?,\nz,Bonn, 2.5 \n");
    expect(table).toEqual({
      rows: 3,
      columns: [
        { name: "income", type: "number", values: Float64Array.of(1, Number.NaN, 2.5) },
        { name: "city", type: "category", codes: Int32Array.of(1, -1, 0), levels: ["Bonn", "Ulm"] },
      ],
    });
    expect(Array.from(unreadable)).toEqual([0, 0, 0]);
    expect(problems).toEqual([]);
  });

  it("marks rows it cannot read and answers the others", async () => {
    const text = "income,city\n1,Ulm\n1\nmuch,Ulm\n1,a,b\n1e999,c\n";
    const { table, unreadable, problems } = await read(text, { file: "new.csv" });
    expect(Array.from(unreadable)).toEqual([0, 1, 1, 1, 1]);
    expect(table.rows).toBe(5);
    expect(problems).toMatchObject([
      { severity: "warning", code: "ROW_RAGGED", count: 2, rows: [3, 5], file: "new.csv" },
      { severity: "warning", code: "VALUE_UNPARSABLE", count: 2, rows: [4, 6], column: "income" },
    ]);
    expect(problems[0]?.message).toContain("(the first has 1 cell) where the header has 2 columns");
    expect(problems[1]?.message).toContain("'much' and '1e999' cannot be read as a number");
  });

  it("counts one kind of trouble over all batches, and keeps the first rows", async () => {
    const reader = featureReader(features, ["income", "city"], { file: "new.csv" });
    const [batch] = await batchesOf('income,city\nmuch,Ulm\n1,Ulm\nmore,"Ul"m\n');
    expect(batch?.broken).toEqual(new Map([[2, "unclosed"]]));
    for (let k = 0; k < 4; k++) reader.read({ ...batch!, rowNumbers: batch!.rowNumbers.map((row) => row + 3 * k) });
    expect(reader.problems()).toMatchObject([
      { code: "QUOTE_UNCLOSED", count: 4, rows: [4, 7, 10, 13], column: null },
      { code: "VALUE_UNPARSABLE", count: 4, rows: [2, 5, 8, 11], column: "income" },
    ]);
    expect(reader.problems()[1]?.message).toBe(
      "new.csv, column 'income', rows 2, 5, 8 and 11: 'much' cannot be read as a number. Correct the cell, or empty it",
    );
  });

  it("names the column and the file when a feature is missing or occurs twice", () => {
    const missing = errorOf(() => featureReader(features, ["income", "town"], { file: "new.csv" }));
    expect(missing).toMatchObject({ code: "COLUMN_MISSING", place: { file: "new.csv", column: "city" } });
    expect(missing.message).toContain(
      "new.csv has no column 'city', which the model needs. Its columns are 'income' and 'town'",
    );
    const twice = errorOf(() => featureReader(features, ["income", "city", "city"], { file: "new.csv" }));
    expect(twice).toMatchObject({ code: "COLUMN_DUPLICATE", place: { column: "city" } });
  });

  it("takes other missing markers", async () => {
    const { table, unreadable } = await read("income,city\n-9,?\n", { missing: ["-9"] });
    expect(table.columns).toMatchObject([{ values: Float64Array.of(Number.NaN) }, { levels: ["?"] }]);
    expect(unreadable[0]).toBe(0);
  });
});
