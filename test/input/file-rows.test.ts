import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { rowsOf } from "../../src/input/file-rows.js";
import { readRows } from "../../src/platform/read-file.js";
import { freshFolder } from "../cli/support.js";

const folder = freshFolder();
const fixtures = JSON.parse(await readFile(new URL("../fixtures/columnar.json", import.meta.url), "utf8"));
const bytesOf = (name: string) => Buffer.from(fixtures[name], "base64");

const TEXT = "id;größe;\u{1F642}\n1;3,5;ja\n";
const utf8 = Buffer.from(TEXT, "utf8");
const little = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(TEXT, "utf16le")]);
const big = Buffer.from(little).swap16();
const zipped = gzipSync(utf8);
const flipped = Buffer.from(zipped);
flipped[flipped.length - 6]! ^= 1; // in the checksum

const FILES: Readonly<Record<string, Buffer>> = {
  "UTF-8": utf8,
  "UTF-8 with a mark": Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), utf8]),
  "UTF-16, little end first": little,
  "UTF-16, big end first": big,
  gzip: zipped,
  "gzip of UTF-16": gzipSync(little),
  "gzip of nothing": gzipSync(Buffer.alloc(0)),
  nothing: Buffer.alloc(0),
  "one byte": Buffer.from("a"),
  "Windows-1252": Buffer.from("größe\n1\n", "latin1"),
  Parquet: bytesOf("parquet-snappy"),
  "Parquet, packed inside": bytesOf("parquet-gzip"),
  "an Arrow file": bytesOf("arrow-file"),
  "an Arrow stream": bytesOf("arrow-stream"),
};

const BAD: Readonly<Record<string, Buffer>> = {
  "bytes of nothing": Buffer.of(0xff, 1, 2, 3),
  "zero bytes": Buffer.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff),
  "half a character of UTF-16": little.subarray(0, -1),
  "a gzip file that ends early": zipped.subarray(0, -9),
  "a gzip file with a wrong checksum": flipped,
  "only the head of a gzip file": zipped.subarray(0, 2),
  "gzip of Parquet": gzipSync(bytesOf("parquet-snappy")),
  "Parquet, cut": bytesOf("parquet-snappy").subarray(0, 60),
  "Arrow, cut": bytesOf("arrow-file").subarray(0, 60),
  "Parquet with lists": bytesOf("parquet-nested"),
  "Arrow with lists": bytesOf("arrow-nested"),
};

async function both(bytes: Buffer) {
  const path = join(folder(), "file");
  await writeFile(path, bytes);
  // a view in the middle of a larger buffer, as files in memory may come
  const around = new Uint8Array(bytes.length + 20);
  around.set(bytes, 7);
  return { path, inMemory: around.subarray(7, 7 + bytes.length) };
}

describe("rowsOf", () => {
  it.each(Object.keys(FILES))("gives what the reader of files gives: %s", async (name) => {
    const { path, inMemory } = await both(FILES[name]!);
    expect(await rowsOf(inMemory, path)).toEqual(await readRows(path));
  });

  it.each(Object.keys(BAD))("says what the reader of files says: %s", async (name) => {
    const { path, inMemory } = await both(BAD[name]!);
    const said = async (reading: Promise<unknown>) => {
      const error = await reading.then(
        () => null,
        (thrown) => thrown,
      );
      return { code: error?.code, message: error?.message, place: error?.place };
    };
    const here = await said(rowsOf(inMemory, path));
    expect(here).toEqual(await said(readRows(path)));
    expect(here).toMatchObject({ code: expect.any(String), place: { file: path } });
  });

  it("reads the same text from every encoding, with the stamp of the file", async () => {
    for (const bytes of [utf8, little, big, zipped]) {
      expect(await rowsOf(bytes, "f.csv")).toMatchObject({ rows: TEXT, bytes: bytes.length });
    }
  });

  it("takes a text that came out empty for one that is too long, as Chromium gives it", async () => {
    const decode = vi.spyOn(TextDecoder.prototype, "decode").mockReturnValue("");
    try {
      await expect(rowsOf(utf8, "f.csv")).rejects.toMatchObject({ code: "TOO_LARGE", place: { file: "f.csv" } });
    } finally {
      decode.mockRestore();
    }
  });

  it("stops unpacking what no text could hold", async () => {
    const tools = {
      sha256: () => "",
      gunzip: () => {
        throw new RangeError("too much");
      },
    };
    await expect(rowsOf(zipped, "f.csv.gz", tools)).rejects.toMatchObject({ code: "TOO_LARGE" });
  });
});
