import { readdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockFolder } from "../../src/node/folder-lock.js";
import { freshFolder } from "../cli/support.js";

const folder = freshFolder();
const hold = (holder: unknown) => writeFile(join(folder(), "lock"), JSON.stringify(holder));

describe("lockFolder", () => {
  it("keeps others out until it is taken away", async () => {
    await hold({ pid: process.ppid, host: hostname() });
    await expect(lockFolder(folder(), "lock")).rejects.toMatchObject({
      code: "COLLECT_BUSY",
      message: expect.stringContaining(`is in use by process ${process.ppid}; wait for it to end`),
    });
    await hold({ pid: 1, host: "elsewhere" });
    await expect(lockFolder(folder(), "lock")).rejects.toThrow("a process on elsewhere");
  });

  it.each([
    ["of a process that is no more", () => hold({ pid: 2 ** 30, host: hostname() })],
    ["of an earlier process with our number", () => hold({ pid: process.pid, host: hostname(), began: 1 })],
    ["that was never finished", () => writeFile(join(folder(), "lock"), "")],
  ])("takes over a lock %s", async (_, prepare) => {
    await prepare();
    const unlock = await lockFolder(folder(), "lock");
    expect(await readdir(folder())).toEqual(["lock"]);
    await unlock();
    expect(await readdir(folder())).toEqual([]);
  });

  it("lets one of many in", async () => {
    await hold({ pid: 2 ** 30, host: hostname(), began: 1 });
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder(), "lock")));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "COLLECT_BUSY" });
    }
    expect(await readdir(folder())).toEqual(["lock"]);
  });

  it("says when it cannot write", async () => {
    await expect(lockFolder(join(folder(), "none"), "lock")).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });
});
