import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { columnarBytes, formatOfName, type OutputColumn } from "../../src/document/columnar.js";
import type { RawRows } from "../../src/input/raw-table.js";
import { readRows } from "../../src/platform/read-file.js";
import { rowStream } from "../../src/platform/row-stream.js";
import { freshFolder } from "../cli/support.js";
import { all, cellsOf } from "./raw-cells.js";

const folder = freshFolder();
const fixtures = JSON.parse(await readFile(new URL("../fixtures/columnar.json", import.meta.url), "utf8"));
const bytesOf = (name: string) => Buffer.from(fixtures[name], "base64");

async function put(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder(), name);
  await writeFile(path, bytes);
  return path;
}

// what pyarrow was given, see test/fixtures/README.md
const ROWS = [
  ["name", "income", "n", "small", "ok", "day", "level", "f32"],
  ["Ana", "1200.5", "1", "1", "true", "2020-01-02T00:00:00.000Z", "a", "0.5"],
  ['Bo, "b"', "", "9007199254740991", "2", "false", "", "b", "0.25"],
  ["", "3", "-3", "3", "", "1999-12-31T00:00:00.000Z", "a", ""],
  ["=1+1", "", "", "4", "true", "1970-01-01T00:00:00.000Z", "", "2"],
];

describe("readRows", () => {
  it.each(["parquet-snappy", "parquet-zstd", "parquet-gzip", "arrow-file", "arrow-stream"])(
    "reads what pyarrow wrote: %s",
    async (name) => {
      const { rows, bytes } = await readRows(await put(name, bytesOf(name)));
      expect(cellsOf(rows)).toEqual(ROWS);
      expect(bytes).toBe(bytesOf(name).length);
      const { columns, rowNumbers } = rows as RawRows;
      const numeric = columns.filter(({ numbers }) => numbers !== undefined);
      expect(numeric.map((column) => column.name)).toEqual(["income", "n", "small", "f32"]);
      expect(numeric[0]?.numbers).toEqual(Float64Array.of(1200.5, Number.NaN, 3));
      expect(Array.from(rowNumbers)).toEqual([2, 3, 4, 5]);
    },
  );

  it("leaves CSV as text, its delimiter to be found", async () => {
    const { rows } = await readRows(await put("rows.csv", Buffer.from("a;b\n1;2\n")));
    expect(rows).toBe("a;b\n1;2\n");
  });

  it("says where a text holds what no cell can", async () => {
    const columns: OutputColumn[] = [{ name: "note", type: "text", values: ["fine", "a\0b"] }];
    const path = await put("nul.parquet", await columnarBytes("parquet", columns));
    await expect(readRows(path)).rejects.toMatchObject({
      code: "FILE_NOT_TEXT",
      place: { file: path, column: "note", row: 3 },
    });
  });

  it.each(["parquet-nested", "arrow-nested"])("names a column of lists: %s", async (name) => {
    await expect(readRows(await put(name, bytesOf(name)))).rejects.toMatchObject({
      code: "COLUMN_NESTED",
      place: { column: "tags" },
    });
  });

  it.each(["parquet-snappy", "arrow-file", "arrow-stream"])("says that a cut file is damaged: %s", async (name) => {
    const whole = bytesOf(name);
    for (const kept of [9, Math.floor(whole.length / 2)]) {
      await expect(readRows(await put(name, whole.subarray(0, kept)))).rejects.toMatchObject({
        code: "FILE_UNREADABLE",
        message: expect.stringContaining("Copy it again"),
      });
    }
  });

  it("says that there is no such file", async () => {
    await expect(readRows(join(folder(), "none.parquet"))).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});

describe("columnarBytes", () => {
  const columns: readonly OutputColumn[] = [
    { name: "id", type: "integer", values: [1, 2, null] },
    { name: "word, quoted", type: "text", values: ["ä", null, 7] },
    { name: "x", type: "number", values: [0.1, -1e-300, null] },
  ];
  const cells = [
    ["id", "word, quoted", "x"],
    ["1", "ä", "0.1"],
    ["2", "", "-1e-300"],
    ["", "7", ""],
  ];

  it.each(["parquet", "arrow"] as const)("writes what is read back: %s", async (format) => {
    const bytes = await columnarBytes(format, columns);
    expect(cellsOf((await readRows(await put(`t.${format}`, bytes))).rows)).toEqual(cells);
    expect(Buffer.from(await columnarBytes(format, columns)).equals(Buffer.from(bytes))).toBe(true);
  });

  it("writes Parquet that DuckDB reads", async () => {
    const path = await put("t.parquet", await columnarBytes("parquet", columns));
    const instance = await DuckDBInstance.create(":memory:", { autoinstall_known_extensions: "false" });
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll(`SELECT * FROM '${path}'`)).getRowsJson();
    expect(rows).toEqual([
      [1, "ä", 0.1],
      [2, null, -1e-300],
      [null, "7", null],
    ]);
    connection.closeSync();
  });

  it("refuses columns of different lengths", async () => {
    await expect(columnarBytes("arrow", [...columns, { name: "y", type: "number", values: [] }])).rejects.toMatchObject(
      {
        code: "SHAPE_MISMATCH",
      },
    );
  });
});

describe("rowStream", () => {
  it("gives a columnar file in batches whose rows count on", async () => {
    const values = Array.from({ length: 50_003 }, (_, i) => (i === 1 ? null : i));
    const path = await put("x.parquet", await columnarBytes("parquet", [{ name: "x", type: "number", values }]));
    const batches = await all(rowStream({ path }, { file: "x.parquet", delimiter: null }));
    expect(batches.map(({ rows, rowNumbers }) => [rows, rowNumbers[0]])).toEqual([
      [50_000, 2],
      [3, 50_002],
    ]);
    // a missing value in a file of one column is a row too
    expect(cellsOf(batches[0]!).slice(0, 4)).toEqual([["x"], ["0"], [""], ["2"]]);
  });

  it("gives the names of a columnar file without rows", async () => {
    const path = await put("none.arrow", await columnarBytes("arrow", [{ name: "x", type: "number", values: [] }]));
    const batches = await all(rowStream({ path }, { file: "none.arrow", delimiter: null }));
    expect(batches).toMatchObject([{ rows: 0, columns: [{ name: "x" }] }]);
  });
});

it.each([
  ["a.parquet", "parquet"],
  ["b.ARROW", "arrow"],
  ["c.feather", "arrow"],
  ["parquet.csv", null],
])("formatOfName(%s)", (name, format) => {
  expect(formatOfName(name)).toBe(format);
});
