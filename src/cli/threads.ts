import { availableParallelism } from "node:os";
import { setImmediate as breathe } from "node:timers/promises";
import type { Kernels } from "../kernels/kernels.js";
import { type FittingThreads, fittingThreads } from "../platform/fitting-threads.js";
import { doFit, type Fitters } from "../surrogate/fitting.js";
import type { CliIo, GlobalFlags } from "./io.js";

/** Flags of a command that fits models. */
export type FittingFlags = GlobalFlags & { readonly jobs?: number };

/** Threads for the fits of a command, one per core unless it was given a number; null where this one does them. */
export function threadsFor(flags: FittingFlags, kernels: Kernels, io: CliIo): FittingThreads | null {
  const { jobs = io.jobs ?? availableParallelism() } = flags;
  return jobs === 1 ? null : fittingThreads(jobs, kernels, io.interrupts.signal);
}

/** Fits in this thread, with a pause before each for signals to come in. */
export function breathingHere(kernels: Kernels): Fitters {
  return {
    count: 1,
    async fit(fit) {
      await breathe();
      return doFit(fit, kernels);
    },
  };
}
