import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodedText, rowStream } from "../../src/platform/row-stream.js";

async function* bytes(...chunks: (Uint8Array | string)[]) {
  yield* chunks;
}

async function collect(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

const TEXT = "naïve,東京,👩\n";
const utf8 = new TextEncoder().encode(`\uFEFF${TEXT}`);
const utf16 = Buffer.from(`\uFEFF${TEXT}`, "utf16le");

describe("decodedText", () => {
  it.each([
    ["UTF-8", utf8],
    ["UTF-16", utf16],
    ["UTF-16, other byte order", Buffer.from(utf16).swap16()],
    ["gzipped UTF-8", gzipSync(utf8)],
    ["gzipped UTF-16", gzipSync(utf16)],
  ])("keeps characters whole wherever the bytes are cut: %s", async (_, all) => {
    for (let cut = 0; cut <= all.length; cut++) {
      expect(await collect(decodedText(bytes(all.subarray(0, cut), all.subarray(cut)), "x"))).toBe(TEXT);
    }
  });

  it("takes text, nothing and a single byte", async () => {
    expect(await collect(decodedText(bytes("a", "", "b"), "x"))).toBe("ab");
    expect(await collect(decodedText(bytes(), "x"))).toBe("");
    expect(await collect(decodedText(bytes(Uint8Array.of(97)), "x"))).toBe("a");
  });

  it.each([
    ["zero bytes", Uint8Array.of(80, 75, 0, 4), "FILE_NOT_TEXT", "a.xlsx is not text"],
    ["Latin-1", Uint8Array.of(97, 0xe9, 98), "FILE_NOT_TEXT", "Western encoding"],
    ["a character cut off at the end", Uint8Array.of(97, 0xc3), "FILE_NOT_TEXT", "a.xlsx is not UTF-8"],
    ["half a gzip file", gzipSync(Buffer.from(TEXT)).subarray(0, 20), "FILE_UNREADABLE", "incomplete gzip"],
  ])("refuses %s", async (_, all, code, message) => {
    const read = collect(decodedText(bytes(all), "a.xlsx"));
    await expect(read).rejects.toMatchObject({ code, place: { file: "a.xlsx" } });
    await expect(read).rejects.toThrow(message);
  });

  it("stops at an abort", async () => {
    await expect(collect(decodedText(bytes("a", "b"), "x", AbortSignal.abort()))).rejects.toMatchObject({
      code: "ABORTED",
    });
  });
});

describe("rowStream", () => {
  const rowsIn = async (path: string, file: string) => {
    let rows = 0;
    for await (const batch of rowStream({ path }, { file, delimiter: null })) rows += batch.rows;
    return rows;
  };

  it("reads files larger than a piece and explains what it cannot read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "recast-text-"));
    try {
      const text = "é,1\n".repeat(400_000);
      await writeFile(join(folder, "big.csv"), text);
      await writeFile(join(folder, "big.csv.gz"), gzipSync(text));
      for (const file of ["big.csv", "big.csv.gz"]) expect(await rowsIn(join(folder, file), file)).toBe(399_999);
      await expect(rowsIn(folder, "folder")).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
      await expect(rowsIn(join(folder, "no.csv"), "no.csv")).rejects.toThrow("there is no file no.csv");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
