import type { Failed } from "../../../src/findings/quantities.js";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { type FitAnswer, type FitJob, jobDoer, packFit, unpackAnswer } from "../../../src/surrogate/fit-job.js";
import { doFit, type Fit, type Fitted, type Fitters } from "../../../src/surrogate/fitting.js";

/** What a worker that fits says: the answer, or null where it could not do the job. */
type Reply = FitAnswer | null;

/** Does the fits that come through a port, one after the other, until the worker is ended. */
export function serveFits(port: MessagePort, kernels: Kernels): Promise<never> {
  const doJob = jobDoer(kernels);
  port.onmessage = ({ data }: MessageEvent<FitJob>) => port.postMessage(replyTo(data));
  return new Promise(() => undefined);

  function replyTo(job: FitJob): Reply {
    try {
      return doJob(job);
    } catch {
      return null;
    }
  }
}

/** Fitters behind ports, each doing one fit at a time. What one cannot do is done here, so that its error is real. */
export function portFitters(ports: readonly MessagePort[], kernels: Kernels): Fitters {
  const idle = [...ports];
  const waiting: ((port: MessagePort) => void)[] = [];
  const take = (): Promise<MessagePort> => {
    const port = idle.pop();
    return port === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(port);
  };
  const give = (port: MessagePort) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(port);
    else next(port);
  };
  return {
    count: ports.length,
    async fit(fit: Fit): Promise<Fitted | Failed> {
      const job = packFit(fit);
      if (job === null) return doFit(fit, kernels);
      const port = await take();
      const reply = await new Promise<Reply>((resolve) => {
        port.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
        port.postMessage(job);
      });
      give(port);
      return reply === null ? doFit(fit, kernels) : unpackAnswer(fit, reply, kernels);
    },
  };
}
