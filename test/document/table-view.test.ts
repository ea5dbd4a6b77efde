import { describe, expect, it } from "vitest";
import { percent } from "../../src/document/format.js";
import type { Table } from "../../src/document/table.js";
import { tableBlock, viewOf } from "../../src/document/table-view.js";

const column = (key: string, of?: "low" | "high", base = "rate") => ({
  key,
  label: key,
  kind: "share" as const,
  interval: of === undefined ? null : { of: base, end: of },
});

const table: Table = {
  id: "group-rates",
  name: "group-rates",
  title: "Rates",
  attribute: null,
  columns: [
    { ...column("group"), kind: "text" },
    column("rate"),
    column("rateLow", "low"),
    column("rateHigh", "high"),
    column("boundRateLow", "low", "boundRate"),
    column("boundRateHigh", "high", "boundRate"),
    { ...column("status"), kind: "word" },
  ],
  rows: [
    ["a", 0.1, 0, 0.2, null, null, "measured"],
    ["b", 0.2, 0.1, 0.3, null, null, "insufficient"],
    ["c", 0.3, 0.2, 0.4, null, null, "measured"],
  ],
  how: null,
  emphasis: [null, { as: "insufficient", label: "few" }, { as: "highlight", label: "marked" }],
  note: null,
};

describe("viewOf", () => {
  it("joins values with the ends of their intervals, and finds columns without any value", () => {
    const { columns, empty } = viewOf(table);
    expect(columns.map(({ key, value, low, high }) => [key, value, low, high])).toEqual([
      ["group", 0, -1, -1],
      ["rate", 1, 2, 3],
    ]);
    expect(empty.map(({ key, value, low }) => [key, value, low])).toEqual([["boundRate", -1, 4]]);
  });

  it("shows the columns asked for, in that order, and leaves out those hidden", () => {
    expect(viewOf(table, { columns: ["rate", "group", "nothing"] }).columns.map(({ key }) => key)).toEqual([
      "rate",
      "group",
    ]);
    expect(viewOf(table, { hide: ["rate"] }).columns.map(({ key }) => key)).toEqual(["group"]);
  });

  it("keeps rows by their cells and hides the column it asked about", () => {
    const { rows, columns } = viewOf(table, { where: { group: "b" } });
    expect(rows.map(({ cells }) => cells[0])).toEqual(["b"]);
    expect(columns.map(({ key }) => key)).toEqual(["rate"]);
    expect(viewOf(table, { without: { status: "measured" } }).rows.map(({ cells }) => cells[0])).toEqual(["b"]);
    expect(viewOf(table, { where: { nothing: "b" } }).rows).toEqual([]);
  });

  it("limits rows to the first, and says how many there are", () => {
    const { rows, all } = viewOf(table, { limit: 2 });
    expect(rows.map(({ cells }) => cells[0])).toEqual(["a", "b"]);
    expect(all).toBe(3);
    expect(viewOf(table, { limit: 3 }).rows.map(({ cells }) => cells[0])).toEqual(["a", "b", "c"]);
  });

  it("shows both ends of a column where rows are left out, and how many lie between", () => {
    const rates = [0.4, 0.1, 0.9, 0.5, 0.2, 0.7];
    const many: Table = {
      ...table,
      columns: [{ ...column("group"), kind: "text" }, column("rate")],
      rows: rates.map((rate) => [`g${rate}`, rate]),
      emphasis: rates.map(() => null),
    };
    const block = tableBlock(many, { limit: 4, ends: "rate" });
    expect(block?.rows.map(({ cells }) => cells[1])).toEqual([0.1, 0.2, 0.7, 0.9].map((rate) => percent(rate)));
    expect(block?.notes.at(-1)).toContain("the 2 lowest and the 2 highest of 6 rows; 2 between");
  });
});
