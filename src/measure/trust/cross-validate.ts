import type { Encoder } from "../../encode/encoder.js";
import { requireRunning } from "../../errors.js";
import type { Failed, Failure } from "../../findings/quantities.js";
import type { Evidence } from "../../input/evidence.js";
import { selectTableRows } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { measureShare } from "../../math/interval.js";
import { withDefaults } from "../../options.js";
import { settings } from "../../settings/settings.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { canonicalClouds, encodeClouds } from "../../surrogate/clouds.js";
import { type Fitted, type Fitting, fitHere } from "../../surrogate/fitting.js";
import type { SurrogateMethod } from "../../surrogate/surrogate.js";
import { asGiven, type MethodTrust, rightShareOf, total } from "./trust.js";
import {
  type CrossValidationOptions,
  dealRepeat,
  possibleFolds,
  type Split,
  trainFold,
  VALIDATION_DEFAULTS,
} from "./validation-folds.js";

/** How well each method answers for people it was not fitted on. */
export interface CrossValidation {
  /** Folds used, at most those asked for. */
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
  /** In the order the methods were given. */
  readonly methods: readonly MethodTrust[];
}

/**
 * Stratified k-fold cross-validation of every method on the same folds. Letters are held out with their person; a
 * letter of an unknown person is dealt by itself. Folds depend on the content of the rows and the seed, not on the
 * order of the rows. A method that cannot be fitted in some fold has failed, with the reason, and the others go on.
 */
export function crossValidate(
  given: Evidence,
  methods: readonly SurrogateMethod[],
  kernels: Kernels,
  givenOptions: CrossValidationOptions = {},
): CrossValidation {
  return fitHere(validating(given, methods, givenOptions), kernels);
}

/** The same, for whoever does the fits. */
export function* validating(
  given: Evidence,
  methods: readonly SurrogateMethod[],
  givenOptions: CrossValidationOptions = {},
): Fitting<CrossValidation> {
  const options = withDefaults("crossValidate", VALIDATION_DEFAULTS, givenOptions);
  const { repeats, seed, signal, onProgress } = options;
  settings.folds.kind.check("folds", options.folds);
  settings.repeats.kind.check("repeats", repeats);
  const { evidence, people } = canonicalEvidence(given);
  const folds = possibleFolds(evidence, options.folds);
  const inOrder = (encoder: Encoder, training: Evidence) => canonicalClouds(encodeClouds(encoder, training));
  const runs = methods.map((method) => startRun(method, evidence));
  const steps = repeats * folds * methods.length;
  let done = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const splits = dealRepeat(evidence, { ...options, folds }, repeat);
    const answered = yield (function* () {
      for (const split of splits) {
        const { clouds, encoder } = trainFold(evidence, split, inOrder, options);
        const rows = [
          encoder.encode(selectTableRows(evidence.observations, split.people.heldOut)),
          encoder.encode(selectTableRows(evidence.letters, split.letters.heldOut)),
        ];
        for (const method of methods) {
          requireRunning(signal);
          onProgress?.(done++, steps, `${method.name}, ${split.name}`);
          yield { method, clouds, rows };
        }
      }
    })();
    for (const [k, split] of splits.entries()) {
      for (const [m, run] of runs.entries()) take(run, evidence, split, answered[k * runs.length + m]!);
    }
  }
  requireRunning(signal);
  onProgress?.(steps, steps, "cross-validation done");
  return { folds, repeats, seed, methods: runs.map((run) => summarise(run, evidence, people, { folds, repeats })) };
}

/** Sums per row, in canonical order. */
interface Answers {
  readonly accepted: Float64Array;
  readonly margins: Float64Array;
  readonly scores: Float64Array;
  readonly lettersAccepted: Float64Array;
  /** Accepted letters to rejected people whom the same surrogate rejects. */
  readonly lettersConsistent: Float64Array;
}

/** A method on its way through the folds: answers about held-out rows are summed over the repeats. */
interface Run {
  readonly method: SurrogateMethod;
  readonly answers: Answers;
  failure: Failure | null;
}

function startRun(method: SurrogateMethod, { decisions, letterOf }: Evidence): Run {
  const answers: Answers = {
    accepted: new Float64Array(decisions.length),
    margins: new Float64Array(decisions.length),
    scores: new Float64Array(decisions.length),
    lettersAccepted: new Float64Array(letterOf.length),
    lettersConsistent: new Float64Array(letterOf.length),
  };
  return { method, answers, failure: null };
}

/** Adds what a fit answered about the people and letters of its fold; the first failure of a method is kept. */
function take(run: Run, { decisions, letterOf }: Evidence, split: Split, fitted: Fitted | Failed): void {
  if (run.failure !== null) return;
  if ("failure" in fitted) {
    const { code, message } = fitted.failure;
    run.failure = { code, message: `${split.name}: ${message}` };
    return;
  }
  const { answers } = run;
  const [margins, letterMargins] = fitted.margins as [Float64Array, Float64Array];
  const [scores] = fitted.scores as [Float64Array];
  const rejectedHere = new Uint8Array(decisions.length); // rejected people whom this fit rejects
  for (const [place, i] of split.people.heldOut.entries()) {
    answers.margins[i]! += margins[place]!;
    answers.scores[i]! += scores[place]!;
    if (margins[place]! >= 0) answers.accepted[i]! += 1;
    else if (decisions[i] === 0) rejectedHere[i] = 1;
  }
  for (const [place, k] of split.letters.heldOut.entries()) {
    if (letterMargins[place]! < 0) continue;
    answers.lettersAccepted[k]! += 1;
    if (rejectedHere[letterOf[k]!] === 1) answers.lettersConsistent[k]! += 1;
  }
}

/** Turns sums over `repeats` deals into shares; `people` maps canonical rows back to the caller's. */
function summarise(
  { method, answers, failure }: Run,
  { decisions, letterOf }: Evidence,
  people: Int32Array,
  { folds, repeats }: Pick<CrossValidation, "folds" | "repeats">,
): MethodTrust {
  const measureRight = rightShareOf(method.name, folds);
  const measureSide = rightShareOf(method.name, folds, "one side");
  const common = { method: method.name, usesLetters: method.usesLetters && letterOf.length > 0, failure };
  if (failure !== null) {
    const unknown = { agreement: null, letterConsistency: null, lettersAccepted: null };
    const none = new Float64Array(0);
    return { ...common, ...unknown, agreed: none, acceptedShare: none, margins: none, scores: none };
  }
  const counts = [0, 0];
  const right = [0, 0];
  decisions.forEach((decision, i) => {
    counts[decision]! += 1;
    right[decision]! += decision === 1 ? answers.accepted[i]! : repeats - answers.accepted[i]!;
  });
  const overall = measureRight((right[0]! + right[1]!) / repeats, decisions.length);
  const rejected = measureSide(right[0]! / repeats, counts[0]!);
  const accepted = measureSide(right[1]! / repeats, counts[1]!);
  const toRejected = letterOf.filter((person) => decisions[person] === 0).length;
  const means = (sums: Float64Array) =>
    asGiven(
      people,
      sums.map((sum) => sum / repeats),
    );
  const acceptedShare = answers.accepted.map((sum) => sum / repeats);
  return {
    ...common,
    agreement: overall && rejected && accepted && { overall, rejected, accepted },
    letterConsistency: measureShare(total(answers.lettersConsistent) / repeats, toRejected),
    lettersAccepted: measureShare(total(answers.lettersAccepted) / repeats, letterOf.length),
    agreed: asGiven(
      people,
      acceptedShare.map((share, i) => (decisions[i] === 1 ? share : 1 - share)),
    ),
    acceptedShare: asGiven(people, acceptedShare),
    margins: means(answers.margins),
    scores: means(answers.scores),
  };
}
