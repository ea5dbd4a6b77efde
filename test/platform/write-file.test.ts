import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireWritable } from "../../src/platform/output-folder.js";
import { makeFolder, openPendingFile, writeFiles } from "../../src/platform/write-file.js";
import { bundle } from "../support/bundle.js";

const canMount = mounts();

/** Whether this machine lets a test have a disk of its own. */
function mounts(): boolean {
  const place = mkdtempSync(join(tmpdir(), "recast-mount-"));
  const done = spawnSync("mount", ["-t", "tmpfs", "tmpfs", place]).status === 0;
  if (done) execFileSync("umount", [place]);
  rmdirSync(place);
  return done;
}

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
    const file = await openPendingFile(path);
    await file.write("text");
    await mkdir(join(path, "inside"), { recursive: true });
    await expect(file.commit()).rejects.toMatchObject({ code: "WRITE_FAILED", place: { file: path } });
    expect(await readdir(folder)).toEqual(["taken"]);
  });

  it("says which folder is missing", async () => {
    await expect(openPendingFile(join(folder, "no", "a.csv"))).rejects.toThrow("the folder does not exist");
  });
});

describe("what is no regular file", () => {
  const made = {
    "a link": (path: string) => symlink(join(folder, "other.csv"), path),
    "a pipe": async (path: string) => void execFileSync("mkfifo", [path]),
    "a folder": (path: string) => mkdir(path),
  };

  it.each(Object.entries(made))("is never replaced: %s", async (_, make) => {
    const path = join(folder, "a.csv");
    await writeFile(join(folder, "other.csv"), "kept");
    await make(path);
    const before = await lstat(path);
    await expect(openPendingFile(path)).rejects.toThrow("only regular files are replaced");
    expect(await lstat(path)).toMatchObject({ ino: before.ino, mode: before.mode });
    expect(await readFile(join(folder, "other.csv"), "utf8")).toBe("kept");
    expect(await readdir(folder)).toEqual(["a.csv", "other.csv"]);
    await rm(path, { recursive: true });
    const file = await openPendingFile(path);
    await make(path); // it appears while the file is being written
    await expect(file.commit()).rejects.toThrow("only regular files are replaced");
    expect(await readdir(folder)).toEqual(["a.csv", "other.csv"]);
  });

  it("is never replaced: a device", async () => {
    await expect(openPendingFile("/dev/null")).rejects.toThrow("a device, a pipe or a socket has this name");
  });
});

describe("a process that died while it wrote", () => {
  it("leaves a temporary file that the next one removes, and no other", async () => {
    const script = `import { openPendingFile } from "./write-file.js";
      const file = await openPendingFile(process.argv[2]);
      await file.write("half");
      process.kill(process.pid, "SIGKILL");`;
    const built = await bundle("write-file", "src/platform/write-file.ts");
    await writeFile(join(built, "child.mjs"), script);
    const path = join(folder, "a.csv");
    spawnSync(process.execPath, [join(built, "child.mjs"), path]);
    await writeFile(join(folder, ".a.csv.mine.tmp"), "kept");
    const living = await openPendingFile(path);
    expect(await readdir(folder)).toHaveLength(2); // the user's, and this one's
    await writeFiles([{ path, text: "whole" }]);
    await living.discard();
    expect((await readdir(folder)).sort()).toEqual([".a.csv.mine.tmp", "a.csv"]);
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

  it.skipIf(!canMount)(
    `says that a disk is read-only${canMount ? "" : " (left out: no disk can be mounted)"}`,
    async () => {
      execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", folder]);
      try {
        await expect(makeFolder(join(folder, "x", "y"))).rejects.toThrow("the disk is read-only");
        await expect(writeFiles([{ path: join(folder, "x"), text: "" }])).rejects.toThrow("the disk is read-only");
        await expect(requireWritable(join(folder, "x"))).rejects.toThrow("the disk is read-only");
        expect(await makeFolder(folder)).toEqual([]);
      } finally {
        execFileSync("umount", [folder]);
      }
    },
  );

  it("says so when a file is in the way", async () => {
    await writeFile(join(folder, "x"), "");
    await chmod(join(folder, "x"), 0o600);
    await expect(makeFolder(join(folder, "x", "y"))).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });
});
