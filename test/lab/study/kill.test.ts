import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/math/random.js";
import { built } from "../../support/built.js";
import { lendingCsv, smallStudy } from "./small-study.js";

// The built command as a process of its own, killed without warning at random moments.

const run = promisify(execFile);
const KILLS = 10;
const study = {
  ...smallStudy,
  generators: ["1nn", "mccf"],
  sizes: [20, 40],
  methods: [...smallStudy.methods, "nearest", "samples-same"],
};

let folder = "";
let expected = "";
let fullMs = 0;

function command(out: string, jobs: number): string[] {
  const columns = ["--label", "decision", "--favourable", "granted", "--sensitive", "sex,origin"];
  return [
    built("cli/main.js"),
    "study",
    "run",
    "study.json",
    "--data",
    "lending.csv",
    ...columns,
    "--jobs",
    String(jobs),
    "-o",
    out,
    "-q",
  ];
}

/** Complete lines of the folder's cells. */
async function countCells(out: string): Promise<number> {
  const text = await readFile(join(folder, out, "cells.jsonl"), "utf8").catch(() => "");
  return text.split("\n").length - 1;
}

/** Starts the run and kills it after a while; tells whether it was still alive. */
async function runAndKill(out: string, jobs: number, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, command(out, jobs), { cwd: folder, stdio: "ignore" });
  const exit = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  const [code, signal] = await exit;
  clearTimeout(timer);
  if (signal === null && code !== 0) throw new Error(`the run ended with ${code}`);
  return signal === "SIGKILL";
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recast-kill-"));
  await writeFile(join(folder, "study.json"), JSON.stringify(study));
  await writeFile(join(folder, "lending.csv"), lendingCsv(600));
  const began = performance.now();
  await run(process.execPath, command("whole", 1), { cwd: folder });
  fullMs = performance.now() - began;
  expected = await readFile(join(folder, "whole/results.json"), "utf8");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a study killed at random moments and started again", () => {
  it("has cells that worked and cells that failed", () => {
    const { cells } = JSON.parse(expected);
    expect(cells.length).toBe(2 * 2 * 2 * 5 * 2);
    const failed = cells.filter(({ failure }: { failure: unknown }) => failure !== null);
    expect(failed.length).toBe(2 * 2 * 2 * 2);
  });

  it.each([1, 2])("gives the bytes of an uninterrupted run, with --jobs %i", async (jobs) => {
    const random = seededRandom(11, `kill-${jobs}`);
    let kills = 0;
    let compared = 0;
    for (let attempt = 0; kills < KILLS || compared === 0; attempt++) {
      const out = `jobs-${jobs}-${attempt}`;
      let before = 0;
      while (!existsSync(join(folder, out, "results.json"))) {
        // Once there were enough kills, the run may end.
        const afterMs = kills < KILLS ? (0.1 + 0.7 * random.uniform()) * fullMs : 1e6;
        if (await runAndKill(out, jobs, afterMs)) kills++;
        const now = await countCells(out);
        expect(now).toBeGreaterThanOrEqual(before); // what was on the disk stays
        before = now;
      }
      expect(await readFile(join(folder, out, "results.json"), "utf8")).toBe(expected);
      compared++;
    }
    expect(kills).toBeGreaterThanOrEqual(KILLS);
  });
});
