import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { columnarBytes, formatOfName, type OutputColumn } from "../../src/document/columnar-write.js";
import { readRows, rowPieces } from "../../src/platform/read-rows.js";
import { freshFolder } from "../cli/support.js";

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
  "name,income,n,small,ok,day,level,f32",
  "Ana,1200.5,1,1,true,2020-01-02T00:00:00.000Z,a,0.5",
  '"Bo, ""b""",,9007199254740991,2,false,,b,0.25',
  ",3,-3,3,,1999-12-31T00:00:00.000Z,a,",
  "=1+1,,,4,true,1970-01-01T00:00:00.000Z,,2",
];

describe("readRows", () => {
  it.each(["parquet-snappy", "parquet-zstd", "parquet-gzip", "arrow-file", "arrow-stream"])(
    "reads what pyarrow wrote: %s",
    async (name) => {
      const { text, delimiter, bytes } = await readRows(await put(name, bytesOf(name)));
      expect(text.trimEnd().split("\n")).toEqual(ROWS);
      expect({ delimiter, bytes }).toEqual({ delimiter: ",", bytes: bytesOf(name).length });
    },
  );

  it("leaves CSV to the reader of text, its delimiter to be found", async () => {
    const { text, delimiter } = await readRows(await put("rows.csv", Buffer.from("a;b\n1;2\n")));
    expect({ text, delimiter }).toEqual({ text: "a;b\n1;2\n", delimiter: null });
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
        message: expect.stringContaining("copy it again"),
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
  const text = 'id,"word, quoted",x\n1,ä,0.1\n2,,-1e-300\n,7,\n';

  it.each(["parquet", "arrow"] as const)("writes what is read back: %s", async (format) => {
    const bytes = await columnarBytes(format, columns);
    expect((await readRows(await put(`t.${format}`, bytes))).text).toBe(text);
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

describe("rowPieces", () => {
  it("counts a missing value in a file of one column as a row", async () => {
    const path = await put(
      "one.parquet",
      await columnarBytes("parquet", [{ name: "x", type: "number", values: [1, null] }]),
    );
    const { pieces, delimiter } = await rowPieces(path, "one.parquet");
    const read: string[] = [];
    for await (const piece of pieces) read.push(piece);
    expect({ text: read.join(""), delimiter }).toEqual({ text: 'x\n1\n""\n', delimiter: "," });
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
