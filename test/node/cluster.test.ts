import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freshFolder, type Outcome, recast } from "../cli/support.js";
import { lendingCsv, smallStudy } from "../study/small-study.js";
import { built } from "../support/built.js";
import { hasRedis, type RedisServer, redisReason, redisRequired, startRedis } from "../support/redis.js";

// Studies on several processes that share nothing but a Redis of the test's own.

const folder = freshFolder();
const COLUMNS = [
  "--data",
  "lending.csv",
  "--label",
  "decision",
  "--favourable",
  "granted",
  "--sensitive",
  "sex,origin",
];

/** A method of the user's own that computes for a while, and leaves a mark while it does. */
const SLOW = `import { rmSync, writeFileSync } from "node:fs";
export default () => ({
  name: "slow", usesLetters: false,
  fit: (clouds, context) => {
    const end = Date.now() + Number(process.env.SLOW_MS ?? 0);
    const mark = "busy-" + process.pid;
    writeFileSync(mark, "");
    while (Date.now() < end);
    rmSync(mark);
    return { margins: (x) => Float64Array.from({ length: x.rows }, (_, i) => x.values[i * x.columns] ?? 0) };
  },
});`;

type Started = ChildProcess & { readonly said: () => string };

let redis: RedisServer;
let children: Started[] = [];

beforeEach(async () => {
  built("node/cluster-processor.js");
  redis = await startRedis(join(folder(), "redis"));
  const study = {
    ...smallStudy,
    sizes: [20],
    seeds: 4,
    methods: ["ridge", "./slow.mjs", ...smallStudy.methods.slice(2)],
  };
  await writeFile(join(folder(), "small.json"), JSON.stringify(study));
  await writeFile(join(folder(), "lending.csv"), lendingCsv(400));
  await writeFile(join(folder(), "slow.mjs"), SLOW);
});

afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
  children = [];
  await redis.stop();
});

/** The built command as a process of its own, with what it says. */
function start(args: readonly string[], slowMs = 0): Started {
  const env = { ...process.env, SLOW_MS: String(slowMs) };
  const child = spawn(process.execPath, [built("cli/main.js"), ...args], { cwd: folder(), env });
  let text = "";
  child.stdout.on("data", (data) => {
    text += data;
  });
  child.stderr.on("data", (data) => {
    text += data;
  });
  const started = Object.assign(child, { said: () => text });
  children.push(started);
  return started;
}

const worker = (slowMs = 0, files = "lending.csv,slow.mjs") =>
  start(["worker", "--engine", redis.address, "--jobs", "1", "--file", files], slowMs);
const runHere = (out: string, ...args: string[]): Promise<Outcome> =>
  recast(["study", "run", "small.json", "--out", out, ...COLUMNS, ...args], { cwd: folder() });
const results = (out: string) => readFile(join(folder(), out, "results.json"), "utf8");
const onCluster = () => ["--engine", redis.address];

async function until(what: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await what())) {
    if (performance.now() > end) {
      throw new Error(`waited ${seconds} s in vain: ${what}\n${children.map(({ said }) => said()).join("\n")}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function isBusy(child: ChildProcess): Promise<boolean> {
  return (await readdir(folder())).includes(`busy-${child.pid}`);
}

/** Each line of the folder's cells, by the cell it is of. */
async function cellLines(out: string): Promise<string[]> {
  const text = await readFile(join(folder(), out, "cells.jsonl"), "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { target, method, seed, n } = JSON.parse(line).cell;
      return `${target} ${method} ${seed} ${n}`;
    });
}

async function keysLeft(): Promise<string[]> {
  const client = new Redis(redis.port, "127.0.0.1");
  const keys = await client.keys("*");
  client.disconnect();
  return keys.filter((key) => !key.startsWith("recast:worker:"));
}

describe.skipIf(!hasRedis && !redisRequired)(`a study on several processes${redisReason}`, () => {
  it("gives the bytes of one process, with a worker killed in a cell and Redis started again", async () => {
    await runHere("one", "--jobs", "1");
    const expected = await results("one");
    const workers = [worker(1500), worker(1500), worker(1500)] as const;
    const done = runHere("many", ...onCluster());
    await until(() => isBusy(workers[0]));
    workers[0].kill("SIGKILL");
    await once(workers[0], "exit");
    expect(await isBusy(workers[0])).toBe(true); // it was in the middle of a cell
    await until(async () => (await cellLines("many")).length >= 4 && (await isBusy(workers[1])));
    await redis.stop();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await redis.start();
    const outcome = await done;
    expect(outcome).toMatchObject({ exitCode: 0 });
    expect(await results("many")).toBe(expected);
    const lines = await cellLines("many");
    expect(lines.length).toBe(24);
    expect(new Set(lines).size).toBe(24);
    expect(await keysLeft()).toEqual([]);
    for (const one of workers.slice(1)) {
      const exit = once(one, "exit");
      one.kill("SIGTERM");
      expect(await exit).toEqual([0, null]);
      expect(one.said()).toMatch(/computed \d+ cells? in \d+ groups?/);
      expect(one.said()).toContain("is back");
    }
  });

  it("goes on when the coordinator was killed, when Redis forgot everything, and when a worker is told to end", async () => {
    await runHere("one", "--jobs", "1");
    const first = worker(700);
    const coordinator = start(["study", "run", "small.json", "--out", "many", ...COLUMNS, ...onCluster()]);
    await until(async () => (await cellLines("many")).length >= 3);
    coordinator.kill("SIGKILL");
    await once(coordinator, "exit");
    const before = (await cellLines("many")).length;

    const again = runHere("many", ...onCluster(), "--json");
    await until(async () => (await cellLines("many")).length > before);
    await until(() => isBusy(first));
    const exit = once(first, "exit");
    first.kill("SIGINT"); // finishes the cell and gives the rest of the group back
    expect(await exit).toEqual([0, null]);
    await redis.stop();
    await rm(join(folder(), "redis"), { recursive: true });
    await startAgain();
    worker();
    const { total, fresh } = JSON.parse((await again).stdout).cells;
    expect(total).toBe(24);
    expect(fresh).toBe(24 - before);
    expect(await results("many")).toBe(await results("one"));
    expect(new Set(await cellLines("many")).size).toBe((await cellLines("many")).length);
  });
});

async function startAgain(): Promise<void> {
  const { mkdir } = await import("node:fs/promises");
  await mkdir(join(folder(), "redis"));
  await redis.start();
}
