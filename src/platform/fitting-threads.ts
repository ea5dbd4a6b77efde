import { Piscina } from "piscina";
import { requireRunning } from "../errors.js";
import type { Kernels } from "../kernels/kernels.js";
import { type FitAnswer, packFit, unpackAnswer } from "../surrogate/fit-job.js";
import { doFit, type Fitters } from "../surrogate/fitting.js";
import { builtFile } from "./package-folder.js";

/** Threads that do fits. */
export interface FittingThreads extends Fitters {
  /** Ends the threads, and with them what is under way. */
  close(): Promise<void>;
}

/**
 * Starts threads that do fits, with the same bits as this one. A fit whose thread dies is done here, so that its error
 * is the real one; so is a fit that cannot leave this thread. Aborting the signal ends the threads at once.
 */
export function fittingThreads(count: number, kernels: Kernels, signal: AbortSignal): FittingThreads {
  const filename = builtFile("node/fitting-thread.js");
  const pool = new Piscina<unknown, FitAnswer>({ filename, minThreads: count, maxThreads: count });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= pool.destroy();
    return closing;
  };
  const stop = () => void close();
  signal.addEventListener("abort", stop, { once: true });
  return {
    count,
    async fit(fit) {
      requireRunning(signal);
      const job = packFit(fit);
      if (job === null) return doFit(fit, kernels);
      const answer = await pool.run(job).catch(() => null);
      requireRunning(signal);
      return answer === null ? doFit(fit, kernels) : unpackAnswer(fit, answer, kernels);
    },
    close() {
      signal.removeEventListener("abort", stop);
      return close();
    },
  };
}
