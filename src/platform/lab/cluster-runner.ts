import { setTimeout as pause } from "node:timers/promises";
import type { Queue, Worker } from "bullmq";
import { AuditError, reasonOf } from "../../errors.js";
import { type CellGroup, cellId, expandStudy } from "../../lab/study/cells.js";
import { readTimedCell, type TimedCell } from "../../lab/study/result.js";
import { compareText } from "../../math/compare.js";
import { jsonOf } from "../read-file.js";
import { type EngineLink, engineKeys, type GroupJob, groupWords, LOSSES, openQueue } from "./cluster-engine.js";
import { sharedStudyId, shareStudy } from "./cluster-study.js";
import type { GroupRunner } from "./study-run.js";
import type { GroupTask } from "./study-worker.js";

export interface ClusterRunnerOptions {
  /** Told what the user should know while waiting: that no worker is there, or why one does not help. */
  readonly note: (text: string) => void;
  /** Compute cells again that failed before. */
  readonly retryFailed: boolean;
}

interface OpenGroup {
  readonly group: number;
  readonly task: GroupTask;
  /** Ids of the cells that are still to come. */
  readonly missing: Set<string>;
  readonly send: (cell: TimedCell) => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const TICK_MS = 400;
/** Rounds between looks at the queue itself, not only at the cells. */
const LOOK_EVERY = 5;
const GROUPS_AT_A_TIME = 500;
/** A group whose thread broke is tried this often before the study ends with its reason. */
const ATTEMPTS = 3;
const STOP_MS = 3000;
/** Milliseconds to wait for a worker that helps once every one that is there has refused. */
const PATIENCE_MS = 30_000;
/** Milliseconds without any worker before the user is told how to start one. */
const ALONE_MS = 3000;

const ALONE =
  "no worker has answered. Start one with 'recast worker --engine' and the same address, " +
  "or wait for the busy ones";

/**
 * Computes groups on whatever workers listen at the same Redis. Groups are jobs with names of their own, so a restarted
 * coordinator finds the ones it left; what Redis has lost is added again. Cells are fetched by name, and each is handed
 * on once, however often it was computed.
 */
export function clusterRunner(link: EngineLink, { note, retryFailed }: ClusterRunnerOptions): GroupRunner {
  const { redis, bullmq, settings } = link;
  const open = new Map<number, OpenGroup>();
  let study = "";
  let entry = "";
  let queue: Queue<GroupJob> | null = null;
  let watcher: Worker | null = null;
  let indexOf: ReadonlyMap<string, number> = new Map();
  let ticking: Promise<void> | null = null;
  let stopping: Promise<void> | null = null;
  const stopped = new AbortController();
  const readAnswers = workerAnswers(link, note, PATIENCE_MS);

  async function collect(one: OpenGroup): Promise<void> {
    const wanted = [...one.missing];
    if (wanted.length === 0) return;
    const key = engineKeys.cells(study, one.group);
    const values = await redis.hmget(key, ...wanted);
    for (const [k, id] of wanted.entries()) {
      const value = values[k] ?? null;
      if (value === null || !one.missing.delete(id)) continue;
      await one.send(parseCell(id, value));
    }
    if (one.missing.size > 0 || open.get(one.group) !== one) return;
    open.delete(one.group);
    await redis.del(key);
    one.resolve();
  }

  /** Puts a group into the queue that is not in it: at first, and when Redis has lost it. */
  async function lookAfter(one: OpenGroup): Promise<void> {
    if (queue === null) return;
    const id = jobId(one.group);
    const state = await queue.getJobState(id);
    if (state === "failed") {
      const job = await queue.getJob(id);
      const message = `a worker could not compute ${groupWords(one.task.group)}: ${job?.failedReason}`;
      throw new AuditError("ENGINE_FAILED", message);
    }
    if (state !== "unknown") return;
    await collect(one); // it may have been completed in between
    if (open.get(one.group) === one) await add(one);
  }

  async function add({ group, task }: OpenGroup): Promise<void> {
    const how = { jobId: jobId(group), attempts: ATTEMPTS, backoff: 1000, removeOnComplete: true };
    await queue?.add("group", { group, done: task.done }, how);
  }

  async function tick(round: number): Promise<void> {
    await redis.hsetnx(engineKeys.studies, study, entry);
    const groups = [...open.values()];
    await Promise.all(groups.map(collect));
    if (round % LOOK_EVERY !== 0) return;
    await Promise.all(groups.filter((one) => open.get(one.group) === one).map(lookAfter));
    if (open.size > 0) await readAnswers(study);
  }

  async function tickOn(): Promise<void> {
    const { signal } = stopped;
    for (let round = 1; !signal.aborted; round++) {
      try {
        await tick(round);
      } catch (error) {
        for (const { reject } of open.values()) reject(asEngineError(error));
        return;
      }
      await pause(TICK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async function close(): Promise<void> {
    stopped.abort();
    for (const { reject } of open.values()) reject(new Error("the run was stopped"));
    open.clear();
    const tidy = async () => {
      await ticking;
      await watcher?.close(true);
      if (queue === null) return;
      await redis.hdel(engineKeys.studies, study);
      await redis.del(engineKeys.answers(study));
      await queue.obliterate({ force: true });
      await queue.close();
    };
    const tidied = new AbortController();
    const enough = pause(STOP_MS, undefined, { signal: tidied.signal }).catch(() => undefined);
    await Promise.race([tidy().catch(() => undefined), enough]); // what stays is found by the next run, or forgotten
    tidied.abort();
    redis.disconnect();
    await queue?.disconnect().catch(() => undefined);
  }

  return {
    jobs: GROUPS_AT_A_TIME,
    async begin(plan, head) {
      const shared = await shareStudy(plan, head, Date.now());
      study = sharedStudyId(shared);
      entry = JSON.stringify(shared);
      indexOf = new Map(expandStudy(plan.spec).map((group, k) => [firstId(group), k]));
      queue = openQueue(link, study);
      watcher = new bullmq.Worker(engineKeys.queue(study), null, { ...settings, ...LOSSES, autorun: false });
      watcher.on("error", () => undefined); // connections are tried again by themselves
      await queue.resume(); // whoever was to tidy up may have been killed halfway
      for (const job of await queue.getFailed()) await job.remove(); // what an earlier run gave up on is tried again
      await watcher.startStalledCheckTimer();
      await redis.hsetnx(engineKeys.studies, study, entry);
      ticking = tickOn();
    },
    async run(task, send) {
      const group = indexOf.get(firstId(task.group));
      if (group === undefined) throw new Error(`the study has no group ${groupWords(task.group)}`);
      const done = new Set(task.done);
      const missing = new Set(task.group.cells.map(cellId).filter((id) => !done.has(id)));
      if (retryFailed) await forgetFailed(link, engineKeys.cells(study, group));
      await new Promise<void>((resolve, reject) => {
        const one: OpenGroup = { group, task, missing, send, resolve, reject };
        open.set(group, one);
        add(one).catch((error: unknown) => reject(asEngineError(error)));
      });
    },
    stop() {
      stopping ??= close();
      return stopping;
    },
  };
}

function asEngineError(error: unknown): AuditError {
  if (error instanceof AuditError) return error;
  return new AuditError("ENGINE_FAILED", `Redis could not be used: ${reasonOf(error)}`, {}, { cause: error });
}

const jobId = (group: number) => `group-${group}`;

function firstId({ cells: [first] }: CellGroup): string {
  return first === undefined ? "" : cellId(first);
}

function parseCell(id: string, json: string): TimedCell {
  const timed = readTimedCell(jsonOf(json));
  if (typeof timed !== "string" && cellId(timed.cell) === id) return timed;
  throw new AuditError("ENGINE_FAILED", `Redis has something under ${id} that is no cell of the study`);
}

/** Removes failed cells that an earlier run left in Redis. */
async function forgetFailed({ redis }: EngineLink, key: string): Promise<void> {
  for (const [id, value] of Object.entries(await redis.hgetall(key))) {
    if (parseCell(id, value).cell.failure !== null) await redis.hdel(key, id);
  }
}

/**
 * Reads what workers that are there say to a study and notes what is new. Throws ENGINE_REFUSED when only refusals came
 * for `patience` milliseconds. `now` is for tests.
 */
export function workerAnswers(
  { redis }: EngineLink,
  note: (text: string) => void,
  patience: number,
  now: () => number = () => performance.now(),
): (study: string) => Promise<void> {
  const noted = new Set<string>();
  let helpedAt = now();
  let aloneSince: number | null = null;

  function noteOnce(text: string): void {
    if (!noted.has(text)) note(text);
    noted.add(text);
  }

  return async (study) => {
    const given = await redis.hgetall(engineKeys.answers(study));
    const names = Object.keys(given).sort(compareText);
    const present = names.length === 0 ? [] : await redis.mget(...names.map(engineKeys.presence));
    const there = names.filter((_, k) => typeof present[k] === "string");
    const refusals = there.filter((name) => given[name] !== "").map((name) => `${name}: ${given[name]}`);
    for (const refusal of refusals) noteOnce(`a worker cannot help, ${refusal}`);
    if (there.length > refusals.length || there.length === 0) helpedAt = now();
    aloneSince = there.length > 0 ? null : (aloneSince ?? now());
    if (aloneSince !== null && now() - aloneSince >= ALONE_MS) noteOnce(ALONE);
    if (now() - helpedAt < patience) return;
    throw new AuditError("ENGINE_REFUSED", `no worker can compute the study; ${refusals.join("; ")}`);
  };
}
