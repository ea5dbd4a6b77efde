import { failureOf, type JobWorker, jobs, openJobWorker } from "./job-worker.js";
import { isSameCase } from "./open-state.js";
import { tell, tellFailure } from "./parts/index.js";
import { routeOf, screenTitle } from "./routes.js";
import { shared } from "./shared.js";
import { type StudioState, store } from "./store.js";
import { en } from "./text/en.js";
import type { Mark } from "./time-left.js";
import type { Failure } from "./worker/protocol.js";

export interface RunState {
  readonly phase: "idle" | "running" | "opening" | "done" | "cancelled" | "failed";
  /** What the library says it is doing. */
  readonly label: string;
  /** How far it was when, since it started. */
  readonly marks: readonly Mark[];
  /** When it started, by `performance.now()`. */
  readonly startedAt: number;
  /** Seconds it took, once it ended. */
  readonly seconds: number | null;
  readonly failure: Failure | null;
  /** What is audited, and the audit it became: tells whether the page has moved on since. */
  readonly about: Pick<StudioState, "files" | "configuration" | "opened"> | null;
}

const IDLE: RunState = { phase: "idle", label: "", marks: [], startedAt: 0, seconds: null, failure: null, about: null };
const state = shared(IDLE);
let worker: JobWorker | null = null;

export const useRun = state.use;

export function runSeconds({ startedAt }: RunState): number {
  return (performance.now() - startedAt) / 1000;
}

/** Starts an audit of the files with the configuration of the store; does nothing while one is running. */
export async function startRun(): Promise<void> {
  if (store.get().isRunning) return;
  const { files, configuration } = store.get();
  const own = openJobWorker();
  worker = own;
  store.set({ isRunning: true });
  const about = { files, configuration, opened: null };
  set({ ...IDLE, phase: "running", label: en.run.starting, startedAt: performance.now(), about });
  const isCurrent = () => worker === own;
  const { port1, port2 } = new MessageChannel();
  const fitters = openFitters();
  for (const { ended } of fitters) {
    ended.catch((error) => {
      if (!isCurrent()) return; // ended with the audit
      end("failed", failureOf(error));
      own.end();
    });
  }
  try {
    await jobs.call("audit", "lend", { port: port1 }, { transfer: [port1] });
    await own.call(
      "audit",
      "run",
      { port: port2, configuration, fitters: fitters.map(({ port }) => port) },
      {
        transfer: [port2, ...fitters.map(({ port }) => port)],
        onProgress: ({ done, total, label }) => isCurrent() && advance(done / total, label),
      },
    );
    if (!isCurrent()) return;
    set({ ...state.get(), phase: "opening", label: en.run.opening });
    const opened = await jobs.call("audit", "collect", undefined);
    if (!isCurrent()) return;
    store.set({ opened, basis: { opened, files, configuration } });
    set({ ...state.get(), about: { ...about, opened } });
    end("done", null);
  } catch (error) {
    if (isCurrent()) end("failed", failureOf(error));
  } finally {
    own.end();
    for (const { worker: fitting } of fitters) fitting.end();
  }
}

/** The most workers that fit: each holds kernels, code and people of its own. */
const MOST_FITTERS = 8;

/** A worker per core for the fits of an audit, none on one core; `port` leads to it, `ended` tells if it breaks. */
function openFitters() {
  const cores = Math.min(navigator.hardwareConcurrency, MOST_FITTERS);
  return Array.from({ length: cores > 1 ? cores : 0 }, () => {
    const { port1, port2 } = new MessageChannel();
    const fitting = openJobWorker();
    const ended = fitting.call("audit", "fit", { port: port1 }, { transfer: [port1] });
    return { worker: fitting, port: port2, ended };
  });
}

/** Whether a run that ended is about other files, roles, settings or another audit than the page shows. */
export function isOutdated({ phase, about }: RunState, now: StudioState): boolean {
  if ((phase !== "done" && phase !== "failed") || about === null) return false;
  return !isSameCase(about, now) || (phase === "done" && about.opened !== now.opened);
}

/** Stops the audit; files and configuration stay. One that is done is not stopped: it is being opened. */
export function cancelRun(): void {
  const own = worker;
  if (own === null || state.get().phase !== "running") return;
  end("cancelled", null);
  own.end();
  jobs.call("audit", "release", undefined).catch(tellFailure);
}

function advance(share: number, label: string): void {
  const now = state.get();
  const isFurther = share > (now.marks.at(-1)?.share ?? -1);
  set({ ...now, label, marks: isFurther ? [...now.marks, { at: runSeconds(now), share }] : now.marks });
}

function end(phase: RunState["phase"], failure: Failure | null): void {
  worker = null;
  store.set({ isRunning: false });
  set({ ...state.get(), phase, failure, seconds: runSeconds(state.get()) });
  const { screen } = routeOf(location.hash);
  document.title = screenTitle(screen);
  if (screen === "run") return; // where it is seen
  if (phase === "done") tell(en.run.doneElsewhere(store.get().opened?.title ?? ""));
  if (phase === "failed") tell(en.run.failedElsewhere(failure?.message ?? ""));
}

function set(next: RunState): void {
  state.set(next);
  if (worker !== null) document.title = en.run.title(percentOf(next));
}

/** Per cent that are done, from 0 to 100. */
export function percentOf({ marks }: RunState): number {
  return Math.floor(100 * (marks.at(-1)?.share ?? 0));
}
