import { requireRunning } from "../../errors.js";
import type { Failure } from "../../findings/quantities.js";
import type { Sensitivity, Variant } from "../../findings/sensitivity.js";
import type { Kernels } from "../../kernels/kernels.js";
import { type ProgressOptions, requireInteger, withDefaults } from "../../options.js";
import { defaultsOf, type Given } from "../../settings/settings.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import type { Grouping } from "../groups/groups.js";
import { drawConclusions, type Followed, gapOf, shareRight, type Tried } from "./conclusions.js";
import { possibleFolds } from "./cross-validate.js";
import { answersOfAll, fitHeldOut } from "./held-out.js";
import { orFailure } from "./trust.js";
import { answerUnchanged, listTrials, type RebuiltParts, type Trial } from "./variants.js";

export interface SensitivityOptions extends ProgressOptions, Given<"seed" | "scaling"> {
  /** Folds of every variant; fewer where a decision has fewer people. @default 3 */
  readonly folds?: number;
  /** How often people are dealt into halves. @default 2 */
  readonly halves?: number;
}

export interface SensitivityParts extends RebuiltParts, Followed {
  readonly groupings: readonly Grouping[];
}

export const OTHER_FOLDS = "other folds, nothing else changed";

const DEFAULTS: Required<SensitivityOptions> = {
  ...defaultsOf("seed", "scaling"),
  folds: 3,
  halves: 2,
  onProgress: undefined,
  signal: undefined,
};

/**
 * Changes one choice at a time and says whose answer changes, and which clear findings the rebuilt model still shows.
 * Every answer about a person, in every variant, comes from a fit that had not seen the person. People are dealt into
 * other folds than the audit's; the first variant changes nothing else, so it tells how much is chance, and only what
 * goes beyond it counts as changed by a choice. What a method chose by its own cross-validation is kept in each fold.
 * Independent of the order of the rows.
 */
export function sensitivity(
  given: SensitivityParts,
  kernels: Kernels,
  givenOptions: SensitivityOptions = {},
): Sensitivity {
  const options = withDefaults("sensitivity", DEFAULTS, givenOptions);
  requireInteger("folds", options.folds, 2);
  requireInteger("halves", options.halves, 0);
  const { scaling, seed, signal, onProgress } = options;
  const parts = inCanonicalOrder(given);
  const { evidence, method, answers } = parts;
  const { decisions, weights } = evidence;
  const attributes = parts.groupings.filter(({ kind }) => kind !== "intersection");
  const gapsOf = (by: Uint8Array) => attributes.map((grouping) => gapOf(grouping, by, weights));
  const folds = possibleFolds(evidence, options.folds);
  const common = { method: method.name, folds, gaps: gapsOf(answers) };
  const again = { kind: "folds", name: OTHER_FOLDS, method: method.name } as const;

  requireRunning(signal);
  onProgress?.(0, 1, OTHER_FOLDS);
  const dealing = { folds, scaling, seed, stream: "sensitivity/folds" };
  const fitted = orFailure(() => ({ fits: fitHeldOut(evidence, method, kernels, dealing) }));
  if ("failure" in fitted) return { ...common, variants: [failedVariant(again, fitted.failure)], conclusions: [] };
  const own = answersOfAll(fitted.fits, answerUnchanged);
  const tried: Tried[] = [{ name: OTHER_FOLDS, answers: own }];
  const described = ({ kind, name, method: by }: Omit<Trial, "run" | "unchanged">, found: Uint8Array) => {
    return { kind, name, method: by, agreement: shareRight(found, decisions), gaps: gapsOf(found), failure: null };
  };
  const first = { ...described(again, own), changed: shareDiffering(own, [answers]) };

  const trials = listTrials({ ...parts, fits: fitted.fits, unchanged: own, kernels, options });
  const others = trials.map((trial, done): Variant => {
    requireRunning(signal);
    onProgress?.(done + 1, trials.length + 1, trial.name);
    const result = orFailure(() => ({ found: trial.run() }));
    if ("failure" in result) return failedVariant(trial, result.failure);
    const { found } = result;
    // another model says nothing about this one, and what changes nothing is no test
    if (trial.method === method.name && shareDiffering(found, [own]) > 0) {
      tried.push({ name: trial.name, answers: found });
    }
    return { ...described(trial, found), changed: shareDiffering(found, trial.unchanged) };
  });
  onProgress?.(1, 1, "sensitivity done");
  const people = { decisions, weights, groupings: parts.groupings };
  return { ...common, variants: [first, ...others], conclusions: drawConclusions(people, parts, answers, tried) };
}

/** Share of people about whom the answer is none of the others. */
function shareDiffering(answers: Uint8Array, others: readonly Uint8Array[]): number {
  return answers.filter((answer, i) => others.every((other) => other[i] !== answer)).length / answers.length;
}

function failedVariant({ kind, name, method }: Pick<Trial, "kind" | "name" | "method">, { message }: Failure): Variant {
  return { kind, name, method, changed: null, agreement: null, gaps: [], failure: message };
}

function inCanonicalOrder(given: SensitivityParts) {
  const { evidence, people } = canonicalEvidence(given.evidence);
  const ordered = (answers: Uint8Array) => Uint8Array.from(people, (i) => answers[i]!);
  return {
    ...given,
    evidence,
    answers: ordered(given.answers),
    recast: given.recast && ordered(given.recast),
    groupings: given.groupings.map((grouping) => {
      return { ...grouping, groupOf: Int32Array.from(people, (i) => grouping.groupOf[i]!) };
    }),
  };
}
