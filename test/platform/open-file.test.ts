import { execFileSync } from "node:child_process";
import { mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRegular, openWithin, readWhole, realPlace, withFile } from "../../src/platform/open-file.js";
import { readRows, readText } from "../../src/platform/read-file.js";
import { rowStream } from "../../src/platform/row-stream.js";
import { freshFolder } from "../cli/support.js";

const folder = freshFolder();
const at = (name: string) => join(folder(), name);
const text = (file: Promise<Buffer>) => file.then((bytes) => bytes.toString("utf8"));

describe("a path that names no regular file", () => {
  const readers: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
    readText,
    readRows: (path) => readRows(path),
    rowStream: async (path) => {
      for await (const batch of rowStream({ path }, { file: "a.csv", delimiter: null })) return batch;
    },
  };

  it.each(Object.entries(readers))("is refused before it is read: %s", async (_, read) => {
    execFileSync("mkfifo", [at("pipe")]);
    const server = createServer().listen(at("socket"));
    for (const path of ["/dev/zero", at("pipe"), at("socket")]) {
      await expect(read(path)).rejects.toMatchObject({
        code: "FILE_UNREADABLE",
        message: expect.stringContaining("a device, a pipe or a socket"),
      });
    }
    await expect(read(folder())).rejects.toThrow("it is a folder; name a file in it");
    server.close();
  });

  it("ends at a file that the system makes up, whose size is 0", async () => {
    expect(await withFile(openRegular("/proc/self/status"), readWhole)).toHaveLength(0);
  });
});

describe("openRegular", () => {
  it("follows the user's own links and gives the bytes the file had when it was opened", async () => {
    await writeFile(at("a.csv"), "x".repeat(1_500_000));
    await symlink(at("a.csv"), at("link.csv"));
    const bytes = await withFile(openRegular(at("link.csv")), async (file) => {
      await writeFile(at("a.csv"), "y".repeat(10), { flag: "a" });
      return readWhole(file);
    });
    expect(bytes.toString()).toBe("x".repeat(1_500_000));
  });

  it("refuses to read a whole file beyond its limit, and one of 3 GiB always", async () => {
    await writeFile(at("a.csv"), "12345");
    await expect(withFile(openRegular(at("a.csv")), (file) => readWhole(file, 4))).rejects.toMatchObject({
      code: "TOO_LARGE",
    });
    await truncate(at("a.csv"), 3 * 2 ** 30); // takes no space on the disk
    await expect(withFile(openRegular(at("a.csv")), readWhole)).rejects.toMatchObject({ code: "TOO_LARGE" });
  });
});

describe("openWithin", () => {
  it("opens what lies in the folder and follows no link in it", async () => {
    await mkdir(at("root/tables"), { recursive: true });
    await mkdir(at("outside"));
    await writeFile(at("root/tables/a.csv"), "inside");
    await writeFile(at("outside/a.csv"), "outside");
    await symlink(at("outside"), at("root/linked"));
    await symlink(at("root/tables/a.csv"), at("root/a.csv"));
    const read = (path: string) => text(withFile(openWithin(at("root"), path), readWhole));
    expect(await read("tables/a.csv")).toBe("inside");
    await expect(read("linked/a.csv")).rejects.toThrow("linked is a link, which is not followed here");
    await expect(read("a.csv")).rejects.toThrow("a.csv is a link");
    await expect(read("tables/none.csv")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});

describe("realPlace", () => {
  it("resolves links as far as the path exists", async () => {
    await mkdir(at("real"));
    await symlink(at("real"), at("link"));
    expect(await realPlace(at("link/not/yet"))).toBe(join(await realPlace(at("real")), "not/yet"));
    expect(await realPlace("none-of-this")).toBe(join(await realPlace("."), "none-of-this"));
  });
});
