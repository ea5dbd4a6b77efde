import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Job, Queue, Worker } from "bullmq";
import { AuditError } from "../../errors.js";
import { expandStudy } from "../../lab/study/cells.js";
import { packageFolder } from "../package-folder.js";
import type { Engine, EngineLink } from "./cluster-engine.js";
import type { GroupJob } from "./cluster-group.js";
import {
  answersKey,
  KEEP_SECONDS,
  LOCK_MS,
  MOST_LOSSES,
  PREFIX,
  presenceKey,
  queueName,
  STALLED_MS,
  STUDIES,
} from "./cluster-keys.js";
import { type ProcessorData, STOP } from "./cluster-processor.js";
import { adoptStudy, parseSharedStudy, type WorkerMeans } from "./cluster-study.js";
import type { StudyPlan } from "./study-plan.js";

export interface ServeOptions {
  /** What other machines call this worker. */
  readonly name: string;
  /** Groups to compute at a time, each in a thread of its own. */
  readonly jobs: number;
  readonly means: WorkerMeans;
  /** Ends the worker: cells at hand are finished, the rest of their groups is given back. */
  readonly signal: AbortSignal;
  /** Told what happens, one line at a time. */
  readonly note: (text: string) => void;
}

/** What a worker did. */
export interface ServeOutcome {
  readonly groups: number;
  readonly cells: number;
}

/** A study that is open, and what this worker thinks of it. */
interface Known {
  readonly since: number;
  readonly title: string;
  /** Null where this worker cannot help. */
  readonly plan: StudyPlan | null;
  readonly queue: Queue<GroupJob> | null;
  /** Why it cannot. */
  readonly refusal: string;
  /** When it was looked at, in milliseconds of some clock. */
  readonly at: number;
}

/** The study that is being served. */
interface Serving {
  readonly study: string;
  readonly worker: Worker<GroupJob, number>;
  /** Ids of the groups in its threads. */
  readonly active: Set<string>;
}

const ROUND_MS = 500;
const PRESENCE_SECONDS = 10;
const PRESENCE_MS = 3000;
/** Connections that break and groups that are lost or over: all are tried again. */
const EXPECTED = new RegExp(
  "ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|Connection is closed|" +
    "Missing (key|lock)|could not renew lock|not in the active state",
);
/** A refused study is looked at again after this long: its data may have been fetched. */
const AGAIN_MS = 10_000;

/**
 * Computes groups of whatever studies are open at a Redis, one study at a time in the order they were started, until
 * `signal` ends it. A study is taken on only after its program, data and files were found to be the same here.
 */
export async function serveEngine(engine: Engine, link: EngineLink, options: ServeOptions): Promise<ServeOutcome> {
  const { name, jobs, means, signal, note } = options;
  const { redis, bullmq } = link;
  const processor = join(packageFolder(), "dist/node/cluster-processor.js");
  if (!existsSync(processor))
    throw new Error("dist/node/cluster-processor.js is missing; build it with 'npm run build'");
  const known = new Map<string, Known>();
  const counts = { groups: 0, cells: 0 };
  let serving: Serving | null = null;
  let lastError = "";

  async function lookAt(study: string): Promise<void> {
    const before = known.get(study);
    if (before !== undefined && (before.plan !== null || performance.now() - before.at < AGAIN_MS)) return;
    const json = await redis.hget(STUDIES, study);
    if (json === null) return;
    const now = await judge(study, json);
    known.set(study, now);
    await redis.hset(answersKey(study), name, now.refusal);
    await redis.expire(answersKey(study), KEEP_SECONDS);
    if (now.refusal !== "" && now.refusal !== before?.refusal) note(`cannot help with '${now.title}': ${now.refusal}`);
  }

  async function judge(study: string, json: string): Promise<Known> {
    const at = performance.now();
    let title = study;
    try {
      const shared = parseSharedStudy(study, json);
      const { since } = shared;
      title = titleOf(shared.spec) ?? study;
      const plan = await adoptStudy(shared, means);
      const queue = new bullmq.Queue<GroupJob>(queueName(study), { connection: link.options, prefix: PREFIX });
      queue.on("error", () => undefined); // connections are tried again by themselves
      return { since, title, plan, queue, refusal: "", at };
    } catch (error) {
      const refusal = error instanceof AuditError ? `${error.code}: ${error.message}` : String(error);
      return { since: 0, title, plan: null, queue: null, refusal, at };
    }
  }

  /** Forgets studies that are over, with what this worker may have left in their queues since. */
  async function forget(open: ReadonlySet<string>): Promise<void> {
    for (const [study, { queue }] of known) {
      if (open.has(study)) continue;
      known.delete(study);
      if (serving?.study === study) await endServing();
      await queue?.obliterate({ force: true }).catch(() => undefined);
      await queue?.close();
    }
  }

  /** Turns to the first study with groups to compute, once the one at hand has none. */
  async function turn(): Promise<void> {
    if (serving !== null && (serving.active.size > 0 || (await waiting(serving.study)) > 0)) return;
    const usable = [...known].filter(([, { plan }]) => plan !== null).sort(([, a], [, b]) => a.since - b.since);
    for (const [study, { plan, title }] of usable) {
      if (plan === null || study === serving?.study || (await waiting(study)) === 0) continue;
      await endServing();
      note(`computes groups of '${title}'`);
      serving = begin(study, plan);
      return;
    }
  }

  async function waiting(study: string): Promise<number> {
    const count = await known.get(study)?.queue?.getJobCounts("waiting", "delayed");
    return Object.values(count ?? {}).reduce((sum, value) => sum + value, 0);
  }

  function begin(study: string, plan: StudyPlan): Serving {
    const workerData: ProcessorData = { connection: engine.connection, study, plan };
    const worker = new bullmq.Worker<GroupJob, number>(queueName(study), pathToFileURL(processor), {
      connection: link.options,
      prefix: PREFIX,
      name,
      concurrency: jobs,
      useWorkerThreads: true,
      workerThreadsOptions: { workerData },
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: MOST_LOSSES,
      runRetryDelay: 1000,
      drainDelay: 1,
    });
    const one: Serving = { study, worker, active: new Set() };
    const groups = expandStudy(plan.spec);
    const words = (job: Job<GroupJob> | undefined) => {
      const group = groups[job?.data.group ?? -1];
      return group === undefined ? "a group" : `${group.dataset}, target ${group.target}, seed ${group.seed}`;
    };
    worker.on("active", (job) => {
      one.active.add(job.id ?? "");
      note(`begins ${words(job)}`);
    });
    worker.on("completed", (job, cells) => {
      one.active.delete(job.id ?? "");
      counts.groups++;
      counts.cells += cells;
      note(`has computed ${words(job)}: ${cells} cells`);
    });
    worker.on("failed", (job, error) => {
      one.active.delete(job?.id ?? "");
      note(`could not compute ${words(job)}: ${error.message}`);
    });
    worker.on("lockRenewalFailed", (ids) => {
      for (const id of ids) {
        one.active.delete(id);
        worker.cancelJob(id, STOP.lost);
      }
    });
    worker.on("error", ({ message }) => {
      if (EXPECTED.test(message) || message === lastError) return;
      lastError = message;
      note(`Redis could not be used: ${message}`);
    });
    return one;
  }

  async function endServing(): Promise<void> {
    const one = serving;
    serving = null;
    one?.worker.cancelAllJobs(STOP.ending);
    await one?.worker.close(redis.status !== "ready"); // without Redis nothing can be given back
  }

  async function round(): Promise<void> {
    const open = new Set(await redis.hkeys(STUDIES));
    await forget(open);
    // Reading data keeps this thread from renewing its hold on groups: only while it has none.
    for (const study of open) if (serving === null || serving.active.size === 0) await lookAt(study);
    await turn();
  }

  const present = () => redis.set(presenceKey(name), "1", "EX", PRESENCE_SECONDS);
  const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  const heart = setInterval(() => void present().catch(() => undefined), PRESENCE_MS);
  let last: Promise<void> = Promise.resolve();
  try {
    await present();
    while (!signal.aborted) {
      last = round();
      await Promise.race([last, ended]);
      await Promise.race([pause(ROUND_MS), ended]);
    }
  } finally {
    clearInterval(heart);
    await Promise.race([last.catch(() => undefined), pause(ROUND_MS)]);
    await endServing();
    if (redis.status === "ready") {
      await redis.del(presenceKey(name));
      for (const { queue } of known.values()) await queue?.close();
    }
    for (const { queue } of known.values()) await queue?.disconnect();
    redis.disconnect();
  }
  return counts;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function titleOf(spec: unknown): string | null {
  if (typeof spec !== "object" || spec === null || !("name" in spec)) return null;
  return typeof spec.name === "string" ? spec.name : null;
}
