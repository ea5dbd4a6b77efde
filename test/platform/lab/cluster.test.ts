import { type ChildProcess, spawn } from "node:child_process";
import { type EventEmitter, once } from "node:events";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freshFolder, type Outcome, type RunOptions, recast } from "../../cli/support.js";
import { lendingCsv, smallStudy } from "../../lab/study/small-study.js";
import { built } from "../../support/built.js";
import { hasRedis, type RedisServer, redisReason, redisRequired, startRedis } from "../../support/redis.js";
import { until as untilTrue } from "../../support/until.js";

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
    const mark = new URL("busy-" + process.pid, import.meta.url);
    writeFileSync(mark, "");
    while (Date.now() < end);
    rmSync(mark);
    return { margins: (x) => Float64Array.from({ length: x.rows }, (_, i) => x.values[i * x.columns] ?? 0) };
  },
});`;

const STUDY = {
  ...smallStudy,
  sizes: [20],
  seeds: 4,
  methods: ["ridge", "./slow.mjs", ...smallStudy.methods.slice(2)],
};

type Started = ChildProcess & { readonly said: () => string };

let redis: RedisServer;
let children: Started[] = [];

beforeEach(async () => {
  built("node/cluster-processor.js");
  redis = await startRedis(join(folder(), "redis"));
  await writeFile(join(folder(), "small.json"), JSON.stringify(STUDY));
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

/** Waits; where it was in vain, what the workers said is told. */
const until = (what: () => boolean | Promise<boolean>) =>
  untilTrue(what, 60, () => children.map(({ said }) => said()).join("\n"));

/** Keeps the source of a command's signals, to interrupt it later. */
function heldSignals(): { hold: (source: EventEmitter) => void; interrupt: () => void } {
  const held: EventEmitter[] = [];
  return { hold: (source) => held.push(source), interrupt: () => held[0]?.emit("SIGINT") };
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

/** Keys that would stay for ever: not those that Redis itself forgets after a while. */
async function keysLeft(): Promise<string[]> {
  const client = new Redis(redis.port, "127.0.0.1");
  const keys = await client.keys("*");
  const left = await Promise.all(keys.map((key) => client.ttl(key)));
  client.disconnect();
  return keys.filter((_, k) => left[k] === -1);
}

describe.skipIf(!hasRedis && !redisRequired)(`a study on several processes${redisReason}`, () => {
  it("gives the bytes of one process, with a worker killed in a cell and Redis started again", async () => {
    await runHere("one", "--jobs", "1");
    const expected = await results("one");
    const workers = [worker(1500), worker(1500), worker(6500)] as const; // the last holds its groups for longer than a lock lasts
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
    await until(async () => (await keysLeft()).length === 0);
    for (const one of workers.slice(1)) {
      const exit = once(one, "exit");
      one.kill("SIGTERM");
      expect(await exit).toEqual([0, null]);
      expect(one.said()).toMatch(/computed \d+ cells? in \d+ groups?/);
      expect(one.said()).toContain("is back");
      expect(one.said()).toMatch(/has computed lending, target \w+, seed \d: [123] cells?/);
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
    await mkdir(join(folder(), "redis"));
    await redis.start();
    worker();
    const { total, fresh } = JSON.parse((await again).stdout).cells;
    expect(total).toBe(24);
    expect(fresh).toBe(24 - before);
    expect(await results("many")).toBe(await results("one"));
    expect(new Set(await cellLines("many")).size).toBe((await cellLines("many")).length);
  });

  it("waits for a worker that can help, shows why another cannot, and computes failed cells again when asked", async () => {
    const { hold, interrupt } = heldSignals();
    const here = recast(
      ["worker", "--engine", redis.address, "--jobs", "2", "--file", "lending.csv,slow.mjs", "--json"],
      {
        cwd: folder(),
        prepare: hold,
      },
    );
    const unable = worker(0, "lending.csv");
    await until(() => unable.said().includes("listening at"));
    const outcome = await runHere("many", "--seeds", "1", ...onCluster());
    expect(outcome.stdout).toContain("6 cells (6 computed now, 0 before), 2 failed");
    await until(() =>
      unable.said().includes("cannot help with 'small': DATA_MISSING: the study needs the file slow.mjs"),
    );
    const again = await runHere("many", "--seeds", "1", ...onCluster(), "--retry-failed", "--json");
    expect(JSON.parse(again.stdout).cells).toEqual({ total: 6, fresh: 2, failed: 2 });
    interrupt();
    expect(JSON.parse((await here).stdout)).toEqual({ command: "worker", groups: 4, cells: 8 });
  });

  it("takes the study back when interrupted, and ends with a worker's reason", async () => {
    await writeFile(join(folder(), "small.json"), JSON.stringify({ ...STUDY, targets: ["lr"] }));
    const exploding = SLOW.replace("const end", "process.exit(3); const end");
    await writeFile(join(folder(), "slow.mjs"), exploding);
    const doomed = worker();
    const failed = await runHere("many", "--seeds", "1", ...onCluster());
    expect(failed.exitCode).toBe(4);
    expect(failed.stderr).toMatch(
      /ENGINE_FAILED: a worker could not compute lending, target \w+, seed 0: Unexpected exit code/,
    );
    doomed.kill("SIGKILL");

    const { hold, interrupt } = heldSignals();
    const interrupted = recast(["study", "run", "small.json", "--out", "none", ...COLUMNS, ...onCluster()], {
      cwd: folder(),
      prepare: hold,
    });
    await until(async () => (await keysLeft()).some((key) => key.startsWith("recast:studies")));
    interrupt();
    expect(await interrupted).toMatchObject({ exitCode: 130 });
    await until(async () => (await keysLeft()).length === 0);
    const missing = start([
      "study",
      "run",
      "small.json",
      "--out",
      "none",
      "--data",
      "no.csv",
      "--label",
      "x",
      ...onCluster(),
    ]);
    expect(await once(missing, "exit")).toEqual([4, null]); // and does not hang on its connection
  });

  it("takes the password from the address or the environment, and prints it nowhere", async () => {
    const guarded = await startRedis(join(folder(), "guarded"), ["--requirepass", "s3cret"]);
    const listen = (address: string, env: Record<string, string> = {}, prepare?: RunOptions["prepare"]) =>
      recast(["worker", "--engine", address], { cwd: folder(), env, ...(prepare && { prepare }) });
    try {
      const without = await listen(guarded.address);
      expect(without).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("ENGINE_UNREACHABLE") });
      expect(without.stderr).toContain("NOAUTH");
      const wrong = await listen(`redis://:gu3ss@127.0.0.1:${guarded.port}`);
      expect(wrong.stderr).toContain("ENGINE_UNREACHABLE");
      expect(wrong.stderr).not.toContain("gu3ss");
      const right = await listen(guarded.address, { RECAST_ENGINE_PASSWORD: "s3cret" }, (source, stderr) => {
        void until(() => stderr.text().includes("listening at")).then(() => source.emit("SIGTERM"));
      });
      expect(right.exitCode).toBe(0);
      expect(right.stdout).toBe("computed 0 cells in 0 groups\n");
      expect(right.stderr).toContain(`listening at ${guarded.address} with`);
      expect(right.stderr).not.toContain("s3cret");
    } finally {
      await guarded.stop();
    }
  });
});
