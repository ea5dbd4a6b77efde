import { mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finishPublishing, requireWritable, withOutputFolder } from "../../src/platform/output-folder.js";
import { freshFolder } from "../cli/support.js";

const folder = freshFolder();
const out = () => join(folder(), "out");
const put = (path: string, text: string) => writeFile(join(out(), path), text);
const read = (path: string) => readFile(join(out(), path), "utf8");
const entries = async () => (await readdir(out(), { recursive: true })).sort();

const FIRST = [
  { path: "a.json", text: "1" },
  { path: "tables/x.csv", text: "1" },
  { path: "tables/y.csv", text: "1" },
];
const SECOND = [
  { path: "a.json", text: "2" },
  { path: "tables/x.csv", text: "2" },
];
const publish = (files: typeof FIRST, removed: readonly string[] = [], signal?: AbortSignal) =>
  withOutputFolder(out(), (made) => made.publish(files, removed, signal));

describe("withOutputFolder", () => {
  it("publishes files, replaces and removes what it is told to, and leaves the user's own", async () => {
    await publish(FIRST);
    await put("mine.txt", "kept");
    await put("tables/mine.csv", "kept");
    await writeFile(join(folder(), "input.csv"), "input");
    await withOutputFolder(out(), (made) =>
      made.publish(
        [...SECOND, { path: "inputs/input.csv", copyOf: join(folder(), "input.csv") }],
        FIRST.map(({ path }) => path),
      ),
    );
    expect(await entries()).toEqual([
      "a.json",
      "inputs",
      "inputs/input.csv",
      "mine.txt",
      "tables",
      "tables/mine.csv",
      "tables/x.csv",
    ]);
    expect([await read("a.json"), await read("tables/x.csv"), await read("inputs/input.csv")]).toEqual([
      "2",
      "2",
      "input",
    ]);
  });

  it("removes folders that it made and that stayed empty, and no others", async () => {
    await mkdir(join(folder(), "there"));
    const failing = () => Promise.reject(new Error("no"));
    await expect(withOutputFolder(join(folder(), "there/a/b"), failing)).rejects.toThrow("no");
    expect(await readdir(folder(), { recursive: true })).toEqual(["there"]);
    await expect(withOutputFolder(join(folder(), "there"), failing)).rejects.toThrow("no");
    expect(await readdir(folder())).toEqual(["there"]);
  });

  it("lets one process in at a time", async () => {
    await withOutputFolder(out(), async () => {
      await expect(publish(FIRST)).rejects.toMatchObject({ code: "FOLDER_BUSY" });
    });
  });

  it("leaves everything as it was after an abort, or where a name is taken by something else", async () => {
    await publish(FIRST);
    await expect(publish(SECOND, [], AbortSignal.abort())).rejects.toMatchObject({ code: "ABORTED" });
    await mkdir(join(folder(), "elsewhere"));
    await symlink(join(folder(), "elsewhere"), join(out(), "linked"));
    const through = [...SECOND, { path: "linked/z.csv", text: "z" }];
    await expect(publish(through)).rejects.toThrow("a link has this name");
    await symlink(join(out(), "a.json"), join(out(), "link.json"));
    await expect(publish([...SECOND, { path: "link.json", text: "z" }])).rejects.toThrow("a link has this name");
    expect(await read("a.json")).toBe("1");
    expect(await readdir(join(folder(), "elsewhere"))).toEqual([]);
    expect(await readdir(out())).toEqual(["a.json", "link.json", "linked", "tables"]);
  });
});

describe("requireWritable", () => {
  it("takes a folder that is there or can be made, and makes none", async () => {
    await requireWritable(join(folder(), "a/b"));
    await requireWritable(folder());
    expect(await readdir(folder())).toEqual([]);
  });

  it("refuses one below a file", async () => {
    await writeFile(join(folder(), "file"), "");
    await expect(requireWritable(join(folder(), "file/out"))).rejects.toThrow("a part of the path is a file");
  });
});

describe("what a process left that died", () => {
  /** As it is after so many of the last moves. */
  async function died(moves: number): Promise<void> {
    await publish(FIRST);
    await mkdir(join(out(), ".recast-ready/tables"), { recursive: true });
    for (const { path, text } of SECOND) await put(`.recast-ready/${path}`, text);
    await put(".recast-ready/.removed.json", JSON.stringify(["tables/y.csv"]));
    for (const { path } of SECOND.slice(0, moves)) await rename(join(out(), ".recast-ready", path), join(out(), path));
  }

  it.each([0, 1])("after its files were ready is finished by the next reader: %i moves made", async (moves) => {
    await died(moves);
    await finishPublishing(out());
    expect(await entries()).toEqual(["a.json", "tables", "tables/x.csv"]);
    expect([await read("a.json"), await read("tables/x.csv")]).toEqual(["2", "2"]);
  });

  it("before they were ready is removed by the next writer, and means nothing to readers", async () => {
    await publish(FIRST);
    await mkdir(join(out(), ".recast-new"));
    await put(".recast-new/a.json", "half");
    await finishPublishing(out());
    expect(await read("a.json")).toBe("1");
    await withOutputFolder(out(), async () => undefined);
    expect(await entries()).toEqual(["a.json", "tables", "tables/x.csv", "tables/y.csv"]);
  });

  it("reaches nothing outside the folder, whoever made it", async () => {
    await mkdir(join(folder(), "outside/deep"), { recursive: true });
    await writeFile(join(folder(), "outside/kept.csv"), "kept");
    await mkdir(join(out(), ".recast-ready/tables/deep"), { recursive: true });
    await mkdir(join(out(), ".recast-ready/linked"));
    await symlink(join(folder(), "outside"), join(out(), "linked"));
    await symlink(join(folder(), "outside"), join(out(), "tables"));
    await put(".recast-ready/linked/new.csv", "x");
    await put(".recast-ready/tables/deep/new.csv", "x");
    const removed = ["../outside/kept.csv", "linked/kept.csv", "tables/kept.csv", "/etc/hostname", 7];
    await put(".recast-ready/.removed.json", JSON.stringify(removed));
    await finishPublishing(out());
    expect((await readdir(join(folder(), "outside"), { recursive: true })).sort()).toEqual(["deep", "kept.csv"]);
    expect((await readdir(out())).sort()).toEqual(["linked", "tables"]);
  });
});
