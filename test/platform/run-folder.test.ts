import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openLines, readLines } from "../../src/platform/run-folder.js";
import { freshFolder } from "../cli/support.js";

const folder = freshFolder();
const path = () => join(folder(), "cells.jsonl");

afterEach(() => vi.restoreAllMocks());

/** The disk takes three bytes of the next line and is full then. */
async function fillDisk(): Promise<void> {
  const other = await open(path(), "r");
  const prototype = Object.getPrototypeOf(other);
  await other.close();
  const { appendFile } = prototype;
  vi.spyOn(prototype, "appendFile").mockImplementationOnce(async function (this: unknown, data: unknown) {
    await appendFile.call(this, (data as Buffer).subarray(0, 3));
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  });
}

describe("openLines", () => {
  it("leaves no torn line, and writes nothing after one that failed", async () => {
    const file = await openLines(path(), 0);
    await file.append("first");
    await fillDisk();
    await expect(file.append("second")).rejects.toThrow("the disk is full");
    await expect(file.append("third")).rejects.toThrow("the disk is full");
    await file.close();
    expect(await readFile(path(), "utf8")).toBe("first\n");
    expect(await readLines(path())).toEqual({ lines: ["first"], bytes: 6, torn: false });
    const again = await openLines(path(), 6);
    await again.append("second");
    await again.close();
    expect(await readFile(path(), "utf8")).toBe("first\nsecond\n");
  });
});
