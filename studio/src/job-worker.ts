import { messageOf } from "./message-of.js";
import { spawnWorker } from "./spawn.js";
import { en } from "./text/en.js";
import type { Areas } from "./worker/areas.js";
import type { Failure, JobProgress, Message } from "./worker/protocol.js";

type Args<Job> = Job extends (session: never, args: infer A, ...rest: never[]) => unknown ? A : undefined;
type Answer<Job> = Job extends (...args: never[]) => infer R ? Awaited<R> : never;

export interface AskOptions {
  readonly onProgress?: (progress: JobProgress) => void;
  /** Buffers and ports to give away instead of copying. */
  readonly transfer?: Transferable[];
}

/** A job that did not end well: the library's code, words and place. */
export class JobError extends Error {
  override readonly name = "JobError";
  readonly code: string;
  readonly place: Failure["place"];
  constructor({ code, message, place }: Failure) {
    super(message);
    this.code = code;
    this.place = place;
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof JobError) return { code: error.code, message: error.message, place: error.place };
  return { code: "UNEXPECTED", message: messageOf(error), place: {} };
}

export interface JobWorker {
  /** Asks for a job of an area; rejects with a JobError. */
  call<Area extends keyof Areas, Job extends keyof Areas[Area]>(
    area: Area,
    job: Job,
    args: Args<Areas[Area][Job]>,
    options?: AskOptions,
  ): Promise<Answer<Areas[Area][Job]>>;
  /** Ends the worker at once; what was asked and not answered rejects with code ABORTED. */
  end(): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: JobError) => void;
  readonly onProgress: AskOptions["onProgress"];
}

export function openJobWorker(): JobWorker {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const failAll = (failure: Failure) => {
    for (const { reject } of waiting.values()) reject(new JobError(failure));
    waiting.clear();
  };
  const take = ({ data }: MessageEvent<Message>) => {
    const asked = waiting.get(data.id);
    if (asked === undefined) return;
    if (data.kind === "progress") {
      asked.onProgress?.(data.progress);
      return;
    }
    waiting.delete(data.id);
    if (data.kind === "result") asked.resolve(data.result);
    else asked.reject(new JobError(data.failure));
  };
  const stop = (message: string) =>
    failAll({ code: "UNEXPECTED", message: message || en.app.workerStopped, place: {} });
  const started = spawnWorker().then((worker) => {
    worker.addEventListener("message", take);
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      stop(event.message);
    });
    return worker;
  });
  started.catch(() => undefined); // whoever asks for a job is told
  return {
    call: (area, job, args, { onProgress, transfer = [] } = {}) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve: resolve as Waiting["resolve"], reject, onProgress });
        const message = { id: last, area, job, args };
        started.then((worker) => worker.postMessage(message, transfer)).catch((error) => stop(messageOf(error)));
      }),
    end: () => {
      void started.then((worker) => worker.terminate());
      failAll({ code: "ABORTED", message: en.run.cancelled, place: {} });
    },
  };
}

/** The main worker: holds the evidence and the open audit as long as the page lives. */
export const jobs: JobWorker = openJobWorker();
