// One thread of a worker: computes groups of cells of one study, and writes each cell to Redis as soon as it is done.
import { workerData } from "node:worker_threads";
import type { SandboxedJob } from "bullmq";
import { AuditError } from "../../errors.js";
import { type EngineConnection, type EngineLink, openRedis } from "./cluster-engine.js";
import { computeGroupJob, type GroupJob, GroupStopped } from "./cluster-group.js";
import type { StudyPlan } from "./study-plan.js";

/** What a thread is told when it is started. */
export interface ProcessorData {
  readonly connection: EngineConnection;
  readonly study: string;
  readonly plan: StudyPlan;
}

/** Reasons to stop that a worker gives: it ends and gives the group back, or it has lost the group already. */
export const STOP = { ending: "ending", lost: "lost" } as const;

let opened: Promise<EngineLink["redis"]> | null = null;

/** What the queue calls in the thread; gives back how many cells were computed. */
export default async function processGroup(
  job: SandboxedJob<GroupJob, number>,
  token: string,
  signal?: AbortSignal,
): Promise<number> {
  const { connection, study, plan } = workerData as ProcessorData;
  opened ??= openRedis(connection);
  try {
    return await computeGroupJob(await opened, { study, plan }, job.data, signal ?? null);
  } catch (error) {
    if (error instanceof GroupStopped && error.reason === STOP.ending) {
      await job.moveToWait(token);
      const { WaitingError } = await import("bullmq");
      throw new WaitingError();
    }
    if (error instanceof AuditError) throw new Error(`${error.code}: ${error.message}`);
    throw error;
  }
}
