import { AuditError } from "../errors.js";
import type { Failed } from "../findings/quantities.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../math/matrix.js";
import { answersOf } from "./score.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";

/** One fit, and rows to ask the fitted surrogate about. It depends on nothing else, so any thread may do it. */
export interface Fit {
  readonly method: SurrogateMethod;
  readonly clouds: Clouds;
  readonly rows: readonly Matrix[];
  /** Whether the surrogate itself is wanted, and not only its answers. @default false */
  readonly keep?: boolean;
}

/** What came of a fit: its margins and scores for each matrix of rows, and the surrogate where it is kept. */
export interface Fitted {
  readonly surrogate: Surrogate | null;
  readonly margins: readonly Float64Array[];
  readonly scores: readonly Float64Array[];
}

/** Something to wait for, such as the rest of a file. It keeps what it finds; nothing comes back in its place. */
export interface Errand {
  readonly errand: () => Promise<void>;
}

type Wanted = Fit | Failed | Errand;

/**
 * Work that needs fits: it gives out fits that do not depend on each other and goes on with what came of them, in the
 * same order. Fits are taken one by one, as somebody is free to do them, so that few are in memory at a time. One that
 * could not even be set up is a failure among them. An errand takes its turn like a fit.
 */
export type Fitting<Result> = Generator<Iterable<Wanted>, Result, readonly (Fitted | Failed)[]>;

const NOTHING: Fitted = { surrogate: null, margins: [], scores: [] };

/** Does one fit; what the evidence does not allow is a failure, anything else is thrown. */
export function doFit({ method, clouds, rows, keep = false }: Fit, kernels: Kernels): Fitted | Failed {
  return orFailure(() => {
    const surrogate = method.fit(clouds, kernels);
    const answers = rows.map((x) => answersOf(surrogate, x));
    const kept = keep ? surrogate : null;
    return {
      surrogate: kept,
      margins: answers.map(({ margins }) => margins),
      scores: answers.map(({ scores }) => scores),
    };
  });
}

/** The surrogate of a fit that was to keep it. */
export function keptSurrogate({ surrogate }: Fitted): Surrogate {
  if (surrogate === null) throw new Error("the surrogate of this fit was not kept");
  return surrogate;
}

/** Does every fit here, one after the other. It cannot wait, so it refuses errands. */
export function fitHere<Result>(work: Fitting<Result>, kernels: Kernels): Result {
  let step = work.next([]);
  while (step.done !== true) {
    const done: (Fitted | Failed)[] = [];
    for (const fit of step.value) {
      if ("errand" in fit) throw new Error("work with errands needs fitWith, which waits for them");
      done.push("failure" in fit ? fit : doFit(fit, kernels));
    }
    step = work.next(done);
  }
  return step.value;
}

/** Others who do fits: threads, or processes elsewhere. */
export interface Fitters {
  /** How many fits they do at a time. */
  readonly count: number;
  /** Does one fit, with the same bits as `doFit`. */
  fit(fit: Fit): Promise<Fitted | Failed>;
}

/** Has others do the fits. What comes of them is put in order, so the result is the same for any number of fitters. */
export async function fitWith<Result>(work: Fitting<Result>, fitters: Fitters): Promise<Result> {
  let step = work.next([]);
  while (step.done !== true) step = work.next(await fitAll(step.value, fitters));
  return step.value;
}

async function fitAll(fits: Iterable<Wanted>, fitters: Fitters): Promise<(Fitted | Failed)[]> {
  const done: (Fitted | Failed)[] = [];
  const open = fits[Symbol.iterator]();
  let taken = 0;
  let isStopped = false;
  const takeTurns = async () => {
    while (!isStopped) {
      const next = open.next();
      if (next.done === true) return;
      const place = taken++;
      done[place] = await doOne(next.value, fitters);
    }
  };
  const turns = Array.from({ length: fitters.count + 1 }, () =>
    // one waits while the others are done
    takeTurns().catch((error: unknown) => {
      isStopped = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(turns);
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  return done;
}

async function doOne(wanted: Wanted, fitters: Fitters): Promise<Fitted | Failed> {
  if ("failure" in wanted) return wanted;
  if (!("errand" in wanted)) return fitters.fit(wanted);
  await wanted.errand();
  return NOTHING;
}

/** Several pieces of work side by side: what each asks for next is asked for together. */
export function* sideBySide<Results extends readonly unknown[]>(
  works: {
    readonly [K in keyof Results]: Fitting<Results[K]>;
  },
): Fitting<Results> {
  const all = works as unknown as readonly Fitting<unknown>[];
  let steps = all.map((work) => work.next([]));
  while (steps.some(({ done }) => done !== true)) {
    const counts = steps.map(() => 0);
    const open = steps;
    const answers = yield (function* () {
      for (const [k, step] of open.entries()) {
        if (step.done === true) continue;
        for (const fit of step.value) {
          counts[k]! += 1;
          yield fit;
        }
      }
    })();
    let from = 0;
    steps = open.map((step, k) => {
      if (step.done === true) return step;
      const own = answers.slice(from, from + counts[k]!);
      from += counts[k]!;
      return all[k]!.next(own);
    });
  }
  return steps.map(({ value }) => value) as unknown as Results;
}

/** Does `here` in this thread once the first fits of the work are given out: others may be busy with them. */
export function* meanwhile<Result, Own>(work: Fitting<Result>, here: () => Own): Fitting<readonly [Result, Own]> {
  let own: { readonly value: Own } | null = null;
  let step = work.next([]);
  while (step.done !== true) {
    const fits = step.value;
    const done = yield (function* () {
      yield* fits;
      own ??= { value: here() };
    })();
    step = work.next(done);
  }
  return [step.value, (own ?? { value: here() }).value];
}

/** The result, or the reason why the evidence does not give one. Forwards a request to stop. */
export function orFailure<T extends object>(step: () => T): T | Failed {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof AuditError) || error.code === "ABORTED") throw error;
    return { failure: { code: error.code, message: error.message } };
  }
}
