import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { AuditError } from "../../errors.js";
import { cellId, compareCells, expandStudy } from "../../lab/study/cells.js";
import type { TimedCell } from "../../lab/study/result.js";
import { type StudySpec, shortName } from "../../lab/study/spec.js";
import { packageVersion } from "../version.js";
import { writeFiles } from "../write-file.js";
import { loadOwnFactories, loadSource, type StudyPlan, studyBasis } from "./study-plan.js";
import { openStore, type StudyHead, type StudyStore } from "./study-store.js";
import type { GroupTask } from "./study-worker.js";

/** Computes groups somewhere: in threads, on other machines, or in a test right here. */
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
  /** Folder of the results. */
  readonly folder: string;
  readonly runner: GroupRunner;
  /** Compute cells again that failed before. @default false */
  readonly retryFailed?: boolean;
  readonly signal?: AbortSignal;
  /** Called as cells are done; `fresh` counts this run's. */
  readonly onProgress?: (progress: StudyProgress) => void;
}

/** How far a study is. */
export interface StudyProgress {
  readonly done: number;
  readonly total: number;
  readonly fresh: number;
}

/** What a finished run leaves. */
export interface StudyOutcome {
  readonly total: number;
  /** Cells computed by this run. */
  readonly fresh: number;
  readonly failed: readonly TimedCell[];
}

/**
 * Computes every cell of a study that is not done yet and then writes results.json and timings.json. The first depends
 * on the study and its data alone, not on the number of threads or on interruptions of the run.
 */
export async function runStudy(plan: StudyPlan, options: StudyRunOptions): Promise<StudyOutcome> {
  try {
    return await runOpenStudy(plan, options);
  } finally {
    await options.runner.stop();
  }
}

async function runOpenStudy(plan: StudyPlan, options: StudyRunOptions): Promise<StudyOutcome> {
  const { folder, runner, signal, onProgress, retryFailed = false } = options;
  const head = await studyHead(plan);
  const store = await openStore(folder, head);
  try {
    const groups = expandStudy(plan.spec);
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
      throw new AuditError(
        "ABORTED",
        `interrupted; ${finished} of ${total} cells are kept: the same command goes on from there`,
      );
    }
    const wanted = new Set(groups.flatMap(({ cells }) => cells.map(cellId)));
    const cells = [...store.cells].filter(([id]) => wanted.has(id)).map(([, cell]) => cell);
    cells.sort((a, b) => compareCells(a.cell, b.cell));
    await writeFiles(resultFiles(folder, head, cells), signal);
    return { total, fresh, failed: cells.filter(({ cell }) => cell.failure !== null) };
  } finally {
    await runner.stop();
    await store.close(); // after the last cell on its way
  }
}

/** Loads everything once, so that what is missing is said before hours of work, and sums it up. */
async function studyHead(plan: StudyPlan): Promise<StudyHead> {
  await loadOwnFactories(plan);
  for (const source of Object.values(plan.sources)) await loadSource(source);
  return {
    format: "recast-study-folder/1",
    version: packageVersion(),
    kernels: "wasm",
    spec: withoutPaths(plan.spec),
    basis: await studyBasis(plan),
  };
}

/** The study as results record it: the user's files by their short names, without folders of anybody's machine. */
function withoutPaths(spec: StudySpec): StudySpec {
  return {
    ...spec,
    datasets: spec.datasets.map(shortName),
    ...(spec.shifts && {
      shifts: spec.shifts.map(({ name, from, to }) => ({ name, from: shortName(from), to: shortName(to) })),
    }),
    generators: spec.generators.map((entry) => ({ ...entry, generator: shortName(entry.generator) })),
    methods: spec.methods.map((entry) => ({ ...entry, method: shortName(entry.method) })),
  };
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

function resultFiles(folder: string, head: StudyHead, cells: readonly TimedCell[]): { path: string; text: string }[] {
  const { version, kernels, spec, basis } = head;
  const results = { format: "recast-results/1", version, kernels, spec, basis, cells: cells.map(({ cell }) => cell) };
  const timings = cells.map(({ cell, seconds }) => {
    const { dataset, target, generator, n, balance, method, seed } = cell;
    return { dataset, target, generator, n, ...(balance === undefined ? {} : { balance }), method, seed, seconds };
  });
  return [
    { path: join(folder, "results.json"), text: canonicalJson(results) },
    { path: join(folder, "timings.json"), text: canonicalJson({ format: "recast-timings/1", cells: timings }) },
  ];
}
