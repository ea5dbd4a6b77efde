import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TimedCell } from "../../../src/lab/study/result.js";
import { connectEngine, type EngineLink, parseEngine } from "../../../src/platform/lab/cluster-engine.js";
import { type CellKeeper, computeGroupJob } from "../../../src/platform/lab/cluster-processor.js";
import { workerAnswers } from "../../../src/platform/lab/cluster-runner.js";
import {
  adoptStudy,
  offerFiles,
  parseSharedStudy,
  type SharedStudy,
  sharedStudyId,
  shareStudy,
} from "../../../src/platform/lab/cluster-study.js";
import { planStudy, type StudyPlan, studyBasis } from "../../../src/platform/lab/study-plan.js";
import type { StudyHead } from "../../../src/platform/lab/study-store.js";
import { packageVersion } from "../../../src/platform/version.js";
import { freshFolder, recast } from "../../cli/support.js";
import { lendingCsv, smallSpec } from "../../lab/study/small-study.js";

const folder = freshFolder();
const METHOD = `export default () => ({ name: "yes", usesLetters: false,
  fit: (clouds) => ({ margins: (x) => new Float64Array(x.rows).fill(1) }) });`;

describe("parseEngine", () => {
  it("reads host, port, database, user and password, and shows no password", () => {
    expect(parseEngine("redis://127.0.0.1", undefined)).toEqual({
      connection: { host: "127.0.0.1", port: 6379, db: 0 },
      shown: "redis://127.0.0.1:6379",
    });
    expect(parseEngine("rediss://ann:p%40ss@queue.example.org:6380/2", "other")).toEqual({
      connection: { host: "queue.example.org", port: 6380, db: 2, username: "ann", password: "p@ss", tls: {} },
      shown: "rediss://queue.example.org:6380/2",
    });
    expect(parseEngine("redis://[::1]:7000/", "secret").connection).toEqual({
      host: "::1",
      port: 7000,
      db: 0,
      password: "secret",
    });
  });

  it.each([
    "localhost",
    "http://:hidden@127.0.0.1",
    "redis://:hidden@127.0.0.1/x",
    "redis://:hidden@127.0.0.1?tls=1",
    "redis://",
  ])("refuses %s without repeating it", (address) => {
    expect(() => parseEngine(address, undefined)).toThrow("--engine must be an address such as redis://127.0.0.1:6379");
    expect(() => parseEngine(address, undefined)).not.toThrow("hidden");
  });
});

describe("connectEngine", () => {
  it("says when nobody answers, without the password", async () => {
    const connecting = connectEngine(parseEngine("redis://:hidden@127.0.0.1:1", undefined));
    await expect(connecting).rejects.toMatchObject({ code: "ENGINE_UNREACHABLE" });
    await expect(connecting).rejects.toThrow("Redis at redis://127.0.0.1:1 cannot be used: connect ECONNREFUSED");
    await expect(connecting).rejects.not.toThrow("hidden");
  });
});

describe("recast worker and study run --engine", () => {
  it.each([
    [["worker"], 2, "--engine"],
    [["worker", "--engine", "http://:hidden@127.0.0.1"], 2, "not a web address"],
    [["worker", "--engine", "redis://127.0.0.1:1", "--file", "none.csv"], 4, "none.csv. Check the path"],
    [
      ["study", "run", "table1", "-o", "out", "--engine", "redis://127.0.0.1:1", "--jobs", "2"],
      2,
      "give it to 'recast worker'",
    ],
  ])("explains %j", async (args, exitCode, message) => {
    const outcome = await recast(args, { cwd: folder() });
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr).not.toContain("hidden");
  });
});

async function sharedPlan(): Promise<{ plan: StudyPlan; shared: SharedStudy }> {
  const csv = join(folder(), "lending.csv");
  await writeFile(csv, lendingCsv(200));
  await writeFile(join(folder(), "yes.mjs"), METHOD);
  const spec = smallSpec({ sizes: [10], seeds: 1, methods: ["ridge", "./yes.mjs"] });
  const options = { label: "decision", favourable: "granted", sensitive: ["sex"] };
  const plan = planStudy(spec, { base: folder(), dataFolder: folder(), csv: { path: csv, options } });
  const head: StudyHead = {
    format: "recast-study-folder/1",
    version: packageVersion(),
    kernels: "wasm",
    spec: plan.spec,
    basis: await studyBasis(plan),
  };
  return { plan, shared: await shareStudy(plan, head, 0) };
}

const own = () => [join(folder(), "lending.csv"), join(folder(), "yes.mjs")];
const means = async (paths = own()) => ({ dataFolder: folder(), files: await offerFiles(paths) });

describe("a study for other machines", () => {
  it("holds no path and no program text, and is the same study wherever it was started", async () => {
    const { shared } = await sharedPlan();
    const text = JSON.stringify(shared);
    expect(text).not.toContain(folder());
    expect(text).not.toContain("usesLetters");
    expect(sharedStudyId({ ...shared, since: 5 })).toBe(sharedStudyId(shared));
    expect(sharedStudyId({ ...shared, version: "9.9.9" })).not.toBe(sharedStudyId(shared));
    expect(parseSharedStudy(sharedStudyId(shared), text)).toEqual(shared);
  });

  it("is adopted where its files were offered, and computes the same cells", async () => {
    const { plan, shared } = await sharedPlan();
    const adopted = await adoptStudy(shared, await means());
    expect(await studyBasis(adopted)).toEqual(await studyBasis(plan));
    const [here, there] = [memory(), memory()];
    await computeGroupJob(here, { study: "a", plan }, { group: 1, done: [] }, null);
    await computeGroupJob(there, { study: "a", plan: adopted }, { group: 1, done: [] }, null);
    expect(there.cells()).toEqual(here.cells());
    expect(here.cells().length).toBe(2);
  });

  it("is refused with the reason where something differs", async () => {
    const { shared } = await sharedPlan();
    const adopt = async (changed: SharedStudy, paths?: string[]) => adoptStudy(changed, await means(paths));
    await expect(adopt({ ...shared, build: "0".repeat(64) })).rejects.toThrow("another build of Recast");
    await expect(adopt(shared, own().slice(0, 1))).rejects.toThrow(/needs the file yes\.mjs with SHA-256 [0-9a-f]{64}/);
    await expect(adopt({ ...shared, files: {} })).rejects.toThrow("no file stands for");
    const basis = { ...shared.basis, datasets: { lending: { sha256: "0" } } };
    await expect(adopt({ ...shared, basis })).rejects.toThrow("data set 'lending' differs");
    await expect(adopt({ ...shared, basis: { ...shared.basis, datasets: {} } })).rejects.toThrow(
      "what the study rests on",
    );
    const offered = await means();
    await writeFile(join(folder(), "lending.csv"), lendingCsv(201));
    await expect(adoptStudy(shared, offered)).rejects.toMatchObject({ code: "DATA_CHANGED" });
  });

  it("is none when it is of another version, damaged, or under a foreign id", async () => {
    const { shared } = await sharedPlan();
    const parse = (change: object) => () =>
      parseSharedStudy(sharedStudyId(shared), JSON.stringify({ ...shared, ...change }));
    expect(parse({ version: "9.9.9", more: 1 })).toThrow(`needs Recast 9.9.9, and this is ${packageVersion()}`);
    expect(parse({ spec: 1 })).toThrow("that is no study");
    expect(parse({ files: { x: { file: "x", sha256: "y" } } })).toThrow("that is no study");
    expect(() => parseSharedStudy("id", "{")).toThrow("Redis has something under id that is no study");
  });
});

/** The part of Redis that keeps cells, in memory. */
function memory(): CellKeeper & { cells(): unknown[] } {
  const kept = new Map<string, string>();
  return {
    hkeys: async () => [...kept.keys()],
    hsetnx: async (_, field, value) => {
      if (kept.has(field)) return 0;
      kept.set(field, value);
      return 1;
    },
    expire: async () => 1,
    cells: () => [...kept.values()].map((text) => (JSON.parse(text) as TimedCell).cell),
  };
}

describe("computeGroupJob", () => {
  it("computes what is missing, once, and stops between two cells", async () => {
    const { plan } = await sharedPlan();
    const keeper = memory();
    const controller = new AbortController();
    controller.abort("ending");
    const job = { group: 0, done: [] };
    await expect(computeGroupJob(keeper, { study: "a", plan }, job, controller.signal)).rejects.toThrow(
      "stopped: ending",
    );
    expect(keeper.cells().length).toBe(1);
    expect(await computeGroupJob(keeper, { study: "a", plan }, job, null)).toBe(1);
    expect(await computeGroupJob(keeper, { study: "a", plan }, job, null)).toBe(0);
    expect(keeper.cells().length).toBe(2);
    await expect(computeGroupJob(keeper, { study: "a", plan }, { group: 9, done: [] }, null)).rejects.toThrow(
      "no group 9",
    );
  });
});

describe("workerAnswers", () => {
  it("tells of missing workers and refusals once, and gives up when only refusals stay", async () => {
    let answers: Record<string, string> = {};
    let gone = false;
    const redis = {
      hgetall: async () => answers,
      mget: async (...keys: string[]) => keys.map(() => (gone ? null : "1")),
    };
    const notes: string[] = [];
    let time = 0;
    const follow = workerAnswers(
      { redis } as unknown as EngineLink,
      (text) => notes.push(text),
      10_000,
      () => time,
    );
    const at = (seconds: number) => {
      time = seconds * 1000;
      return follow("a");
    };
    await at(0);
    await at(4);
    await at(5);
    expect(notes).toEqual([expect.stringContaining("no worker has answered")]);
    answers = { b: "DATA_MISSING: no adult" };
    await at(6);
    await at(14);
    expect(notes.slice(1)).toEqual(["a worker cannot help, b: DATA_MISSING: no adult"]);
    answers = { a: "", b: "DATA_MISSING: no adult" };
    await at(20);
    answers = { b: "DATA_MISSING: no adult" };
    await at(29);
    await expect(at(31)).rejects.toMatchObject({
      code: "ENGINE_REFUSED",
      message: expect.stringContaining("no adult"),
    });
    gone = true;
    await at(60);
  });
});
