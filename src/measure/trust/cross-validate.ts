import type { Encoder } from "../../encode/encoder.js";
import type { Scaling } from "../../encode/scaling.js";
import type { Evidence } from "../../input/evidence.js";
import type { Kernels } from "../../kernels/kernels.js";
import { type ProgressOptions, requireInteger, withDefaults } from "../../options.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { canonicalClouds, encodeClouds } from "../../surrogate/clouds.js";
import type { Clouds, Surrogate, SurrogateMethod } from "../../surrogate/surrogate.js";
import { eachFold, type Fold, type FoldRun } from "./each-fold.js";
import { type MethodTrust, type OutOfFold, summariseTrust } from "./trust.js";

export interface CrossValidationOptions extends ProgressOptions {
  /** Parts the people are dealt into; fewer when a class has fewer rows. @default 5 */
  readonly folds?: number;
  /** How often folds are dealt; results are averages over the deals. @default 1 */
  readonly repeats?: number;
  /** @default 0 */
  readonly seed?: number;
  /** Scaling of the encoder fitted in each fold. @default "robust" */
  readonly scaling?: Scaling;
}

/** How well each method answers for people it was not fitted on. */
export interface CrossValidation {
  /** Folds used, at most those asked for. */
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
  /** In the order the methods were given. */
  readonly methods: readonly MethodTrust[];
}

const DEFAULTS: Required<CrossValidationOptions> = {
  folds: 5,
  repeats: 1,
  seed: 0,
  scaling: "robust",
  onProgress: undefined,
  signal: undefined,
};

/**
 * Stratified k-fold cross-validation of every method on the same folds, see `eachFold`. Folds depend on the content of
 * the rows and the seed, not on the order of the rows.
 */
export function crossValidate(
  given: Evidence,
  methods: readonly SurrogateMethod[],
  kernels: Kernels,
  givenOptions: CrossValidationOptions = {},
): CrossValidation {
  const options = withDefaults("crossValidate", DEFAULTS, givenOptions);
  requireInteger("folds", options.folds, 2);
  requireInteger("repeats", options.repeats, 1);
  const { evidence, people } = canonicalEvidence(given);
  const runs = methods.map((method) => startRun(method, evidence, kernels));
  const folds = eachFold(evidence, encodeInOrder, runs, options);
  return {
    folds,
    repeats: options.repeats,
    seed: options.seed,
    methods: runs.map(({ answers, failure }) =>
      summariseTrust({ ...answers, failure }, evidence, people, options.repeats),
    ),
  };
}

/** Clouds that no method has to sort again. */
function encodeInOrder(encoder: Encoder, training: Evidence): Clouds {
  return canonicalClouds(encodeClouds(encoder, training));
}

interface Run extends FoldRun<Clouds> {
  readonly answers: Omit<OutOfFold, "failure">;
}

function startRun(method: SurrogateMethod, evidence: Evidence, kernels: Kernels): Run {
  const { observations, letters } = evidence;
  const answers = {
    method,
    accepted: new Float64Array(observations.rows),
    margins: new Float64Array(observations.rows),
    scores: new Float64Array(observations.rows),
    lettersAccepted: new Float64Array(letters.rows),
    lettersConsistent: new Float64Array(letters.rows),
  };
  return {
    method,
    answers,
    answer: (fold) => recordAnswers(answers, fold, evidence, method.fit(fold.clouds, kernels)),
    failure: null,
  };
}

function recordAnswers(
  into: Run["answers"],
  { heldOut, observations, letters }: Fold<Clouds>,
  { decisions, letterOf }: Evidence,
  surrogate: Surrogate,
): void {
  const margins = surrogate.margins(observations);
  const scores = surrogate.scores(observations);
  const letterMargins = surrogate.margins(letters);
  for (const i of heldOut.people) {
    into.margins[i]! += margins[i]!;
    into.scores[i]! += scores[i]!;
    if (margins[i]! >= 0) into.accepted[i]! += 1;
  }
  for (const k of heldOut.letters) {
    if (letterMargins[k]! < 0) continue;
    into.lettersAccepted[k]! += 1;
    const person = letterOf[k]!;
    if (decisions[person] === 0 && margins[person]! < 0) into.lettersConsistent[k]! += 1;
  }
}
