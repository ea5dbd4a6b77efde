import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../support/bundle.js";

// Processes of their own, started at the same moment on a folder whose lock a dead process left.

const PROCESSES = 4;
const ROUNDS = 150;

let folder = "";
let children: readonly ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recast-race-"));
  const built = await bundle("folder-lock", "src/platform/folder-lock.ts");
  const script = join(built, "child.mjs");
  await writeFile(script, CHILD);
  children = Array.from({ length: PROCESSES }, () => fork(script));
  await Promise.all(children.map((child) => once(child, "message")));
});
afterAll(async () => {
  for (const child of children) child.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Takes the lock until it has had it once; tells if anybody else was inside at the same time. */
const CHILD = `
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockFolder } from "./folder-lock.js";

async function enter(folder) {
  for (;;) {
    let unlock;
    try {
      unlock = await lockFolder(folder);
    } catch (error) {
      if (error.code !== "FOLDER_BUSY") return error.message;
      await sleep(1);
      continue;
    }
    let word = "alone";
    await writeFile(join(folder, "inside"), "", { flag: "wx" }).catch(() => { word = "not alone"; });
    await sleep(1);
    await rm(join(folder, "inside"), { force: true });
    await unlock();
    return word;
  }
}
process.on("message", async (folder) => process.send(await enter(folder)));
process.send("ready");
`;

describe(`${PROCESSES} processes that find the lock of a dead one`, () => {
  it(`enter one after the other in ${ROUNDS} rounds, and leave nothing`, async () => {
    const words: unknown[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const place = join(folder, `round-${round}`);
      await mkdir(place);
      const dead = { token: "dead", pid: 2 ** 22 + 1, host: hostname(), started: "1" };
      await writeFile(join(place, "run.lock"), JSON.stringify(dead));
      const answers = children.map((child) => once(child, "message"));
      for (const child of children) child.send(place);
      for (const [word] of await Promise.all(answers)) words.push(word);
      expect(await readdir(place)).toEqual([]);
    }
    expect(words.filter((word) => word !== "alone")).toEqual([]);
  });
});
