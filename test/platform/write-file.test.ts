import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder, openPendingFile, writeFiles } from "../../src/platform/write-file.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "recast-write-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("openPendingFile", () => {
  it("shows nothing under its name until it is complete", async () => {
    const path = join(folder, "a.csv");
    const file = await openPendingFile(path);
    await file.write("one\n");
    await file.write("two\n");
    expect(await readdir(folder)).not.toContain("a.csv");
    await file.commit();
    expect(await readdir(folder)).toEqual(["a.csv"]);
    expect(await readFile(path, "utf8")).toBe("one\ntwo\n");
  });

  it("leaves the older file and no trace when discarded", async () => {
    const path = join(folder, "a.csv");
    await writeFile(path, "old");
    const file = await openPendingFile(path);
    await file.write("new");
    await file.discard();
    await file.discard();
    expect(await readdir(folder)).toEqual(["a.csv"]);
    expect(await readFile(path, "utf8")).toBe("old");
  });

  it("does nothing when discarded after it was committed", async () => {
    const path = join(folder, "a.csv");
    const file = await openPendingFile(path);
    await file.write("kept");
    await file.commit();
    await file.discard();
    expect(await readFile(path, "utf8")).toBe("kept");
    await expect(file.write("more")).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });

  it("removes its temporary file when the final move fails", async () => {
    const path = join(folder, "taken");
    await mkdir(join(path, "inside"), { recursive: true });
    const file = await openPendingFile(path);
    await file.write("text");
    await expect(file.commit()).rejects.toMatchObject({ code: "WRITE_FAILED", place: { file: path } });
    expect(await readdir(folder)).toEqual(["taken"]);
  });

  it("says which folder is missing", async () => {
    await expect(openPendingFile(join(folder, "no", "a.csv"))).rejects.toThrow("the folder does not exist");
  });
});

describe("writeFiles", () => {
  it("writes all files", async () => {
    await writeFiles([
      { path: join(folder, "a"), text: "1" },
      { path: join(folder, "b"), text: "2" },
    ]);
    expect(await readdir(folder)).toEqual(["a", "b"]);
  });

  it("writes none of them when the last cannot be written", async () => {
    const files = [
      { path: join(folder, "a"), text: "1" },
      { path: join(folder, "missing", "b"), text: "2" },
    ];
    await expect(writeFiles(files)).rejects.toMatchObject({ code: "WRITE_FAILED" });
    expect(await readdir(folder)).toEqual([]);
  });

  it("writes none of them after an abort", async () => {
    const controller = new AbortController();
    const files = {
      *[Symbol.iterator]() {
        yield { path: join(folder, "a"), text: "1" };
        controller.abort();
        yield { path: join(folder, "b"), text: "2" };
      },
    };
    await expect(writeFiles(files, controller.signal)).rejects.toMatchObject({ code: "ABORTED" });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("makeFolder", () => {
  it("makes the folders on the way and keeps one that exists", async () => {
    await makeFolder(join(folder, "x", "y"));
    await makeFolder(join(folder, "x", "y"));
    expect(await readdir(folder)).toEqual(["x"]);
  });

  it("says so when a file is in the way", async () => {
    await writeFile(join(folder, "x"), "");
    await chmod(join(folder, "x"), 0o600);
    await expect(makeFolder(join(folder, "x", "y"))).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });
});
