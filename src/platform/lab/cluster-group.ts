import { cellId, expandStudy } from "../../lab/study/cells.js";
import { cellsKey, KEEP_SECONDS } from "./cluster-keys.js";
import type { StudyPlan } from "./study-plan.js";
import { computeTask } from "./study-worker.js";

/** A group of a study to compute, as it stands in the queue. */
export interface GroupJob {
  /** Which group of the study, in the order `expandStudy` has them. */
  readonly group: number;
  /** Ids of its cells that the coordinator has. */
  readonly done: readonly string[];
}

/** The commands of Redis that keep cells. */
export interface CellKeeper {
  hkeys(key: string): Promise<string[]>;
  hsetnx(key: string, field: string, value: string): Promise<number>;
  expire(key: string, seconds: number): Promise<number>;
}

/** Why a group ended before its last cell. */
export class GroupStopped extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Computes the cells of a group that neither the coordinator nor Redis has, and writes each to Redis before the next. A
 * cell that is there already is left as it is, so a group that runs twice gives every cell once. Stops between two
 * cells when `signal` says so.
 */
export async function computeGroupJob(
  keeper: CellKeeper,
  { study, plan }: { readonly study: string; readonly plan: StudyPlan },
  job: GroupJob,
  signal: AbortSignal | null,
): Promise<number> {
  const group = expandStudy(plan.spec)[job.group];
  if (group === undefined) throw new Error(`the study has no group ${job.group}`);
  const key = cellsKey(study, job.group);
  const done = [...job.done, ...(await keeper.hkeys(key))];
  return computeTask({ plan, group, done }, async (cell) => {
    await keeper.hsetnx(key, cellId(cell.cell), JSON.stringify(cell));
    await keeper.expire(key, KEEP_SECONDS);
    if (signal?.aborted === true) throw new GroupStopped(String(signal.reason));
  });
}
