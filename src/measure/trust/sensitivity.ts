import { requireRunning } from "../../errors.js";
import type { Failure } from "../../findings/quantities.js";
import type { Sensitivity, Variant } from "../../findings/sensitivity.js";
import type { Kernels } from "../../kernels/kernels.js";
import { type ProgressOptions, requireInteger, withDefaults } from "../../options.js";
import { defaultsOf, type Given } from "../../settings/settings.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { type Fitted, type Fitting, fitHere, orFailure } from "../../surrogate/fitting.js";
import type { Grouping } from "../groups/groups.js";
import { drawConclusions, type Followed, gapOf, shareRight, type Tried } from "./conclusions.js";
import { answersOfAll, fitHeldOut } from "./held-out.js";
import { possibleFolds } from "./validation-folds.js";
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
  return fitHere(varying(given, kernels, givenOptions), kernels);
}

/** The same, for whoever does the fits. */
export function* varying(
  given: SensitivityParts,
  kernels: Kernels,
  givenOptions: SensitivityOptions = {},
): Fitting<Sensitivity> {
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
  const fits = yield* fitHeldOut(evidence, method, { folds, scaling, seed, stream: "sensitivity/folds" });
  if ("failure" in fits) return { ...common, variants: [failedVariant(again, fits.failure)], conclusions: [] };
  const own = answersOfAll(fits, answerUnchanged);
  const tried: Tried[] = [{ name: OTHER_FOLDS, answers: own }];
  const described = ({ kind, name, method: by }: Pick<Trial, "kind" | "name" | "method">, found: Uint8Array) => {
    return { kind, name, method: by, agreement: shareRight(found, decisions), gaps: gapsOf(found), failure: null };
  };
  const first = { ...described(again, own), changed: shareDiffering(own, [answers]) };

  const trials = listTrials({ ...parts, fits, unchanged: own, kernels, options });
  const counts: number[] = [];
  const fitted = yield trialFits(trials, counts, options);
  let from = 0;
  const others = trials.map((trial, k): Variant => {
    const took = fitted.slice(from, from + counts[k]!);
    from += took.length;
    const failed = took.find((fit) => "failure" in fit);
    const result = failed ?? orFailure(() => ({ found: trial.read(took as Fitted[]) }));
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

/** The fits of all trials, one trial after the other; `counts` gets how many each has. */
function* trialFits(trials: readonly Trial[], counts: number[], { signal, onProgress }: ProgressOptions) {
  for (const [k, trial] of trials.entries()) {
    requireRunning(signal);
    onProgress?.(k + 1, trials.length + 1, trial.name);
    counts[k] = 0;
    const fits = trial.fits()[Symbol.iterator]();
    for (;;) {
      const next = orFailure(() => fits.next());
      if ("done" in next && next.done === true) break;
      counts[k]! += 1;
      yield "failure" in next ? next : next.value;
      if ("failure" in next) break;
    }
  }
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
