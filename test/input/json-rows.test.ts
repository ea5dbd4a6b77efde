import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inspectDecisions } from "../../src/input/decisions.js";
import { rowsOf } from "../../src/input/file-rows.js";
import { beginsAsJson } from "../../src/input/json-text.js";
import { jsonRows } from "../../src/input/library-rows.js";
import { cellAt, type RawRows } from "../../src/input/raw-table.js";
import { errorOf } from "./samples.js";

const cells = ({ rows, columns }: RawRows) =>
  Array.from({ length: rows }, (_, i) => columns.map((column) => cellAt(column, i)));

describe("tables in JSON", () => {
  const records = [
    { id: "A", x: 1.5, ok: true },
    { id: "B", x: null, ok: false },
  ];
  const layouts = {
    records,
    "columns of lists": { id: ["A", "B"], x: [1.5, null], ok: [true, false] },
    "columns by index": { id: { 0: "A", 1: "B" }, x: { 0: 1.5, 1: null }, ok: { 0: true, 1: false } },
    "rows by index": { 0: records[0], 1: records[1] },
    split: {
      columns: ["id", "x", "ok"],
      index: [0, 1],
      data: [
        ["A", 1.5, true],
        ["B", null, false],
      ],
    },
    table: { schema: { fields: [] }, data: records },
  };

  it.each(Object.entries(layouts))("are read as %s", (_, value) => {
    const rows = jsonRows(JSON.stringify(value), "t.json");
    expect(rows.columns.map(({ name }) => name)).toEqual(["id", "x", "ok"]);
    expect(cells(rows)).toEqual([
      ["A", "1.5", "true"],
      ["B", "", "false"],
    ]);
    expect(Array.from(rows.rowNumbers)).toEqual([2, 3]);
    expect(rows.library).toBeUndefined();
  });

  it("are read line by line", () => {
    const text = `${records.map((record) => JSON.stringify(record)).join("\n")}\n`;
    expect(cells(jsonRows(text, "t.jsonl"))).toEqual([
      ["A", "1.5", "true"],
      ["B", "", "false"],
    ]);
  });

  it("may have Python's NaN and Infinity, and keep the words in texts", () => {
    const text = '[{"a": NaN, "b": "NaN -Infinity \\" NaN", "c": -Infinity}, {"a": 1, "b": "", "c": 2}]';
    expect(cells(jsonRows(text, "t.json"))[0]).toEqual(["", 'NaN -Infinity " NaN', "-Infinity"]);
  });

  it("have the columns of all rows, also those named like members of objects", () => {
    const rows = jsonRows('[{"__proto__": "x", "constructor": 1}, {"toString": "y"}]', "t.json");
    expect(rows.columns.map(({ name }) => name)).toEqual(["__proto__", "constructor", "toString"]);
    expect(cells(rows)).toEqual([
      ["x", "1", ""],
      ["", "", "y"],
    ]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it("are decisions as good as a text", () => {
    const people = Array.from({ length: 12 }, (_, k) => ({
      id: `P${k}`,
      age: 20.5 + k,
      decision: k % 2 ? "yes" : "no",
    }));
    const { draft, problems } = inspectDecisions(JSON.stringify(people), { file: "d.json" });
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    const [age] = draft!.observations.columns;
    expect(age?.type === "number" && Array.from(age.values)).toEqual(people.map((person) => person.age));
  });

  it("of a library are no decisions", () => {
    const text = JSON.stringify({ data: [{ a: 1 }], x_interest: [{ a: 2 }] });
    const { draft, problems } = inspectDecisions(text, { file: "cf.json" });
    expect(draft).toBeNull();
    expect(problems.map(({ code }) => code)).toEqual(["DECISION_UNKNOWN"]);
  });

  it("come gzipped, with a byte-order mark, or in UTF-16", async () => {
    const text = `\uFEFF ${JSON.stringify(records)}`;
    const bytes = [new TextEncoder().encode(text), gzipSync(text), Buffer.from(text, "utf16le")];
    for (const each of bytes) {
      const { rows } = await rowsOf(new Uint8Array(each), "t.json");
      expect(typeof rows === "string" || !("columns" in rows) ? rows : cells(rows)).toEqual([
        ["A", "1.5", "true"],
        ["B", "", "false"],
      ]);
    }
  });
});

describe("JSON that is refused", () => {
  const codeOf = (text: string) => errorOf(() => jsonRows(text, "t.json")).code;

  it.each([
    ['{"a": [1, 2', "FILE_UNREADABLE"],
    ['[{"a": 1}] rest', "FILE_UNREADABLE"],
    ['{"a": 1} {"a": 2} rest', "FILE_UNREADABLE"],
    ['{"a": "', "FILE_UNREADABLE"],
    [`[{"id": 12345678901234567890}]`, "FILE_UNREADABLE"],
    [`[{"id": "a\\u0000b"}]`, "FILE_NOT_TEXT"],
    [`${"[".repeat(70)}${"]".repeat(70)}`, "FILE_UNREADABLE"],
    ['[{"id": "A", "tags": ["x"]}]', "COLUMN_NESTED"],
    ["{}", "JSON_UNKNOWN"],
    ["[]", "JSON_UNKNOWN"],
    ['["a", "b"]', "JSON_UNKNOWN"],
    ['{"test_data": 1, "cfs_list": {}}', "JSON_UNKNOWN"],
    ['{"test_data": [[[1]]], "cfs_list": [[[1, 2]]], "feature_names_including_target": ["a"]}', "FILE_UNREADABLE"],
  ])("%s", (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it("names what is known", () => {
    const { message } = errorOf(() => jsonRows('{"weights": [[1], [2]]}', "t.json"));
    for (const word of ["dice-ml", "alibi", "OmniXAI", "GlassAlpha", '[{"id": "G1", "income": 45000}]']) {
      expect(message).toContain(word);
    }
  });

  it("has too many values or columns, without much time", () => {
    expect(codeOf(`[${"[],".repeat(2 ** 24)}[]]`)).toBe("TOO_LARGE");
    const strange = Array.from(
      { length: 9000 },
      (_, k) => `{"query": {"q${k}": [1]}, "counterfactual": {"c${k}": [1]}}`,
    );
    expect(codeOf(`[${strange.join()}]`)).toBe("TOO_LARGE");
    const sparse = Array.from({ length: 9000 }, (_, k) => `"c${k}": {"${k}": 1}`);
    expect(codeOf(`{${sparse.join()}}`)).toBe("TOO_LARGE");
    const wide = Array.from({ length: 2 ** 16 + 1 }, (_, k) => `"c${k}": 1`).join(",");
    expect(codeOf(`[{${wide}}]`)).toBe("TOO_LARGE");
  });

  it("is told from a table whose first name is in brackets or quotes", () => {
    expect(beginsAsJson("[income],age\n1,2\n")).toBe(false);
    expect(beginsAsJson('"{id}",age\n1,2\n')).toBe(false);
    expect(beginsAsJson("{id},age\n1,2\n")).toBe(false);
    expect(beginsAsJson(' \n[ {"id": 1}]')).toBe(true);
  });
});
