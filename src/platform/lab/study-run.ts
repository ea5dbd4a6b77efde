import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { AuditError } from "../../errors.js";
import { cellId, compareCells, expandStudy } from "../../lab/study/cells.js";
import type { TimedCell } from "../../lab/study/result.js";
import { shortName } from "../../lab/study/spec.js";
import { packageVersion } from "../version.js";
import { writeFiles } from "../write-file.js";
import { loadedBasis, type StudyPlan, withEntries } from "./study-plan.js";
import { openStore, type StudyHead, type StudyStore } from "./study-store.js";
import type { GroupTask } from "./study-worker.js";

export interface GroupRunner {
  /** Groups to hand out at a time. */
  readonly jobs: number;
  /** Called once, before the first group, with what the study rests on. */
  begin?(plan: StudyPlan, head: StudyHead): Promise<void>;
  /** Computes a group and calls `send` with each cell, which resolves once it is on the disk; resolves when all are. */
  run(task: GroupTask, send: (cell: TimedCell) => Promise<void>): Promise<void>;
  /** Ends whatever is still running. */
  stop(): Promise<void>;
}

export interface StudyRunOptions {
  readonly folder: string;
  readonly runner: GroupRunner;
  /** Compute cells again that failed before. @default false */
  readonly retryFailed?: boolean;
  readonly signal?: AbortSignal;
  /** Called as cells are done; `fresh` counts this run's. */
  readonly onProgress?: (progress: StudyProgress) => void;
}

export interface StudyProgress {
  readonly done: number;
  readonly total: number;
  readonly fresh: number;
}

/** What a finished run leaves; `fresh` counts the cells computed by this run. */
export type StudyOutcome = Awaited<ReturnType<typeof runStudy>>;

/**
 * Computes every cell of a study that is not done yet and then writes results.json and timings.json. The first depends
 * on the study and its data alone, not on the number of threads or on interruptions of the run.
 */
export async function runStudy(plan: StudyPlan, options: StudyRunOptions) {
  const { folder, runner, signal, onProgress, retryFailed = false } = options;
  let store: StudyStore | null = null;
  try {
    const head: StudyHead = {
      format: "recast-study-folder/1",
      version: packageVersion(),
      kernels: "wasm",
      spec: withEntries(plan.spec, shortName), // no folders of anybody's machine
      basis: await loadedBasis(plan),
    };
    store = await openStore(folder, head);
    const groups = expandStudy(plan.spec);
    const wanted = new Set(groups.flatMap(({ cells }) => cells.map(cellId)));
    const total = groups.reduce((sum, { cells }) => sum + cells.length, 0);
    const done = new Set<string>();
    for (const [id, { cell }] of store.cells) if (!retryFailed || cell.failure === null) done.add(id);
    const open = groups.filter(({ cells }) => cells.some((cell) => !done.has(cellId(cell))));
    let finished = groups.flatMap(({ cells }) => cells).filter((cell) => done.has(cellId(cell))).length;
    let fresh = 0;
    onProgress?.({ done: finished, total, fresh });
    if (open.length > 0) await runner.begin?.(plan, head);
    const tasks = open.map((group) => ({ plan, group, done: group.cells.map(cellId).filter((id) => done.has(id)) }));
    await runAll(tasks, store, options, () => {
      finished++;
      fresh++;
      onProgress?.({ done: finished, total, fresh });
    });
    if (signal?.aborted === true) {
      const kept = `${finished} of ${total} cells are saved. Run the same command again to continue`;
      throw new AuditError("ABORTED", `stopped; ${kept}`);
    }
    const cells = [...store.cells].filter(([id]) => wanted.has(id)).map(([, cell]) => cell);
    cells.sort((a, b) => compareCells(a.cell, b.cell));
    await writeFiles(resultFiles(folder, head, cells), signal);
    return { total, fresh, failed: cells.filter(({ cell }) => cell.failure !== null) };
  } finally {
    await runner.stop();
    await store?.close(); // after the last cell on its way
  }
}

/** Keeps `jobs` groups in the air until none is left, one breaks, or the run is interrupted. */
async function runAll(
  tasks: readonly GroupTask[],
  store: StudyStore,
  { runner, signal }: StudyRunOptions,
  onCell: () => void,
): Promise<void> {
  let next = 0;
  const broken: unknown[] = [];
  const aborted = () => signal?.aborted === true;
  const stop = () => void runner.stop();
  signal?.addEventListener("abort", stop, { once: true });

  async function work(): Promise<void> {
    while (broken.length === 0 && !aborted()) {
      const task = tasks[next++];
      if (task === undefined) return;
      const written: Promise<void>[] = [];
      try {
        await runner.run(task, (cell) => {
          const kept = store.append(cell).then(onCell);
          kept.catch(() => undefined); // it is asked for below, when the group has ended
          written.push(kept);
          return kept;
        });
        await Promise.all(written);
      } catch (error) {
        await Promise.allSettled(written);
        if (!aborted()) broken.push(error);
      }
    }
  }

  await Promise.all(Array.from({ length: Math.max(1, runner.jobs) }, work));
  signal?.removeEventListener("abort", stop);
  if (broken.length > 0) throw broken[0];
}

function resultFiles(folder: string, head: StudyHead, cells: readonly TimedCell[]) {
  const results = { ...head, format: "recast-results/1", cells: cells.map(({ cell }) => cell) };
  const timings = cells.map(({ cell, seconds }) => {
    const { dataset, target, generator, n, balance, method, seed } = cell;
    return { dataset, target, generator, n, ...(balance === undefined ? {} : { balance }), method, seed, seconds };
  });
  return [
    { path: join(folder, "results.json"), text: canonicalJson(results) },
    { path: join(folder, "timings.json"), text: canonicalJson({ format: "recast-timings/1", cells: timings }) },
  ];
}
