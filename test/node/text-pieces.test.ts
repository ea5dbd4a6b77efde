import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodedText, fileText } from "../../src/node/text-pieces.js";

async function* bytes(...chunks: (Uint8Array | string)[]) {
  yield* chunks;
}

async function collect(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

describe("decodedText", () => {
  it("keeps characters whole wherever the bytes are cut", async () => {
    const all = new TextEncoder().encode("\uFEFFnaïve,東京,👩\n");
    for (let cut = 0; cut <= all.length; cut++) {
      expect(await collect(decodedText(bytes(all.subarray(0, cut), all.subarray(cut)), "x"))).toBe("naïve,東京,👩\n");
    }
  });

  it("shows bytes that are no UTF-8, also at the end", async () => {
    expect(await collect(decodedText(bytes(Uint8Array.of(97, 0xe9)), "x"))).toBe("a\uFFFD");
  });

  it("refuses what is no text", async () => {
    await expect(collect(decodedText(bytes(Uint8Array.of(80, 75, 0, 4)), "a.xlsx"))).rejects.toMatchObject({
      code: "FILE_NOT_TEXT",
      place: { file: "a.xlsx" },
    });
  });

  it("stops at an abort", async () => {
    await expect(collect(decodedText(bytes("a", "b"), "x", AbortSignal.abort()))).rejects.toMatchObject({
      code: "ABORTED",
    });
  });
});

describe("fileText", () => {
  it("reads files larger than a piece", async () => {
    const folder = await mkdtemp(join(tmpdir(), "recast-text-"));
    try {
      const text = "é,1\n".repeat(400_000);
      await writeFile(join(folder, "big.csv"), text);
      expect((await collect(fileText(join(folder, "big.csv"), "big.csv"))) === text).toBe(true);
      await expect(collect(fileText(folder, "folder"))).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
      await expect(collect(fileText(join(folder, "no.csv"), "no.csv"))).rejects.toThrow("there is no file no.csv");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
