// The other end of parallel-kernels.ts: fits prototypes in a thread of its own.
import { parentPort } from "node:worker_threads";
import type { BarycenterProblem } from "../kernels/kernels.js";
import { loadKernels } from "../kernels/load.js";

/** A fit to do, and shared memory for its outcome: `state` 0 under way, 1 done, 2 failed. */
export interface FitJob {
  readonly problem: BarycenterProblem;
  readonly state: Int32Array;
  readonly points: Float64Array;
  readonly losses: Float64Array;
}

const port = parentPort;
if (port !== null) {
  const kernels = await loadKernels();
  port.on("message", ({ problem, state, points, losses }: FitJob) => {
    let outcome = 2;
    try {
      const [fit] = kernels.fitBarycenters([problem]);
      points.set(fit!.points.values);
      losses.set(fit!.losses);
      outcome = 1;
    } finally {
      Atomics.store(state, 0, outcome);
      Atomics.notify(state, 0);
    }
  });
  port.postMessage("ready");
}
