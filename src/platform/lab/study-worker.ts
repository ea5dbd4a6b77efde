// One thread of a study: computes groups of cells and sends each cell as soon as it is done.
import type { MessagePort } from "node:worker_threads";
import * as v from "valibot";
import { AuditError } from "../../errors.js";
import { loadKernels } from "../../kernels/load.js";
import type { DataSet } from "../../lab/data/data-set.js";
import type { CellGroup } from "../../lab/study/cells.js";
import { computeOfKind, studyRegistry } from "../../lab/study/registry.js";
import type { TimedCell } from "../../lab/study/result.js";
import type { TextServices } from "../../lab/study/work.js";
import { type DeletingOptions, deletingRewriter } from "../../text/rewriter.js";
import { cachedEmbedder, cacheFolder, localEmbedder } from "../text/open-embedder.js";
import { chatRewriter, keyFrom } from "../text/text-services.js";
import { loadOwnFactories, loadSource, type StudyPlan } from "./study-plan.js";

export interface GroupTask {
  readonly plan: StudyPlan;
  readonly group: CellGroup;
  /** Ids of its cells that are done. */
  readonly done: readonly string[];
}

/** What a thread keeps from one group to the next, and the plan it belongs to. */
let kept: { readonly key: string; readonly tools: Awaited<ReturnType<typeof prepare>> } | null = null;

async function prepare(plan: StudyPlan) {
  return {
    kernels: await loadKernels(),
    registry: { ...studyRegistry(await loadOwnFactories(plan)), texts: textServices(process.env, process.cwd()) },
    loading: new Map<string, Promise<DataSet>>(),
  };
}

/** Computes the open cells of a group, each once the one before was taken; gives back how many were sent. */
export async function computeTask(
  { plan, group, done }: GroupTask,
  send: (cell: TimedCell) => void | Promise<void>,
): Promise<number> {
  const key = JSON.stringify(plan);
  if (kept?.key !== key) kept = { key, tools: await prepare(plan) };
  const { kernels, registry, loading } = kept.tools;
  const source = plan.sources[group.dataset];
  if (source === undefined) throw new Error(`the study has no data set '${group.dataset}'`);
  const loaded = loading.get(group.dataset) ?? loadSource(source);
  loading.set(group.dataset, loaded);
  const { spec } = plan;
  const now = () => performance.now();
  let sent = 0;
  const work = { spec, group, data: await loaded, registry, kernels, done: new Set(done), now };
  for await (const cell of computeOfKind(spec)(work)) {
    await send(cell);
    sent++;
  }
  return sent;
}

export async function runInThread(task: GroupTask & { readonly port: MessagePort }): Promise<number> {
  const { port, ...rest } = task;
  try {
    return await computeTask(rest, (cell) => port.postMessage(cell));
  } finally {
    port.close();
  }
}

const name = v.pipe(v.string(), v.minLength(1));

/** Options of a rewriter behind an address: where, which model, and the environment variable that holds the key. */
const chatSchema = v.strictObject({ address: v.pipe(v.string(), v.url()), model: name, key: v.optional(name) });

/** Texts in studies: embedded on this machine and cached; rewritten here, or at the address in the options. */
export function textServices(env: Readonly<Record<string, string | undefined>>, cwd: string): TextServices {
  return {
    embedder: cachedEmbedder(localEmbedder(), cacheFolder(env, cwd)),
    rewriter(options) {
      if (!("address" in options)) return deletingRewriter(options as DeletingOptions); // refuses what it does not know
      const { success, output, issues } = v.safeParse(chatSchema, options);
      if (!success) throw new AuditError("STUDY_INVALID", `options of the rewriter: ${issues[0].message}`);
      return chatRewriter(output.address, output.model, { key: keyFrom(output.key ?? null, env) });
    },
  };
}
