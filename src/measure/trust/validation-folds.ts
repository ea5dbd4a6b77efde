import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import { AuditError } from "../../errors.js";
import { type Evidence, withoutReasons } from "../../input/evidence.js";
import { type Random, seededRandom } from "../../math/random.js";
import type { ProgressOptions } from "../../options.js";
import { defaultsOf, type Given } from "../../settings/settings.js";
import { selectEvidence, type Unordered } from "../../surrogate/canonical-evidence.js";
import { dealFolds, splitByFold } from "../../surrogate/folds.js";

/** Folds, how often they are dealt, the seed, and the scaling of each fold's encoder: as in an audit. */
export interface CrossValidationOptions extends ProgressOptions, Given<"folds" | "repeats" | "seed" | "scaling"> {
  /** Fits methods and encoders without the letters, on the folds that they would have with them. @default false */
  readonly withholdLetters?: boolean;
  /** The same without the reasons. @default false */
  readonly withholdReasons?: boolean;
}

export const VALIDATION_DEFAULTS: Required<CrossValidationOptions> = {
  ...defaultsOf("folds", "repeats", "seed", "scaling"),
  withholdLetters: false,
  withholdReasons: false,
  onProgress: undefined,
  signal: undefined,
};

export type Split = ReturnType<typeof dealSplits>[number] & { readonly name: string };

/** The folds of one repeat, each with its name. */
export function dealRepeat(
  evidence: Evidence,
  { seed, folds }: Required<CrossValidationOptions>,
  repeat: number,
): Split[] {
  const random = (stratum: number | string) => seededRandom(seed, `cross-validate/${repeat}/${stratum}`);
  const splits = dealSplits(evidence, folds, random);
  return splits.map((split, k) => ({ ...split, name: `fold ${k + 1} of ${folds}` }));
}

/** What methods are fitted on where a fold is held out. */
export function trainFold<SomeClouds, Some extends Evidence>(
  evidence: Some,
  { people, letters }: Split,
  encode: (encoder: Encoder, training: Unordered<Some>) => SomeClouds,
  { withholdLetters, withholdReasons, scaling }: Required<CrossValidationOptions>,
) {
  const kept = selectEvidence(evidence, people.kept, withholdLetters ? [] : letters.kept);
  const training = withholdReasons ? withoutReasons(kept) : kept;
  const encoder = fitEncoder(training.schema.features, [training.observations, training.letters], { scaling });
  return { clouds: encode(encoder, training), encoder };
}

/** As many folds as wanted, fewer where a decision has fewer people. */
export function possibleFolds({ decisions, classes }: Evidence, wanted: number): number {
  const names = classes?.names ?? ["rejected", "accepted"];
  const sizes = names.map((_, c) => decisions.filter((decision) => decision === c).length);
  const least = Math.min(...sizes);
  if (least >= 2) return Math.min(wanted, least);
  const found = names.map((name, c) => `${sizes[c]} ${name}`).join(", ");
  const message =
    least === 0
      ? `rows of every decision, got ${found}; check the favourable value of the decision column`
      : `at least 2 rows of every decision, got ${found}; collect more decisions, or merge classes`;
  throw new AuditError(least === 0 ? "SINGLE_CLASS" : "CLASS_TOO_SMALL", `cross-validation needs ${message}`);
}

/** Deals the people of each decision and the letters of unknown people, each by a stream of its own. */
export function dealSplits(
  { decisions, letterOf, classes }: Evidence,
  folds: number,
  random: (stratum: number | string) => Random,
) {
  const foldOf = new Int32Array(decisions.length);
  let dealt = 0;
  for (let c = 0; c < (classes?.names.length ?? 2); c++) {
    const own = Int32Array.from(decisions.keys()).filter((i) => decisions[i] === c);
    for (const [k, fold] of dealFolds(own.length, folds, random(c), dealt).entries()) foldOf[own[k]!] = fold;
    dealt += own.length;
  }
  const alone = dealFolds(letterOf.length, folds, random("letters"));
  const letterFold = letterOf.map((person, k) => (person < 0 ? alone[k]! : foldOf[person]!));
  return Array.from({ length: folds }, (_, fold) => ({
    people: splitByFold(foldOf, fold),
    letters: splitByFold(letterFold, fold),
  }));
}
