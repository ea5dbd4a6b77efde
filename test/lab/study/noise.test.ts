import { describe, expect, it } from "vitest";
import type { FeatureSchema } from "../../../src/input/evidence.js";
import type { NumberColumn, Table } from "../../../src/input/table.js";
import { noisedRows } from "../../../src/lab/study/levels.js";

const features: FeatureSchema[] = [
  { name: "amount", type: "number", immutable: false },
  { name: "kind", type: "category", immutable: false },
];
const rows = 4001;

/** 0, 10, 20 … 40,000: its 5–95 % range is 36,000. */
const table: Table = {
  rows,
  columns: [
    { name: "amount", type: "number", values: Float64Array.from({ length: rows }, (_, i) => 10 * i) },
    { name: "kind", type: "category", codes: new Int32Array(rows), levels: ["a"] },
  ],
};

function added(level: number, seed = 0): Float64Array {
  const [before] = table.columns as [NumberColumn];
  const [after] = noisedRows(table, level, { features, scaledBy: table, seed }).columns as [NumberColumn];
  return after.values.map((value, i) => value - before.values[i]!);
}

describe("noisedRows", () => {
  it("adds normal noise in units of the 5–95 % range, and the same draws at every level", () => {
    const noise = added(0.1);
    const mean = noise.reduce((sum, value) => sum + value, 0) / rows;
    const sd = Math.sqrt(noise.reduce((sum, value) => sum + value * value, 0) / rows);
    expect(Math.abs(mean / 3600)).toBeLessThan(4 / Math.sqrt(rows));
    expect(Math.abs(sd / 3600 - 1)).toBeLessThan(4 / Math.sqrt(2 * rows));
    const stronger = added(0.4);
    for (let i = 0; i < rows; i += 97) expect(stronger[i]).toBeCloseTo(4 * noise[i]!, 6);
    expect(added(0.1, 1)).not.toEqual(noise);
    expect(added(0.1)).toEqual(noise);
  });

  it("leaves categories, missing values and the rows of level 0 as they are", () => {
    const source = { features, scaledBy: table, seed: 0 };
    expect(noisedRows(table, 0, source)).toBe(table);
    expect(noisedRows(table, 0.2, source).columns[1]).toBe(table.columns[1]);
    const gap: Table = { rows: 1, columns: [{ name: "amount", type: "number", values: Float64Array.of(Number.NaN) }] };
    const [column] = noisedRows(gap, 0.2, source).columns as [NumberColumn];
    expect(column.values).toEqual(Float64Array.of(Number.NaN));
  });
});
