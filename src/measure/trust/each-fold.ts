import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import type { Scaling } from "../../encode/scaling.js";
import { AuditError, type ErrorCode, requireRunning } from "../../errors.js";
import type { Evidence } from "../../input/evidence.js";
import type { Matrix } from "../../math/matrix.js";
import { seededRandom } from "../../math/random.js";
import type { ProgressOptions } from "../../options.js";
import { selectEvidence, type Unordered } from "../../surrogate/canonical-evidence.js";
import { dealFolds, splitByFold } from "../../surrogate/folds.js";

/** How people are dealt into folds, and how the work is followed. */
export interface FoldOptions extends ProgressOptions {
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
  readonly scaling: Scaling;
}

/** One fold: what a method is fitted on, and everybody in the space of the encoder fitted without the held-out rows. */
export interface Fold<Clouds> {
  readonly clouds: Clouds;
  readonly observations: Matrix;
  readonly letters: Matrix;
  /** Rows of the observations and of the letters that were not fitted on. */
  readonly heldOut: { readonly people: Int32Array; readonly letters: Int32Array };
}

/** A method on its way through the folds. */
export interface FoldRun<Clouds> {
  readonly method: { readonly name: string };
  /** Fits the method and keeps what it answers about held-out rows. */
  answer(fold: Fold<Clouds>): void;
  failure: { readonly code: ErrorCode; readonly message: string } | null;
}

/**
 * Leads every run through the same stratified folds of canonical evidence and returns their number. Letters are held
 * out with their person; a letter of an unknown person is dealt by itself. A method that cannot be fitted in some fold
 * has failed, with the reason, and the others go on.
 */
export function eachFold<Clouds, Some extends Evidence>(
  evidence: Some,
  encode: (encoder: Encoder, training: Unordered<Some>) => Clouds,
  runs: readonly FoldRun<Clouds>[],
  options: FoldOptions,
): number {
  const folds = possibleFolds(evidence, options.folds);
  const total = options.repeats * folds * runs.length;
  let done = 0;
  for (let repeat = 0; repeat < options.repeats; repeat++) {
    for (const [k, { people, letters }] of dealSplits(evidence, folds, options.seed, repeat).entries()) {
      const training = selectEvidence(evidence, people.kept, letters.kept);
      const { features } = training.schema;
      const encoder = fitEncoder(features, [training.observations, training.letters], { scaling: options.scaling });
      const fold = {
        clouds: encode(encoder, training),
        observations: encoder.encode(evidence.observations),
        letters: encoder.encode(evidence.letters),
        heldOut: { people: people.heldOut, letters: letters.heldOut },
      };
      for (const run of runs) {
        requireRunning(options.signal);
        options.onProgress?.(done++, total, `${run.method.name}, fold ${k + 1} of ${folds}`);
        if (run.failure === null) run.failure = failureIn(() => run.answer(fold), `fold ${k + 1} of ${folds}`);
      }
    }
  }
  requireRunning(options.signal);
  options.onProgress?.(total, total, "cross-validation done");
  return folds;
}

function failureIn(step: () => void, where: string): FoldRun<unknown>["failure"] {
  try {
    step();
    return null;
  } catch (error) {
    if (!(error instanceof AuditError) || error.code === "ABORTED") throw error;
    return { code: error.code, message: `${where}: ${error.message}` };
  }
}

function possibleFolds({ decisions, classes }: Evidence, wanted: number): number {
  const names = classes?.names ?? ["rejected", "accepted"];
  const sizes = names.map((_, c) => decisions.filter((decision) => decision === c).length);
  const least = Math.min(...sizes);
  if (least >= 2) return Math.min(wanted, least);
  const found = names.map((name, c) => `${sizes[c]} ${name}`).join(", ");
  if (least === 0) {
    throw new AuditError(
      "SINGLE_CLASS",
      `cross-validation needs rows of every decision, got ${found}; check the favourable value of the decision column`,
    );
  }
  throw new AuditError(
    "CLASS_TOO_SMALL",
    `cross-validation needs at least 2 rows of every decision, got ${found}; collect more decisions, or merge classes`,
  );
}

/** Deals the people of each decision and the letters of unknown people, each by a stream of its own. */
function dealSplits({ decisions, letterOf, classes }: Evidence, folds: number, seed: number, repeat: number) {
  const foldOf = new Int32Array(decisions.length);
  let dealt = 0;
  for (let c = 0; c < (classes?.names.length ?? 2); c++) {
    const own = Int32Array.from(decisions.keys()).filter((i) => decisions[i] === c);
    dealFolds(own.length, folds, seededRandom(seed, `cross-validate/${repeat}/${c}`), dealt).forEach((fold, k) => {
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
