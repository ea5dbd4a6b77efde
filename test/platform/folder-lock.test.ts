import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockFolder } from "../../src/platform/folder-lock.js";
import { freshFolder } from "../cli/support.js";

const folder = freshFolder();
const path = () => join(folder(), "run.lock");
const write = (holder: object) => writeFile(path(), JSON.stringify(holder));

describe("lockFolder", () => {
  it("lets one in at a time, and leaves nothing", async () => {
    const unlock = await lockFolder(folder());
    await expect(lockFolder(folder())).rejects.toMatchObject({ code: "FOLDER_BUSY" });
    await expect(lockFolder(folder())).rejects.toThrow(`process ${process.pid} on ${hostname()} is writing to`);
    await unlock();
    expect(await readdir(folder())).toEqual([]);
    await (await lockFolder(folder()))();
  });

  it("knows a process that lives from one that has ended", async () => {
    const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    const { pid } = other;
    await write({ token: "a", pid, host: hostname(), started: null });
    await expect(lockFolder(folder())).rejects.toThrow(`process ${pid} on`);
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
    if (stat !== null) {
      await write({ token: "a", pid, host: hostname(), started: "1" }); // the number was given to another process
      await (await lockFolder(folder()))();
      await write({ token: "a", pid, host: hostname(), started: null });
    }
    const exit = once(other, "exit");
    other.kill("SIGKILL");
    await exit;
    await (await lockFolder(folder()))();
    expect(await readdir(folder())).toEqual([]);
  });

  it("is refused, and does not look for ever, where the disk cannot be read", async () => {
    await mkdir(path()); // reading it fails, and not because it is absent
    await expect(lockFolder(folder())).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });

  it("replaces what a dying process left, of its own number too, and leaves other machines' alone", async () => {
    await writeFile(path(), '{"pid":');
    await (await lockFolder(folder()))();
    await write({ token: "a", pid: process.pid, host: hostname(), started: null });
    await (await lockFolder(folder()))();
    await write({ token: "a", pid: 1, host: "elsewhere", started: null });
    await expect(lockFolder(folder())).rejects.toThrow(
      /process 1 on elsewhere .* If that one has ended, delete .*run\.lock/,
    );
  });

  it("does not take away a lock that is no longer its own, and says when none can be written", async () => {
    const unlock = await lockFolder(folder());
    await write({ token: "a", pid: 1, host: "elsewhere", started: null });
    await unlock();
    expect(await readdir(folder())).toEqual(["run.lock"]);
    await expect(lockFolder(join(folder(), "none"))).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });
});
