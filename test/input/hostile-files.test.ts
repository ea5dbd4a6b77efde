import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { tableFromArrays, tableToIPC } from "@uwdata/flechette";
import { describe, expect, it } from "vitest";
import { AuditError } from "../../src/errors.js";
import { inspectCsv } from "../../src/input/csv.js";
import { rowsOf } from "../../src/input/file-rows.js";
import { csvBatches } from "../../src/input/row-batches.js";
import { MOST_CELLS, MOST_COLUMNS, requireCells } from "../../src/input/unpack.js";
import { readRows, readText } from "../../src/platform/read-file.js";
import { decodedText, rowStream } from "../../src/platform/row-stream.js";
import { freshFolder } from "../cli/support.js";
import {
  doubles,
  gzipBomb,
  type HostileColumn,
  type HostilePage,
  hostileParquet,
  plainTexts,
  varint,
  withInt64,
} from "../support/hostile-files.js";
import { all, cellsOf } from "./raw-cells.js";

const folder = freshFolder();
const fixtures = JSON.parse(await readFile(new URL("../fixtures/columnar.json", import.meta.url), "utf8"));

async function put(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder(), name);
  await writeFile(path, bytes);
  return path;
}

const errorOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => null,
    (error: unknown) => error,
  );

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}

async function lengthOf(pieces: AsyncIterable<string>): Promise<number> {
  let length = 0;
  for await (const piece of pieces) length += piece.length;
  return length;
}

describe("gzip files that unpack without end", () => {
  const bomb = gzipBomb(2 ** 29 + 2 ** 21, 0x61);
  const refusal = { code: "TOO_LARGE", message: expect.stringContaining("unpacks to more than 512 MB") };

  it("are refused as rows and as any other text", async () => {
    const path = await put("bomb.csv.gz", bomb);
    expect(await errorOf(readRows(path))).toMatchObject({ ...refusal, place: { file: path } });
    expect(await errorOf(readText(path))).toMatchObject(refusal);
  });

  it("are refused where there is no Node", async () => {
    expect(await errorOf(rowsOf(bomb, "bomb.csv.gz"))).toMatchObject({ ...refusal, place: { file: "bomb.csv.gz" } });
  });

  it("are refused when rows are read some at a time, at a size in keeping with what was packed", async () => {
    const text = decodedText(chunksOf(gzipBomb(2 ** 30, 0x0a)), "lines.csv.gz");
    expect(await errorOf(lengthOf(text))).toMatchObject({ ...refusal, place: { file: "lines.csv.gz" } });
    const [packed, growth] = [2 ** 22, 3 * 2 ** 28];
    const large = decodedText(chunksOf(Buffer.concat([gzipBomb(growth, 0x61), Buffer.alloc(packed)])), "large.csv.gz");
    expect(await errorOf(lengthOf(large))).toMatchObject({ code: "FILE_UNREADABLE" }); // its checksum, at the end
  });
});

describe("CSV", () => {
  it("without an end of line is refused before it fills the memory, with file and row", async () => {
    async function* endless() {
      yield "a,b\n1,2\n";
      for (;;) yield "x".repeat(1 << 20);
    }
    const error = await errorOf(all(csvBatches(endless(), { file: "f.csv", delimiter: null })));
    expect(error).toMatchObject({ code: "QUOTE_UNCLOSED", place: { file: "f.csv", row: 3 } });
  });

  it("of nothing but blank lines is refused before they are all counted", async () => {
    async function* blank() {
      for (;;) yield "\n".repeat(1 << 19);
    }
    const error = await errorOf(all(csvBatches(blank(), { file: "f.csv", delimiter: null })));
    expect(error).toMatchObject({ code: "TOO_LARGE", place: { file: "f.csv" } });
  });

  it("of too many columns is refused", () => {
    const { problems } = inspectCsv(`${"a,".repeat(MOST_COLUMNS)}b\n`, { file: "f.csv", delimiter: "," });
    expect(problems).toMatchObject([{ code: "TOO_LARGE", message: expect.stringContaining("65,537 columns") }]);
  });

  it("of too many cells is refused, as any file is", () => {
    expect(() => requireCells("f.csv", { rows: 2 ** 20, columns: 64 })).not.toThrow();
    expect(() => requireCells("f.csv", { rows: 2 ** 20, columns: 65 })).toThrow(
      "f.csv has 68,157,440 cells; at most 67,108,864 can be read. Use a random sample of its rows",
    );
    const rows = MOST_CELLS / MOST_COLUMNS + 64; // checked each time the rows need more room
    const text = `${"a,".repeat(MOST_COLUMNS - 1)}b\n`.repeat(1) + `${",".repeat(MOST_COLUMNS - 1)}\n`.repeat(rows);
    const { problems } = inspectCsv(text, { file: "f.csv", delimiter: "," });
    expect(problems).toMatchObject([{ code: "TOO_LARGE", file: "f.csv" }]);
  });
});

const NONE = Buffer.alloc(0);
const page = (body: Uint8Array, values: number | bigint, more: Partial<HostilePage> = {}): HostilePage => ({
  kind: "data",
  body,
  values,
  ...more,
});
const column = (pages: readonly HostilePage[], more: Partial<HostileColumn> = {}): HostileColumn => ({
  name: "x",
  type: 5,
  pages,
  ...more,
});
const hundred = Buffer.from(new Float64Array(100).buffer);
const framed = (levels: Uint8Array) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(levels.length);
  return Buffer.concat([length, levels]);
};
/** One run of this many zeros. */
const run = (count: bigint) => Buffer.concat([varint(count << 1n), Buffer.of(0)]);
/** Differences that are all the same, after a header that says this. */
const deltas = (header: { block: bigint; parts: bigint; count: bigint; first: bigint }, step = 0n) => {
  const numbers = [header.block, header.parts, header.count, header.first << 1n].map((each) => varint(each));
  const blocks = Array.from({ length: Math.ceil((Number(header.count) - 1) / Number(header.block)) }, () =>
    Buffer.concat([varint(step << 1n), Buffer.alloc(Math.min(Number(header.parts), 8))]),
  );
  return Buffer.concat([...numbers, ...blocks]);
};
const usual = { block: 128n, parts: 4n };

describe("Parquet files that lie", () => {
  const LIES: readonly (readonly [string, Buffer, string, string])[] = [
    ["100 rows, 200 stored", hostileParquet([doubles("x", 200)], { group: 100n }), "", "more than the 100 values"],
    [
      "100 rows, two pages of 100",
      hostileParquet([column([page(hundred, 100), page(hundred, 100)])], { group: 100n }),
      "",
      "more than the 100",
    ],
    ["200 rows, 100 stored", hostileParquet([doubles("x", 100)], { group: 200n }), "", "stores 100 of 200 values"],
    ["2^62 rows", hostileParquet([doubles("x", 9)], { group: 9n, file: 2n ** 62n }), "", "4611686018427387904"],
    ["2^62 rows in a group", hostileParquet([doubles("x", 9)], { group: 2n ** 62n }), "", "4611686018427387904"],
    [
      "2^40 rows in a group",
      hostileParquet([doubles("x", 9)], { group: 2n ** 40n }),
      "TOO_LARGE",
      "1,099,511,627,776 cells",
    ],
    ["fewer than no rows", hostileParquet([doubles("x", 9)], { group: -9n }), "", "cannot be -9"],
    [
      "other rows than its groups",
      hostileParquet([doubles("x", 9)], { group: 9n, file: 8n }),
      "",
      "8 rows, and its row groups 9",
    ],
    [
      "columns of different lengths",
      hostileParquet([doubles("x", 9), { ...doubles("y", 9), values: 8n }], { group: 9n }),
      "",
      "'y' has 8 values in a row group of 9",
    ],
    [
      "a column outside",
      hostileParquet([column([page(hundred, 100)], { offset: 2n ** 50n })], { group: 100n }),
      "",
      "lies outside",
    ],
    [
      "a column before the file",
      hostileParquet([column([page(hundred, 100)], { offset: -4n })], { group: 100n }),
      "",
      "cannot be -4",
    ],
    [
      "a column of 2^40 bytes",
      hostileParquet([column([page(hundred, 100)], { packed: 2n ** 40n })], { group: 100n }),
      "",
      "lies outside",
    ],
    [
      "groups that share their bytes",
      hostileParquet([doubles("x", 100)], { group: 100n, groups: 1000 }),
      "",
      "overlap",
    ],
    [
      "a page longer than its column",
      hostileParquet([column([page(hundred, 100, { packed: 9000, unpacked: 9000 })])], { group: 100n }),
      "",
      "cut off",
    ],
    [
      "a page that ends early",
      hostileParquet([column([page(hundred.subarray(8), 100)])], { group: 100n }),
      "",
      "cannot be read",
    ],
    [
      "a page of 2^31 values",
      hostileParquet([column([page(hundred, 2n ** 31n)])], { group: 100n }),
      "",
      "more than the 100",
    ],
    [
      "a page of fewer than no bytes",
      hostileParquet([column([page(hundred, 100, { unpacked: -1 })])], { group: 100n }),
      "",
      "proper header",
    ],
    [
      "a page that unpacks to 2 GB",
      hostileParquet([column([page(hundred, 100, { unpacked: 2n ** 31n - 1n })], { codec: 6 })], { group: 100n }),
      "TOO_LARGE",
      "512 MB",
    ],
    [
      "pages that unpack to 600 MB together",
      hostileParquet([column([page(NONE, 0, { unpacked: 3e8 }), page(NONE, 0, { unpacked: 3e8 })])], { group: 1n }),
      "",
      "length it says",
    ],
    [
      "a gzipped page of more than it says",
      hostileParquet([column([page(gzipSync(Buffer.alloc(2 ** 20)), 100, { unpacked: 800 })], { codec: 2 })], {
        group: 100n,
      }),
      "",
      "length it says",
    ],
    [
      "a gzipped page of less than it says",
      hostileParquet([column([page(gzipSync(Buffer.alloc(700)), 100, { unpacked: 800 })], { codec: 2 })], {
        group: 100n,
      }),
      "",
      "length it says",
    ],
    [
      "a snappy page of more than it says",
      hostileParquet([column([page(Buffer.of(0xff, 0xff, 0x03, 0, 0), 100, { unpacked: 800 })], { codec: 1 })], {
        group: 100n,
      }),
      "",
      "length it says",
    ],
    [
      "a zstd page of 2 MB in 13 bytes",
      hostileParquet(
        [column([page(Buffer.from("28b52ffd0058fbffff00", "hex"), 100, { unpacked: 800 })], { codec: 6 })],
        { group: 100n },
      ),
      "",
      "length it says",
    ],
    [
      "pages packed with nothing known",
      hostileParquet([column([page(hundred, 100)], { codec: 3 })], { group: 100n }),
      "",
      "LZO",
    ],
    [
      "levels that go on for 2^31",
      hostileParquet([column([page(framed(run(2n ** 31n - 1n)), 100)], { isOptional: true })], { group: 100n }),
      "",
      "more values than it says",
    ],
    [
      "2^31 rows of nothing in 20 bytes",
      hostileParquet([column([page(framed(run(2n ** 31n - 1n)), 2n ** 31n - 1n)], { isOptional: true })], {
        group: 2n ** 31n - 1n,
      }),
      "TOO_LARGE",
      "cells",
    ],
    [
      "levels that end early",
      hostileParquet([column([page(framed(Buffer.of(0x03)), 100)], { isOptional: true })], { group: 100n }),
      "",
      "fewer values",
    ],
    [
      "a value that its dictionary lacks",
      hostileParquet(
        [column([page(Buffer.alloc(8), 1, { kind: "dictionary" }), page(Buffer.of(8, 2, 7), 1, { encoding: 8 })])],
        { group: 1n },
      ),
      "",
      "not in its dictionary",
    ],
    [
      "no dictionary",
      hostileParquet([column([page(Buffer.of(8, 2, 0), 1, { encoding: 8 })])], { group: 1n }),
      "",
      "dictionary that is not there",
    ],
    [
      "two dictionaries",
      hostileParquet(
        [column([page(Buffer.alloc(8), 1, { kind: "dictionary" }), page(Buffer.alloc(8), 1, { kind: "dictionary" })])],
        { group: 1n },
      ),
      "",
      "two dictionaries",
    ],
    [
      "a dictionary of 2^31 values",
      hostileParquet([column([page(Buffer.alloc(8), 2n ** 31n - 1n, { kind: "dictionary" }), page(hundred, 100)])], {
        group: 100n,
      }),
      "",
      "cannot be read",
    ],
    [
      "differences in -1 parts",
      hostileParquet(
        [
          column([page(deltas({ block: 128n, parts: 2n ** 32n - 1n, count: 100n, first: 0n }), 100, { encoding: 5 })], {
            type: 1,
          }),
        ],
        { group: 100n },
      ),
      "",
      "impossible lengths",
    ],
    [
      "differences in no parts",
      hostileParquet(
        [column([page(deltas({ block: 128n, parts: 0n, count: 100n, first: 0n }), 100, { encoding: 5 })], { type: 1 })],
        { group: 100n },
      ),
      "",
      "impossible lengths",
    ],
    [
      "a difference without an end",
      hostileParquet(
        [
          column(
            [page(Buffer.concat([varint(128), varint(4), varint(100), Buffer.alloc(1e6, 0xff)]), 100, { encoding: 5 })],
            { type: 2 },
          ),
        ],
        { group: 100n },
      ),
      "",
      "no end",
    ],
    [
      "a text that goes on from nothing",
      hostileParquet(
        [
          column(
            [
              page(
                Buffer.concat([
                  deltas({ ...usual, count: 1n, first: 2n ** 30n }),
                  deltas({ ...usual, count: 1n, first: 0n }),
                ]),
                1,
                { encoding: 7 },
              ),
            ],
            { type: 6 },
          ),
        ],
        { group: 1n },
      ),
      "",
      "longer than its page",
    ],
    [
      "a decimal of 100,000 bytes",
      hostileParquet([column([page(plainTexts([Buffer.alloc(1e5, 0x7f)]), 1)], { type: 6, converted: 5 })], {
        group: 1n,
      }),
      "",
      "too many digits",
    ],
    [
      "a footer of one number",
      hostileParquet([], { group: 0n, metadata: Buffer.concat([Buffer.of(0x36), Buffer.alloc(4e6, 0xff)]) }),
      "",
      "no end",
    ],
    ["a footer of lists in lists", hostileParquet([], { group: 0n, metadata: Buffer.alloc(1e6, 0x19) }), "", "no end"],
    [
      "a footer of structures in structures",
      hostileParquet([], { group: 0n, metadata: Buffer.alloc(1e6, 0x1c) }),
      "",
      "no end",
    ],
    [
      "a footer of a list without an end",
      hostileParquet([], { group: 0n, metadata: Buffer.concat([Buffer.of(0x19, 0xfc), varint(2n ** 31n)]) }),
      "",
      "longer than the file",
    ],
    [
      "a page header without an end",
      hostileParquet([column([page(NONE, 100)], { packed: 30n, offset: 4n })], { group: 100n, metadata: NONE }),
      "",
      "cannot be read",
    ],
  ];

  it.each(LIES)("are refused: %s", async (_, bytes, code, message) => {
    const path = await put("lie.parquet", bytes);
    const error = await errorOf(readRows(path));
    expect(error).toMatchObject({ code: code || "FILE_UNREADABLE", message: expect.stringContaining(message) });
    if (code === "") expect((error as AuditError).message).toContain("Copy it again");
    const streamed = await errorOf(all(rowStream({ path }, { file: "lie.parquet", delimiter: null })));
    expect(streamed).toMatchObject({ code: code || "FILE_UNREADABLE" });
  });

  it("are counted as texts that share their beginnings grow", async () => {
    const count = 6000n; // of 100,000 bytes each: 600 MB from 100 KB
    const shared = Buffer.concat([
      ...[128n, 4n, count, 0n].map((each) => varint(each)),
      ...sameFrom(Number(count), 100_000),
    ]);
    const own = Buffer.concat([
      ...[128n, 4n, count, 200_000n].map((each) => varint(each)),
      ...sameFrom(Number(count), -100_000),
    ]);
    const body = Buffer.concat([shared, own, Buffer.alloc(100_000, 0x61)]);
    const bytes = hostileParquet([column([page(body, Number(count), { encoding: 7 })], { type: 6 })], { group: count });
    expect(await errorOf(rowsOf(bytes, "f.parquet"))).toMatchObject({ code: "TOO_LARGE" });
  });

  it("tell the truth all the same: what is written by hand is read", async () => {
    const text = column([page(plainTexts(["a", "ö"]), 2)], { name: "t", type: 6, converted: 0 });
    const bytes = hostileParquet([doubles("x", 2), text], { group: 2n });
    expect(cellsOf((await rowsOf(bytes, "f.parquet")).rows)).toEqual([
      ["x", "t"],
      ["0", "a"],
      ["1", "ö"],
    ]);
  });
});

/** Blocks of differences: one step from the first value, then none. */
function sameFrom(count: number, step: number): Buffer[] {
  const zigzag = BigInt(step < 0 ? -step * 2 - 1 : step * 2);
  const width = 18; // bits of a step of up to 200,000
  const first = Buffer.alloc((32 * width) / 8);
  return Array.from({ length: Math.ceil((count - 1) / 128) }, (_, block) => {
    if (block > 0) return Buffer.concat([varint(0), Buffer.alloc(4)]);
    // the least difference is the step where it is negative, and the others make up for it
    const least = step < 0 ? zigzag : 0n;
    const bits = Array.from({ length: 128 }, (__, i) => (step < 0 ? (i === 0 ? 0 : -step) : i === 0 ? step : 0));
    const body = Buffer.alloc((128 * width) / 8);
    for (const [i, value] of bits.entries()) {
      for (let b = 0; b < width; b++) if ((value >> b) & 1) body[(i * width + b) >> 3]! |= 1 << ((i * width + b) & 7);
    }
    return Buffer.concat([varint(least), Buffer.alloc(4, width), body.length === first.length * 4 ? body : first]);
  });
}

describe("columns of bytes", () => {
  const read = (cells: readonly (Uint8Array | string)[], converted?: number) => {
    const more = { type: 6, ...(converted !== undefined && { converted }) };
    const bytes = hostileParquet([column([page(plainTexts(cells), cells.length)], more)], {
      group: BigInt(cells.length),
    });
    return rowsOf(bytes, "f.parquet");
  };

  it("are texts where each cell is one, as older writers leave them", async () => {
    expect(cellsOf((await read(["yes", "größe"])).rows)).toEqual([["x"], ["yes"], ["größe"]]);
  });

  it.each([
    ["no UTF-8", Buffer.of(0xff, 0xd8, 0xff, 0xe0)],
    ["zero bytes", Buffer.of(0x41, 0, 0x42)],
  ])("are refused with the row of the first cell that is none: %s", async (_, cell) => {
    expect(await errorOf(read(["yes", cell]))).toMatchObject({
      code: "COLUMN_NESTED",
      message: expect.stringContaining("column 'x' holds lists, structures or bytes, as in row 3"),
      place: { file: "f.parquet", column: "x", row: 3 },
    });
  });

  it("that say they are text and are not are refused", async () => {
    const place = { file: "f.parquet", column: "x", row: 3 };
    const error = await errorOf(read(["yes", Buffer.of(0xc3, 0x28)], 0));
    expect(error).toMatchObject({ code: "FILE_NOT_TEXT", message: expect.stringContaining("not UTF-8"), place });
  });

  it("are refused in Arrow, and so are texts that are not UTF-8", async () => {
    const arrow = Buffer.from(tableToIPC(tableFromArrays({ x: ["yes", "no!"] }), { format: "file" })!);
    arrow.write("\u00e9", arrow.indexOf("yesno!") + 3, "latin1");
    const error = await errorOf(rowsOf(arrow, "f.arrow"));
    expect(error).toMatchObject({ code: "FILE_NOT_TEXT", place: { file: "f.arrow", column: "x", row: 3 } });
  });
});

describe("Arrow files that lie", () => {
  const numbers = Float64Array.from({ length: 1237 }, (_, i) => i);
  const words = Array.from({ length: 1237 }, (_, i) => `w${i % 9}`);
  const made = (format: "file" | "stream", columns: Record<string, Float64Array | string[]>) =>
    Buffer.from(tableToIPC(tableFromArrays(columns), { format })!);

  it.each([2n ** 31n, 2n ** 53n, 2n ** 62n, -1n, 1300n])("are refused: %s rows", async (rows) => {
    for (const format of ["file", "stream"] as const) {
      for (const columns of [{ numbers }, { words }]) {
        const bytes = withInt64(made(format, columns), 1237n, rows);
        const path = await put("lie.arrow", bytes);
        expect(await errorOf(readRows(path))).toMatchObject({ code: "FILE_UNREADABLE" });
        const streamed = all(rowStream({ path }, { file: "lie.arrow", delimiter: null }));
        expect(await errorOf(streamed)).toMatchObject({ code: "FILE_UNREADABLE" });
      }
    }
  });
});

describe("every byte of a small file", () => {
  const files: Readonly<Record<string, Buffer>> = {
    "parquet-snappy": Buffer.from(fixtures["parquet-snappy"], "base64"),
    "parquet-zstd": Buffer.from(fixtures["parquet-zstd"], "base64"),
    "parquet-gzip": Buffer.from(fixtures["parquet-gzip"], "base64"),
    "arrow-file": Buffer.from(fixtures["arrow-file"], "base64"),
    "arrow-stream": Buffer.from(fixtures["arrow-stream"], "base64"),
    "arrow-nested": Buffer.from(fixtures["arrow-nested"], "base64"),
  };

  it.each(Object.keys(files))("may be another, and the file is read or refused: %s", async (name) => {
    const whole = files[name]!;
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= [0x01, 0x80, 0xff][at % 3]!;
      const error = await errorOf(rowsOf(bytes, name));
      if (error !== null) expect(error, `byte ${at}`).toBeInstanceOf(AuditError);
    }
  });
});
