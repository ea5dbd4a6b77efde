import type { FrameSettings } from "../../../../src/measure/trust/live-geometry.js";
import type { JobWorker } from "../../job-worker.js";
import type { DrawnFrame, DrawnPlane, DrawnRegion, PlaneRequest } from "../../worker/geometry-jobs.js";

/** All that a picture follows from. */
export interface Wanted extends PlaneRequest {
  readonly settings: FrameSettings;
}

/** A picture, ready to be drawn. */
export interface Shown {
  /** What was asked for. */
  readonly wanted: Wanted;
  readonly plane: DrawnPlane;
  readonly frame: DrawnFrame;
  readonly region: DrawnRegion;
}

/** Asks the worker for pictures, the newest first; for plane and region of the band only when they changed. */
export function pictureSource(
  jobs: Pick<JobWorker, "call">,
  onShown: (shown: Shown) => void,
  onFailure: (error: unknown) => void,
): (wanted: Wanted) => void {
  let last: Shown | null = null;
  const ask = async (wanted: Wanted): Promise<Shown> => {
    const { settings, axes, aspect, isCloseUp } = wanted;
    const before =
      last?.wanted.axes === axes && last.wanted.aspect === aspect && last.wanted.isCloseUp === isCloseUp ? last : null;
    last = null; // until all of the next has come
    const plane = before?.plane ?? (await jobs.call("geometry", "plane", { axes, aspect, isCloseUp }));
    const wantsRegion = before?.frame.settings.blur !== settings.blur;
    const frame = await jobs.call("geometry", "frame", { settings, wantsRegion });
    if (frame.plane !== plane.number) return ask(wanted); // the worker was asked for another plane meanwhile
    const region = frame.region ?? before?.region;
    if (region === undefined) throw new Error("a frame came without a region");
    last = { wanted, plane, frame, region };
    return last;
  };
  return newestOnly(ask, onShown, onFailure);
}

/**
 * Asks one question at a time. While one is under way, only the newest of the others waits: a slider that moves faster
 * than answers come never builds up a queue of places it has already left.
 */
export function newestOnly<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
  onFailure: (error: unknown) => void,
): (question: Question) => void {
  let waiting: { readonly question: Question } | null = null;
  let isBusy = false;
  const next = () => {
    if (isBusy || waiting === null) return;
    const { question } = waiting;
    waiting = null;
    isBusy = true;
    ask(question)
      .then(onAnswer, onFailure)
      .finally(() => {
        isBusy = false;
        next();
      });
  };
  return (question) => {
    waiting = { question };
    next();
  };
}
