// One thread of a study: computes groups of cells and sends each cell as soon as it is done.
import type { MessagePort } from "node:worker_threads";
import type { Kernels } from "../../kernels/kernels.js";
import { loadKernels } from "../../kernels/load.js";
import type { DataSet } from "../../lab/data/data-set.js";
import type { CellGroup } from "../../lab/study/cells.js";
import { computeOfKind, studyRegistry } from "../../lab/study/registry.js";
import type { TimedCell } from "../../lab/study/result.js";
import type { StudyRegistry } from "../../lab/study/work.js";
import { loadOwnFactories, loadSource, type StudyPlan } from "./study-plan.js";
import { textServices } from "./study-texts.js";

/** A group to compute, as plain data. */
export interface GroupTask {
  readonly plan: StudyPlan;
  readonly group: CellGroup;
  /** Ids of its cells that are done. */
  readonly done: readonly string[];
}

/** What a thread keeps from one group to the next. */
interface Kept {
  /** The plan it belongs to, as text. */
  readonly key: string;
  readonly kernels: Kernels;
  readonly registry: StudyRegistry;
  readonly data: Map<string, Promise<DataSet>>;
}

let kept: Kept | null = null;

async function prepare(plan: StudyPlan): Promise<Kept> {
  const key = JSON.stringify(plan);
  if (kept?.key !== key) {
    kept = {
      key,
      kernels: await loadKernels(),
      registry: { ...studyRegistry(await loadOwnFactories(plan)), texts: textServices(process.env, process.cwd()) },
      data: new Map(),
    };
  }
  return kept;
}

/** Computes the open cells of a group, each once the one before was taken; gives back how many were sent. */
export async function computeTask(
  { plan, group, done }: GroupTask,
  send: (cell: TimedCell) => void | Promise<void>,
): Promise<number> {
  const { kernels, registry, data: known } = await prepare(plan);
  let loading = known.get(group.dataset);
  if (loading === undefined) {
    const source = plan.sources[group.dataset];
    if (source === undefined) throw new Error(`the study has no data set '${group.dataset}'`);
    loading = loadSource(source);
    known.set(group.dataset, loading);
  }
  let sent = 0;
  const { spec } = plan;
  const work = {
    spec,
    group,
    data: await loading,
    registry,
    kernels,
    done: new Set(done),
    now: () => performance.now(),
  };
  for await (const cell of computeOfKind(spec)(work)) {
    await send(cell);
    sent++;
  }
  return sent;
}

/** What the pool calls in the thread. */
export async function runInThread(task: GroupTask & { readonly port: MessagePort }): Promise<number> {
  const { port, ...rest } = task;
  try {
    return await computeTask(rest, (cell) => port.postMessage(cell));
  } finally {
    port.close();
  }
}
