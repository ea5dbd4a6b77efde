import { fitEncoder } from "../../encode/encoder.js";
import type { Scaling } from "../../encode/scaling.js";
import { AuditError, requireRunning } from "../../errors.js";
import type { Evidence } from "../../input/evidence.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../math/matrix.js";
import { seededRandom } from "../../math/random.js";
import { type ProgressOptions, requireInteger, withDefaults } from "../../options.js";
import { type CanonicalEvidence, canonicalEvidence, selectEvidence } from "../../surrogate/canonical-evidence.js";
import { canonicalClouds, encodeClouds } from "../../surrogate/clouds.js";
import { dealFolds, splitByFold } from "../../surrogate/folds.js";
import type { Surrogate, SurrogateMethod } from "../../surrogate/surrogate.js";
import { type MethodTrust, type OutOfFold, summariseTrust } from "./trust.js";

export interface CrossValidationOptions extends ProgressOptions {
  /** Parts the people are dealt into; fewer when a class has fewer rows. @default 5 */
  readonly folds?: number;
  /** How often everything is dealt anew; results are averages over the deals. @default 1 */
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

/** One split of canonical evidence: rows of the observations and of the letters. */
interface Split {
  readonly people: { readonly heldOut: Int32Array; readonly kept: Int32Array };
  readonly letters: { readonly heldOut: Int32Array; readonly kept: Int32Array };
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
 * Stratified k-fold cross-validation of every method on the same folds. A held-out person takes their letters along; a
 * letter of an unknown person is dealt by itself. The encoder is fitted anew without the held-out rows. A method that
 * cannot be fitted in some fold is reported as failed, with the reason, and the others go on.
 *
 * Folds depend on the content of the rows and the seed, not on the order of the rows.
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
  const folds = possibleFolds(evidence.decisions, options.folds);
  const runs = methods.map((method) => startRun(method, evidence));
  const total = options.repeats * folds * runs.length;
  let done = 0;

  for (let repeat = 0; repeat < options.repeats; repeat++) {
    const splits = dealSplits(evidence, folds, options.seed, repeat);
    for (const [fold, split] of splits.entries()) {
      const training = selectEvidence(evidence, split.people.kept, split.letters.kept);
      const encoder = fitEncoder(training.schema.features, [training.observations, training.letters], {
        scaling: options.scaling,
      });
      const clouds = canonicalClouds(encodeClouds(encoder, training)); // once for all methods
      const observations = encoder.encode(evidence.observations);
      const letters = encoder.encode(evidence.letters);
      for (const run of runs) {
        requireRunning(options.signal);
        options.onProgress?.(done++, total, `${run.method.name}, fold ${fold + 1} of ${folds}`);
        if (run.failure !== null) continue;
        try {
          const surrogate = run.method.fit(clouds, kernels);
          recordAnswers(run, split, evidence, surrogate, observations, letters);
        } catch (error) {
          run.failure = failureOf(error, fold, folds);
        }
      }
    }
  }
  requireRunning(options.signal);
  options.onProgress?.(total, total, "cross-validation done");
  return {
    folds,
    repeats: options.repeats,
    seed: options.seed,
    methods: runs.map((run) => summariseTrust(run, evidence, people, options.repeats)),
  };
}

function possibleFolds(decisions: Uint8Array, wanted: number): number {
  const accepted = decisions.reduce((sum, decision) => sum + decision, 0);
  const rejected = decisions.length - accepted;
  if (accepted === 0 || rejected === 0) {
    throw new AuditError(
      "SINGLE_CLASS",
      `cross-validation needs rejected and accepted rows, got ${rejected} rejected and ${accepted} accepted; ` +
        "check the favourable value of the decision column",
    );
  }
  if (accepted < 2 || rejected < 2) {
    throw new AuditError(
      "CLASS_TOO_SMALL",
      `cross-validation needs at least 2 rejected and 2 accepted rows, got ${rejected} and ${accepted}; collect more decisions`,
    );
  }
  return Math.min(wanted, accepted, rejected);
}

function startRun(method: SurrogateMethod, { observations, letters }: Evidence): OutOfFold {
  return {
    method,
    accepted: new Float64Array(observations.rows),
    margins: new Float64Array(observations.rows),
    scores: new Float64Array(observations.rows),
    lettersAccepted: new Float64Array(letters.rows),
    lettersConsistent: new Float64Array(letters.rows),
    failure: null,
  };
}

/** Deals rejected people, accepted people and letters of unknown people, each by a stream of its own. */
function dealSplits({ decisions, letterOf }: CanonicalEvidence, folds: number, seed: number, repeat: number): Split[] {
  const foldOf = new Int32Array(decisions.length);
  let dealt = 0;
  for (const decision of [0, 1]) {
    const own = Int32Array.from(decisions.keys()).filter((i) => decisions[i] === decision);
    const random = seededRandom(seed, `cross-validate/${repeat}/${decision}`);
    dealFolds(own.length, folds, random, dealt).forEach((fold, k) => {
      foldOf[own[k]!] = fold;
    });
    dealt += own.length;
  }
  const alone = dealFolds(letterOf.length, folds, seededRandom(seed, `cross-validate/${repeat}/letters`));
  const letterFold = letterOf.map((person, k) => (person < 0 ? alone[k]! : foldOf[person]!));
  return Array.from({ length: folds }, (_, fold) => ({
    people: splitByFold(foldOf, fold),
    letters: splitByFold(letterFold, fold),
  }));
}

function recordAnswers(
  run: OutOfFold,
  split: Split,
  { decisions, letterOf }: Evidence,
  surrogate: Surrogate,
  observations: Matrix,
  letters: Matrix,
): void {
  const answers = surrogate.margins(observations);
  const scores = surrogate.scores(observations);
  const letterAnswers = surrogate.margins(letters);
  for (const i of split.people.heldOut) {
    run.margins[i]! += answers[i]!;
    run.scores[i]! += scores[i]!;
    if (answers[i]! >= 0) run.accepted[i]! += 1;
  }
  for (const k of split.letters.heldOut) {
    if (letterAnswers[k]! < 0) continue;
    run.lettersAccepted[k]! += 1;
    const person = letterOf[k]!;
    if (decisions[person] === 0 && answers[person]! < 0) run.lettersConsistent[k]! += 1;
  }
}

function failureOf(error: unknown, fold: number, folds: number): OutOfFold["failure"] {
  if (!(error instanceof AuditError) || error.code === "ABORTED") throw error;
  return { code: error.code, message: `fold ${fold + 1} of ${folds}: ${error.message}` };
}
