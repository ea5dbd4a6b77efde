import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { BarycenterFit, BarycenterProblem, Kernels } from "../kernels/kernels.js";
import { loadKernels } from "../kernels/load.js";
import type { FitJob } from "./fit-worker.js";

/** Kernels with a helper thread. */
export interface ParallelKernels extends Kernels {
  /** Ends the helper thread; the kernels go on working without it. */
  close(): Promise<void>;
}

/**
 * The kernels of `loadKernels` with a second thread for prototype fits, which come in independent pairs: the same bits
 * in about half the time. The thread does not keep the process alive. If it cannot be started, or dies, this thread
 * does all the work.
 */
export async function loadParallelKernels(): Promise<ParallelKernels> {
  const kernels = await loadKernels();
  let worker = await startWorker();
  return {
    ...kernels,
    fitBarycenters(problems) {
      if (worker === null || problems.length < 2) return kernels.fitBarycenters(problems);
      const [first, ...others] = problems as [BarycenterProblem, ...BarycenterProblem[]];
      const job = newJob(first);
      const began = performance.now();
      worker.postMessage(job);
      const rest = kernels.fitBarycenters(others);
      const patienceMs = 10_000 + 20 * (performance.now() - began);
      return [outcomeOf(job, patienceMs) ?? kernels.fitBarycenters([first])[0]!, ...rest];
    },
    async close() {
      const ended = worker;
      worker = null;
      await ended?.terminate();
    },
  };
}

async function startWorker(): Promise<Worker | null> {
  // in the built package beside this code or, where that went to a shared file, in node/; from source there is none
  const script = ["./fit-worker.js", "./node/fit-worker.js"]
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((place) => existsSync(place));
  if (script === undefined) return null;
  const worker = new Worker(script);
  const isReady = await new Promise<boolean>((resolve) => {
    worker.once("message", () => resolve(true));
    worker.once("error", () => resolve(false));
  });
  worker.unref();
  return isReady ? worker : null;
}

function newJob(problem: BarycenterProblem): FitJob {
  const shared = (count: number) => new Float64Array(new SharedArrayBuffer(8 * count));
  return {
    problem,
    state: new Int32Array(new SharedArrayBuffer(4)),
    points: shared(problem.initial.values.length),
    losses: shared(problem.epochs),
  };
}

/** Waits for the other thread; null when it failed or is gone, so that this thread repeats the fit and its error. */
function outcomeOf({ problem, state, points, losses }: FitJob, patienceMs: number): BarycenterFit | null {
  Atomics.wait(state, 0, 0, patienceMs);
  if (Atomics.load(state, 0) !== 1) return null;
  const { rows, columns } = problem.initial;
  return { points: { rows, columns, values: points.slice() }, losses: losses.slice() };
}
