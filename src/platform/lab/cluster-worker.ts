import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Job, Queue, Worker } from "bullmq";
import { AuditError } from "../../errors.js";
import { expandStudy } from "../../lab/study/cells.js";
import { builtFile } from "../package-folder.js";
import type { Engine, EngineLink, GroupJob } from "./cluster-engine.js";
import { engineKeys, groupWords, KEEP_SECONDS, LOSSES, openQueue } from "./cluster-engine.js";
import { type ProcessorData, STOP } from "./cluster-processor.js";
import { adoptStudy, parseSharedStudy, type WorkerMeans } from "./cluster-study.js";
import type { StudyPlan } from "./study-plan.js";

export interface ServeOptions {
  readonly name: string;
  /** Groups to compute at a time, each in a thread of its own. */
  readonly jobs: number;
  readonly means: WorkerMeans;
  /** Ends the worker: cells at hand are finished, the rest of their groups is given back. */
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

interface Known {
  readonly since: number;
  readonly title: string;
  /** Null where this worker cannot help. */
  readonly use: { readonly plan: StudyPlan; readonly queue: Queue<GroupJob> } | null;
  /** Why it cannot. */
  readonly refusal: string;
  /** When it was looked at, in milliseconds of some clock. */
  readonly at: number;
}

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
 * `signal` ends it. A study is taken on only after its program, data and files were found to be the same here. Gives
 * back how many groups and cells were computed.
 */
export async function serveEngine(engine: Engine, link: EngineLink, options: ServeOptions) {
  const { name, jobs, means, signal, note } = options;
  const { redis, bullmq } = link;
  const processor = pathToFileURL(builtFile("node/cluster-processor.js"));
  const known = new Map<string, Known>();
  const counts = { groups: 0, cells: 0 };
  let serving: Serving | null = null;
  let lastError = "";

  async function lookAt(study: string): Promise<void> {
    const before = known.get(study);
    if (before !== undefined && (before.use !== null || performance.now() - before.at < AGAIN_MS)) return;
    const json = await redis.hget(engineKeys.studies, study);
    if (json === null) return;
    const now = await judge(study, json);
    known.set(study, now);
    await redis.hset(engineKeys.answers(study), name, now.refusal);
    await redis.expire(engineKeys.answers(study), KEEP_SECONDS);
    if (now.refusal !== "" && now.refusal !== before?.refusal) note(`cannot help with '${now.title}': ${now.refusal}`);
  }

  async function judge(study: string, json: string): Promise<Known> {
    const at = performance.now();
    let title = study;
    try {
      const shared = parseSharedStudy(study, json);
      title = shared.spec.name;
      const plan = await adoptStudy(shared, means);
      return { since: shared.since, title, use: { plan, queue: openQueue(link, study) }, refusal: "", at };
    } catch (error) {
      const refusal = error instanceof AuditError ? `${error.code}: ${error.message}` : String(error);
      return { since: 0, title, use: null, refusal, at };
    }
  }

  /** Forgets studies that are over, with what this worker may have left in their queues since. */
  async function forget(open: ReadonlySet<string>): Promise<void> {
    for (const [study, { use }] of known) {
      if (open.has(study)) continue;
      known.delete(study);
      if (serving?.study === study) await endServing();
      await use?.queue.obliterate({ force: true }).catch(() => undefined);
      await use?.queue.close();
    }
  }

  /** Turns to the first study with groups to compute, once the one at hand has none. */
  async function turn(): Promise<void> {
    if (serving !== null && (serving.active.size > 0 || (await waiting(serving.study)) > 0)) return;
    for (const [study, { use, title }] of [...known].sort(([, a], [, b]) => a.since - b.since)) {
      if (use === null || study === serving?.study || (await waiting(study)) === 0) continue;
      await endServing();
      note(`computing groups of '${title}'`);
      serving = begin(study, use.plan);
      return;
    }
  }

  async function waiting(study: string): Promise<number> {
    const count = await known.get(study)?.use?.queue.getJobCounts("waiting", "delayed");
    return Object.values(count ?? {}).reduce((sum, value) => sum + value, 0);
  }

  function begin(study: string, plan: StudyPlan): Serving {
    const workerData: ProcessorData = { connection: engine.connection, study, plan };
    const worker = new bullmq.Worker<GroupJob, number>(engineKeys.queue(study), processor, {
      ...link.settings,
      ...LOSSES,
      name,
      concurrency: jobs,
      useWorkerThreads: true,
      workerThreadsOptions: { workerData },
      runRetryDelay: 1000,
      drainDelay: 1,
    });
    const active = new Set<string>();
    const groups = expandStudy(plan.spec);
    const words = (job: Job<GroupJob> | undefined) => {
      const group = groups[job?.data.group ?? -1];
      return group === undefined ? "a group" : groupWords(group);
    };
    worker.on("active", (job) => {
      active.add(job.id ?? "");
      note(`begins ${words(job)}`);
    });
    worker.on("completed", (job, cells) => {
      active.delete(job.id ?? "");
      counts.groups++;
      counts.cells += cells;
      note(`has computed ${words(job)}: ${cells} cells`);
    });
    worker.on("failed", (job, error) => {
      active.delete(job?.id ?? "");
      note(`could not compute ${words(job)}: ${error.message}`);
    });
    worker.on("lockRenewalFailed", (ids) => {
      for (const id of ids) {
        active.delete(id);
        worker.cancelJob(id, STOP.lost);
      }
    });
    worker.on("error", ({ message }) => {
      if (EXPECTED.test(message) || message === lastError) return;
      lastError = message;
      note(`Redis could not be used: ${message}`);
    });
    return { study, worker, active };
  }

  async function endServing(): Promise<void> {
    const one = serving;
    serving = null;
    one?.worker.cancelAllJobs(STOP.ending);
    await one?.worker.close(redis.status !== "ready"); // without Redis nothing can be given back
  }

  async function round(): Promise<void> {
    const open = new Set(await redis.hkeys(engineKeys.studies));
    await forget(open);
    // Reading data keeps this thread from renewing its hold on groups: only while it has none.
    for (const study of open) if (serving === null || serving.active.size === 0) await lookAt(study);
    await turn();
  }

  const present = () => redis.set(engineKeys.presence(name), "1", "EX", PRESENCE_SECONDS);
  const ended = once(signal, "abort");
  const heart = setInterval(() => void present().catch(() => undefined), PRESENCE_MS);
  let last: Promise<void> = Promise.resolve();
  try {
    await present();
    while (!signal.aborted) {
      last = round();
      await Promise.race([last, ended]);
      await pause(ROUND_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    clearInterval(heart);
    await Promise.race([last.catch(() => undefined), pause(ROUND_MS)]);
    await endServing();
    const queues = [...known.values()].flatMap(({ use }) => use?.queue ?? []);
    if (redis.status === "ready") {
      await redis.del(engineKeys.presence(name));
      for (const queue of queues) await queue.close();
    }
    for (const queue of queues) await queue.disconnect();
    redis.disconnect();
  }
  return counts;
}
