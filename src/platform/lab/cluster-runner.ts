import type { Queue, Worker } from "bullmq";
import { AuditError } from "../../errors.js";
import { cellId, expandStudy } from "../../lab/study/cells.js";
import type { TimedCell } from "../../lab/study/result.js";
import { workerAnswers } from "./cluster-answers.js";
import type { EngineLink } from "./cluster-engine.js";
import type { GroupJob } from "./cluster-group.js";
import { answersKey, cellsKey, LOCK_MS, MOST_LOSSES, PREFIX, queueName, STALLED_MS, STUDIES } from "./cluster-keys.js";
import { type SharedStudy, sharedStudyId, shareStudy } from "./cluster-study.js";
import type { GroupRunner } from "./study-run.js";
import type { GroupTask } from "./study-worker.js";

export interface ClusterRunnerOptions {
  /** Told what the user should know while waiting: that no worker is there, or why one does not help. */
  readonly note?: (text: string) => void;
  /** Compute cells again that failed before. @default false */
  readonly retryFailed?: boolean;
  /** Milliseconds to wait for a worker that helps once every one that is there has refused. @default 30000 */
  readonly patience?: number;
}

/** A group that was handed out and is not complete. */
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

/**
 * Computes groups on whatever workers listen at the same Redis. Groups are jobs with names of their own, so a restarted
 * coordinator finds the ones it left; what Redis has lost is added again. Cells are fetched by name, and each is handed
 * on once, however often it was computed.
 */
export function clusterRunner(link: EngineLink, options: ClusterRunnerOptions = {}): GroupRunner {
  const { redis, bullmq } = link;
  const { note = () => undefined, retryFailed = false, patience = 30_000 } = options;
  const open = new Map<number, OpenGroup>();
  let study = "";
  let entry = "";
  let queue: Queue<GroupJob> | null = null;
  let watcher: Worker | null = null;
  let indexOf: ReadonlyMap<string, number> = new Map();
  let ticking: Promise<void> | null = null;
  let stopping: Promise<void> | null = null;
  let wake: () => void = () => undefined;
  const answers = workerAnswers(link, note, patience);

  async function collect(one: OpenGroup): Promise<void> {
    const wanted = [...one.missing];
    if (wanted.length === 0) return;
    const values = await redis.hmget(cellsKey(study, one.group), ...wanted);
    for (const [k, value] of values.entries()) {
      const id = wanted[k] ?? "";
      if (value === null || !one.missing.has(id)) continue;
      one.missing.delete(id);
      await one.send(parseCell(id, value));
    }
    if (one.missing.size > 0 || open.get(one.group) !== one) return;
    open.delete(one.group);
    await redis.del(cellsKey(study, one.group));
    one.resolve();
  }

  /** Puts a group into the queue that is not in it: at first, and when Redis has lost it. */
  async function lookAfter(one: OpenGroup): Promise<void> {
    if (queue === null) return;
    const id = jobId(one.group);
    const state = await queue.getJobState(id);
    if (state === "failed") {
      const job = await queue.getJob(id);
      throw new AuditError("ENGINE_FAILED", `a worker could not compute ${words(one.task)}: ${job?.failedReason}`);
    }
    if (state !== "unknown") return;
    await collect(one); // it may have been completed in between
    if (open.get(one.group) === one) await add(one);
  }

  async function add({ group, task }: OpenGroup): Promise<void> {
    const settings = { jobId: jobId(group), attempts: ATTEMPTS, backoff: 1000, removeOnComplete: true };
    await queue?.add("group", { group, done: task.done }, settings);
  }

  async function tick(round: number): Promise<void> {
    await redis.hsetnx(STUDIES, study, entry);
    const groups = [...open.values()];
    await Promise.all(groups.map(collect));
    if (round % LOOK_EVERY !== 0) return;
    await Promise.all(groups.filter((one) => open.get(one.group) === one).map(lookAfter));
    if (open.size > 0) await answers.read(study);
  }

  async function tickOn(): Promise<void> {
    for (let round = 1; stopping === null; round++) {
      try {
        await tick(round);
      } catch (error) {
        for (const { reject } of open.values()) reject(asEngineError(error));
        return;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TICK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async function close(): Promise<void> {
    wake();
    for (const { reject } of open.values()) reject(new Error("the run was stopped"));
    open.clear();
    const tidy = async () => {
      await ticking;
      await watcher?.close(true);
      if (queue === null) return;
      await redis.hdel(STUDIES, study);
      await redis.del(answersKey(study));
      await queue.obliterate({ force: true });
      await queue.close();
    };
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS);
    });
    await Promise.race([tidy().catch(() => undefined), enough]); // what stays is found by the next run, or forgotten
    clearTimeout(timer);
    redis.disconnect();
    await queue?.disconnect().catch(() => undefined);
  }

  return {
    jobs: GROUPS_AT_A_TIME,
    async begin(plan, head) {
      const shared: SharedStudy = await shareStudy(plan, head, Date.now());
      study = sharedStudyId(shared);
      entry = JSON.stringify(shared);
      indexOf = new Map(expandStudy(plan.spec).map(({ cells }, k) => [firstId(cells), k]));
      const settings = { connection: link.options, prefix: PREFIX };
      queue = new bullmq.Queue(queueName(study), settings);
      const stalled = { lockDuration: LOCK_MS, stalledInterval: STALLED_MS, maxStalledCount: MOST_LOSSES };
      watcher = new bullmq.Worker(queueName(study), null, { ...settings, ...stalled, autorun: false });
      queue.on("error", () => undefined); // connections are tried again by themselves
      watcher.on("error", () => undefined);
      await queue.resume(); // whoever was to tidy up may have been killed halfway
      await dropFailedJobs(queue);
      await watcher.startStalledCheckTimer();
      await redis.hsetnx(STUDIES, study, entry);
      ticking = tickOn();
    },
    async run(task, send) {
      const group = indexOf.get(firstId(task.group.cells));
      if (group === undefined) throw new Error(`the study has no group ${words(task)}`);
      const done = new Set(task.done);
      const missing = new Set(task.group.cells.map(cellId).filter((id) => !done.has(id)));
      if (retryFailed) await forgetFailed(link, cellsKey(study, group));
      const { promise: finished, resolve, reject } = openPromise();
      const one: OpenGroup = { group, task, missing, send, resolve, reject };
      open.set(group, one);
      await Promise.race([
        finished,
        add(one).catch((error: unknown) => {
          throw asEngineError(error);
        }),
      ]);
      await finished;
    },
    stop() {
      stopping ??= close();
      return stopping;
    },
  };
}

/** A promise that is settled from outside. */
function openPromise(): Pick<OpenGroup, "resolve" | "reject"> & { readonly promise: Promise<void> } {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  promise.catch(() => undefined); // it may be settled before anybody waits for it
  return { promise, resolve, reject };
}

/** What the driver throws, as an error of ours. */
function asEngineError(error: unknown): AuditError {
  if (error instanceof AuditError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new AuditError("ENGINE_FAILED", `Redis could not be used: ${reason}`, {}, { cause: error });
}

function jobId(group: number): string {
  return `group-${group}`;
}

function firstId(cells: readonly Parameters<typeof cellId>[0][]): string {
  const [first] = cells;
  return first === undefined ? "" : cellId(first);
}

function words({ group: { dataset, target, seed } }: GroupTask): string {
  return `${dataset}, target ${target}, seed ${seed}`;
}

function parseCell(id: string, json: string): TimedCell {
  try {
    const timed: TimedCell = JSON.parse(json);
    if (cellId(timed.cell) === id && typeof timed.seconds === "object") return timed;
  } catch {
    // said below
  }
  throw new AuditError("ENGINE_FAILED", `what Redis holds under ${id} is no cell of the study`);
}

/** Groups that an earlier run gave up on are tried again. */
async function dropFailedJobs(queue: Queue<GroupJob>): Promise<void> {
  for (const job of await queue.getFailed()) await job.remove();
}

/** Removes failed cells that an earlier run left in Redis. */
async function forgetFailed({ redis }: EngineLink, key: string): Promise<void> {
  for (const [id, value] of Object.entries(await redis.hgetall(key))) {
    if (parseCell(id, value).cell.failure !== null) await redis.hdel(key, id);
  }
}
