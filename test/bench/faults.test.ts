import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trial } from "../../bench/faults/commands.js";
import { runFaults } from "../../bench/faults/harness.js";
import { MODES, type StepKind } from "../../bench/faults/modes.js";
import { countFaults, type FaultFile, type FuzzFile, reliabilityPage } from "../../bench/faults/page.js";
import { makeReference, type Outcome, runRound } from "../../bench/faults/round.js";
import { built, root } from "../support/built.js";

/** Commands of the gate, under every fault at a step; `node scripts/run-bench.mjs faults` tries all. */
const GATE = ["audit", "audit --force", "leak --force", "study run", "collect"];
const ROUNDS = 40;

const modeOf = (name: string) => MODES.find((mode) => mode.name === name)!;

describe("the built commands", () => {
  it("lose nothing, leave nothing over and come to the same bytes, whatever happens to them", async () => {
    built("cli/main.js");
    const isWanted = (command: string, mode: string) => GATE.includes(command) && modeOf(mode).kinds !== null;
    const { outcomes } = await runFaults({ root, rounds: ROUNDS, seed: 7, jobs: 2, isWanted });
    expect(outcomes.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(outcomes.filter(({ happened }) => happened).length).toBe(ROUNDS);
  });
});

/** Writes in place and believes that every byte is taken. */
const CARELESS = `import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
mkdirSync("out", { recursive: true });
writeFileSync("run.lock", "");
for (const name of ["a", "b"]) {
  const file = openSync("out/" + name, "w");
  writeSync(file, name.repeat(1000));
  closeSync(file);
}
(await import("node:fs/promises")).unlink("run.lock");
`;

/** Writes beside and moves, says what failed, and removes what an earlier one left. */
const CAREFUL = `import { open, readdir, rename, rm } from "node:fs/promises";
try {
  for (const name of await readdir(".")) if (name.endsWith(".tmp")) await rm(name);
  const file = await open("a.tmp", "w");
  try {
    await file.writeFile("a".repeat(1000));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename("a.tmp", "out");
} catch (error) {
  await rm("a.tmp", { force: true }).catch(() => undefined);
  console.error("recast: WRITE_FAILED: " + error.message);
  process.exitCode = 4;
}
`;

describe("a round", () => {
  let folder = "";
  let count = 0;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "recast-round-")));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A command of this text in a repository of its own. */
  async function trial(text: string, unit: Trial["unit"]) {
    const work = join(folder, String(count++));
    await mkdir(join(work, "root/dist/cli"), { recursive: true });
    await symlink(join(root, "bench"), join(work, "root/bench"));
    await writeFile(join(work, "root/package.json"), '{ "type": "module" }');
    await writeFile(join(work, "root/dist/cli/main.js"), text);
    const shop = { program: { root: join(work, "root"), limitMs: 20_000 }, work };
    const reference = await makeReference(shop, { name: "it", args: [], target: "out", unit, again: [] });
    const at = (kind: StepKind, nth = 0) =>
      [...reference.steps.keys()].filter((k) => reference.steps[k]?.kind === kind)[nth]!;
    const run = (mode: string, step: number) =>
      runRound(shop, reference, { mode: modeOf(mode), at: step, amount: 0.5 }, `r${count++}`);
    return { steps: reference.steps, at, run };
  }
  const kinds = ({ problems }: Outcome) => [...new Set(problems.map(({ kind }) => kind))].sort();

  it("finds what a careless command loses, leaves and does not say", async () => {
    const { steps, at, run } = await trial(CARELESS, "folder");
    expect(steps.map(({ words }) => words.split(" ").slice(1).join(" "))).toEqual([
      "mkdir make /out",
      "writeFile write /run.lock",
      ...["a", "b"].flatMap((name) => [
        `open make /out/${name}`,
        `write write /out/${name}`,
        `close make /out/${name}`,
      ]),
      "unlink remove /run.lock",
    ]);
    expect(await run("kill-middle", at("write", 1))).toMatchObject({ end: "SIGKILL", isComplete: false });
    expect(kinds(await run("kill-middle", at("write", 1)))).toEqual(["lost"]);
    expect(kinds(await run("kill-before", at("remove")))).toEqual([]); // complete, and the next one takes the lock away
    expect(kinds(await run("enospc", at("write", 2)))).toEqual(["leftover", "lost", "unexpected"]);
    expect(kinds(await run("short", at("write", 2)))).toEqual(["lost", "unexpected"]); // half a file, and exit 0
  });

  it("finds nothing wrong with a careful one", async () => {
    const { steps, run } = await trial(CAREFUL, "file");
    for (const [k, { name, kinds: fitting }] of MODES.entries()) {
      if (fitting === null || name.startsWith("sig")) continue; // it would be over, and it handles no signal
      const fits = [...steps.keys()].filter((step) => fitting.includes(steps[step]?.kind ?? "read"));
      expect(await run(name, fits[k % fits.length]!)).toMatchObject({ happened: true, problems: [] });
    }
  });
});

describe("reliabilityPage", () => {
  const outcome = (problems: Outcome["problems"], isComplete = false): Outcome => ({
    command: "audit",
    mode: "kill-before",
    group: "kill -9 at a step",
    at: 7,
    amount: 0.25,
    step: "7 rename make /out/.audit.json.0b0d5bd0-3f0c-4a6e-9d0a-1e2f3a4b5c6d.tmp",
    happened: true,
    isComplete,
    end: "SIGKILL",
    problems,
  });
  const page = (outcomes: Outcome[], fuzz: FuzzFile | null = null) => {
    const counted = countFaults({ outcomes, missed: 2, hasRedis: false, seconds: 70 });
    const file: FaultFile = { commit: "abc", node: "20", machine: "one, 2 cores", seed: 1, ...counted };
    return reliabilityPage(file, fuzz);
  };

  it("says that nothing is wrong only where nothing is", () => {
    const good = page([outcome([]), outcome([], true)]);
    expect(good).toContain("1 of 2 faults found the result complete");
    expect(good).toContain("after all 2 the next run gave the same bytes, and nothing was lost or left over");
    expect(good).toContain("| kill -9 at a step | 2 | 1 | 1 | 2 | 0 | 0 | 0 |");
    expect(good).not.toContain("## Failures");
    const bad = page([outcome([]), outcome([{ kind: "lost", words: "all" }])]);
    expect(bad).toContain("**Of the 2, 1 left neither the earlier result nor the new one whole.**");
    expect(bad).toContain("| kill -9 at a step | 2 | 2 | 0 | 2 | **1** | 0 | 0 |");
    expect(bad).toContain('`--only "audit" --mode kill-before --at 7 --amount 0.250 --rounds 1`');
    expect(bad).toContain("rename /out/.audit.json.….tmp");
  });

  it("counts the inputs of readers, where there are some", () => {
    const target = {
      name: "decisions",
      cases: 100_000,
      read: 60_000,
      refused: 40_000,
      codes: { FILE_NOT_TEXT: 40_000 },
      unexpected: 0,
      seconds: 12.4,
      oracle: "another parser",
    };
    const targets = [target, { ...target, name: "letters" }];
    const fuzz = { seed: 1, commit: "abc", node: "20", targets };
    expect(page([outcome([])], fuzz)).toContain("2 readers got 200,000 inputs, at least 100,000 each");
    const broken = { ...fuzz, targets: [{ ...target, unexpected: 3 }] };
    expect(page([outcome([])], broken)).toContain("**3 ended in a way that has no word**");
  });
});
