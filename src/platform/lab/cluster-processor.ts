// One thread of a worker: computes groups of cells of one study, and writes each cell to Redis as soon as it is done.
import { workerData } from "node:worker_threads";
import type { SandboxedJob } from "bullmq";
import { AuditError } from "../../errors.js";
import { cellId, expandStudy } from "../../lab/study/cells.js";
import type { EngineConnection, EngineLink, GroupJob } from "./cluster-engine.js";
import { engineKeys, KEEP_SECONDS, openRedis } from "./cluster-engine.js";
import type { StudyPlan } from "./study-plan.js";
import { computeTask } from "./study-worker.js";

export interface ProcessorData {
  readonly connection: EngineConnection;
  readonly study: string;
  readonly plan: StudyPlan;
}

/** Reasons to stop that a worker gives: it ends and gives the group back, or it has lost the group already. */
export const STOP = { ending: "ending", lost: "lost" } as const;

/** The commands of Redis that keep cells. */
export interface CellKeeper {
  hkeys(key: string): Promise<string[]>;
  hsetnx(key: string, field: string, value: string): Promise<number>;
  expire(key: string, seconds: number): Promise<number>;
}

let opened: Promise<EngineLink["redis"]> | null = null;

/** What the queue calls in the thread; gives back how many cells were computed. */
export default async function processGroup(
  job: SandboxedJob<GroupJob, number>,
  token: string,
  signal?: AbortSignal,
): Promise<number> {
  const data = workerData as ProcessorData;
  opened ??= openRedis(data.connection);
  try {
    return await computeGroupJob(await opened, data, job.data, signal ?? null);
  } catch (error) {
    if (signal?.aborted === true && String(signal.reason) === STOP.ending) {
      await job.moveToWait(token);
      const { WaitingError } = await import("bullmq");
      throw new WaitingError();
    }
    if (error instanceof AuditError) throw new Error(`${error.code}: ${error.message}`);
    throw error;
  }
}

/**
 * Computes the cells of a group that neither the coordinator nor Redis has, and writes each to Redis before the next. A
 * cell that is there already is left as it is, so a group that runs twice gives every cell once. Stops between two
 * cells when `signal` says so.
 */
export async function computeGroupJob(
  keeper: CellKeeper,
  { study, plan }: Pick<ProcessorData, "study" | "plan">,
  job: GroupJob,
  signal: AbortSignal | null,
): Promise<number> {
  const group = expandStudy(plan.spec)[job.group];
  if (group === undefined) throw new Error(`the study has no group ${job.group}`);
  const key = engineKeys.cells(study, job.group);
  const done = [...job.done, ...(await keeper.hkeys(key))];
  return computeTask({ plan, group, done }, async (cell) => {
    await keeper.hsetnx(key, cellId(cell.cell), JSON.stringify(cell));
    await keeper.expire(key, KEEP_SECONDS);
    if (signal?.aborted === true) throw new Error(`stopped: ${signal.reason}`);
  });
}
