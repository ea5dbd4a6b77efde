import * as v from "valibot";
import {
  finiteNumber,
  finiteNumbers,
  nonNegativeNumber,
  readModelPart,
  shareNumber,
} from "../classifiers/model-data.js";
import { AuditError } from "../errors.js";
import type { Kernels } from "../kernels/kernels.js";
import { matrix, row, selectRows } from "../math/matrix.js";
import { seededRandom } from "../math/random.js";
import { anything, nonNegative, type OptionsOf, type Settled, settle, whole } from "../options.js";
import {
  type EvidenceClouds,
  fitPrototypes,
  type PrototypeFit,
  type PrototypeSolver,
  prototypeTable,
  resolvePrototypeOptions,
} from "../prototypes/fit.js";
import { moments } from "../prototypes/prototype.js";
import { PROTOTYPE_SOLVERS } from "../prototypes/solvers.js";
import type { Measure } from "../transport/interpolate.js";
import { type CanonicalClouds, surrogateMethod } from "./clouds.js";
import { dealFolds, splitByFold } from "./folds.js";
import { type PrototypeRule, prototypeRule, ruleMargins, squaredDifferences } from "./prototype-rule.js";
import { surrogateOf } from "./score.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";
import { chooseThreshold, type LabelledValues } from "./threshold.js";

/** The rule of two prototypes, with what it was made from. */
export interface RecastSurrogate extends Surrogate {
  readonly solver: PrototypeSolver;
  readonly lambda: readonly [number, number];
  readonly rule: PrototypeRule;
  /** How the prototypes were found; null for a model read from a file. */
  readonly fit: PrototypeFit | null;
  /** Both prototypes with their support points, to explain and draw; null where only their moments are known. */
  readonly prototypes: readonly [Measure, Measure] | null;
}

type RecastMethod = SurrogateMethod<RecastSurrogate>;

const { initial: _, ...recastTable } = prototypeTable;
const { lambda: __, ...sharedTable } = recastTable;
const fixedRatioTable = { ...sharedTable, ratio: nonNegative(0.5) };

/** How the prototypes behind the rule are found; see `fitPrototypes`. */
export type RecastOptions = OptionsOf<typeof recastTable>;

/** Coordinates of a prototype that a model file holds; larger ones are left out, which would make it megabytes. */
const MOST_COORDINATES = 50_000;

const measure = v.strictObject({ points: v.array(finiteNumbers()), weights: v.array(nonNegativeNumber) });
/** What `toJSON` of the fitted surrogate gives, as a schema; files of earlier versions have no prototypes. */
export const recastData = v.strictObject({
  solver: v.picklist(PROTOTYPE_SOLVERS),
  lambda: v.strictTuple([shareNumber, shareNumber]),
  means: v.strictTuple([finiteNumbers(), finiteNumbers()]),
  variances: v.strictTuple([nonNegativeNumber, nonNegativeNumber]),
  offset: finiteNumber,
  prototypes: v.exactOptional(v.strictTuple([measure, measure])),
});

/**
 * The paper's rule: a person belongs to the class whose prototype is nearer in W₂; a tie accepts.
 * margin = W₂(δₓ, Q₀) − W₂(δₓ, Q₁), score = σ(margin).
 */
export function recast(given: RecastOptions = {}): RecastMethod {
  const options = resolvePrototypeOptions(settle("recast", recastTable, given));
  const fit: RecastFit = (clouds, kernels) => partsOf(fitPrototypes(clouds, kernels, options));
  return recastMethod("recast", fit, recastNoLetters);
}

/** `recast` with the same λ/(1−λ) for both classes, whatever the distances say: the paper's first ablation. */
export function recastFixedRatio(given: OptionsOf<typeof fixedRatioTable> = {}): RecastMethod {
  const options = resolvePrototypeOptions(settle("recast-fixed-ratio", fixedRatioTable, given));
  const fit: RecastFit = (clouds, kernels) => partsOf(fitPrototypes(clouds, kernels, options));
  return recastMethod("recast-fixed-ratio", fit, recastNoLetters);
}

/** `recast` without letters: λ = 0, so each prototype is its class of observations; its mean and variance decide. */
export function recastNoLetters(given: Record<string, never> = {}): RecastMethod {
  settle("recast-no-letters", {}, given);
  return recastMethod("recast-no-letters", (clouds) => silentParts(clouds));
}

/** The classes themselves as prototypes: λ = 0. */
function silentParts({ rejected, accepted }: Pick<Clouds, "rejected" | "accepted">, offset = 0): RecastParts {
  const rule = prototypeRule([moments(rejected), moments(accepted)], offset);
  return { solver: "closed-form", lambda: [0, 0], rule, prototypes: null };
}

const calibratedTable = {
  ...recastTable,
  /** Folds of the cross-validation that chooses the offset; fewer when a class is smaller. @default 5 */
  folds: whole(5, 2),
  /**
   * Whether letters count as accepted rows when the offset is chosen. They lie near the boundary by design, and drag
   * it towards the rejected side. @default false
   */
  offsetFromLetters: anything(false),
};

/**
 * The direction of `recast` with an offset learnt from the evidence. The squared distances differ by a function linear
 * in x, D₀² − D₁², so an offset shifts the boundary without turning it; the total variances, which push `recast`
 * towards the tighter class, no longer decide where it lies.
 *
 * Stratified folds, a person's letters with the person; out-of-fold values of D₀² − D₁² of the observations are pooled,
 * and the offset is the middle of the gap with the fewest errors, both classes weighing the same.
 */
export function recastCalibrated(given: OptionsOf<typeof calibratedTable> = {}): RecastMethod {
  const { folds, offsetFromLetters, ...own } = settle("recast-calibrated", calibratedTable, given);
  const options = resolvePrototypeOptions(own);
  const dealt = { folds, offsetFromLetters, seed: options.seed };
  // The exact barycenter decides as its closed form does, which needs no support points.
  const solver = options.solver === "exact" ? "closed-form" : options.solver;
  const fit: RecastFit = (clouds, kernels) => {
    const ruleOf = (training: EvidenceClouds) =>
      prototypeRule(fitPrototypes(training, kernels, { ...options, solver }).prototypes);
    const threshold = chooseThreshold(outOfFoldValues(clouds, ruleOf, { ...dealt, leastLetters: 2 }));
    return partsOf(fitPrototypes(clouds, kernels, options), -threshold);
  };
  const silent: RecastFit = (clouds) => {
    const ruleOf = (training: EvidenceClouds) => silentParts(training).rule;
    return silentParts(clouds, -chooseThreshold(outOfFoldValues(clouds, ruleOf, { ...dealt, leastLetters: 0 })));
  };
  return recastMethod("recast-calibrated", fit, () => recastMethod("recast-calibrated", silent));
}

type RecastParts = Pick<RecastSurrogate, "solver" | "lambda" | "rule" | "prototypes"> & { readonly fit?: PrototypeFit };

type RecastFit = (clouds: CanonicalClouds, kernels: Kernels) => RecastParts;

/** The method that reads letters where `withoutLetters` says what it is without them. */
function recastMethod(name: string, found: RecastFit, withoutLetters?: () => RecastMethod): RecastMethod {
  return surrogateMethod({
    name,
    usesLetters: withoutLetters !== undefined,
    ...(withoutLetters && { withoutLetters }),
    fit: (clouds, kernels) => recastSurrogate(name, found(clouds, kernels), kernels),
    revive: (data, kernels) => recastSurrogate(name, reviveParts(data), kernels),
  });
}

/** The parts that fitted prototypes give; `offset` is added to D₀² − D₁². */
function partsOf(fit: PrototypeFit, offset = 0): RecastParts {
  const { solver, lambda, prototypes } = fit;
  const drawn = prototypes.every(({ points }) => points.rows > 0) ? prototypes : null;
  return { solver, lambda, rule: prototypeRule(prototypes, offset), prototypes: drawn, fit };
}

function recastSurrogate(method: string, parts: RecastParts, kernels: Kernels): RecastSurrogate {
  const { solver, lambda, rule, prototypes } = parts;
  return surrogateOf<Omit<RecastSurrogate, "scores">>({
    fit: null,
    ...parts,
    method,
    columns: rule.means[0].length,
    margins: (x) => ruleMargins(rule, x, kernels),
    toJSON: () => ({
      lambda: [...lambda],
      means: rule.means.map((mean) => Array.from(mean)),
      offset: rule.offset,
      ...(prototypes?.every(({ points }) => points.values.length <= MOST_COORDINATES) && {
        prototypes: prototypes.map(measureData),
      }),
      solver,
      variances: [...rule.variances],
    }),
  });
}

function measureData({ points, weights }: Measure) {
  return {
    points: Array.from({ length: points.rows }, (_, i) => Array.from(row(points, i))),
    weights: Array.from(weights),
  };
}

function reviveParts(data: unknown): RecastParts {
  const { solver, lambda, means, variances, offset, prototypes } = readModelPart(recastData, data, "surrogate");
  const columns = means[0].length;
  readModelPart(finiteNumbers(columns), means[1], "surrogate.means[1]");
  const rule = { means: [Float64Array.from(means[0]), Float64Array.from(means[1])], variances, offset } as const;
  if (prototypes === undefined) return { solver, lambda, rule, prototypes: null };
  const revived = [reviveMeasure(prototypes[0], columns, 0), reviveMeasure(prototypes[1], columns, 1)] as const;
  return { solver, lambda, rule, prototypes: revived };
}

function reviveMeasure({ points, weights }: v.InferOutput<typeof measure>, columns: number, c: number): Measure {
  const at = `surrogate.prototypes[${c}]`;
  readModelPart(v.pipe(v.array(finiteNumbers(columns)), v.length(weights.length)), points, `${at}.points`);
  return { points: matrix(points.length, columns, points.flat()), weights: Float64Array.from(weights) };
}

type Dealt = Pick<Settled<typeof calibratedTable>, "folds" | "offsetFromLetters" | "seed"> & {
  readonly leastLetters: number;
};

/** D₀² − D₁² of every row under prototypes fitted without its fold. */
function outOfFoldValues(
  clouds: Clouds,
  ruleOf: (training: EvidenceClouds) => PrototypeRule,
  { folds: wantedFolds, offsetFromLetters, seed, leastLetters }: Dealt,
): LabelledValues {
  const { rejected, accepted, counterfactual } = clouds;
  const folds = Math.min(wantedFolds, rejected.rows, accepted.rows);
  if (folds < 2 || counterfactual.rows < leastLetters) {
    throw new AuditError(
      "CLASS_TOO_SMALL",
      `recast-calibrated needs at least 2 rejected rows, 2 accepted rows and 2 letters to choose its offset, got ` +
        `${rejected.rows}, ${accepted.rows} and ${counterfactual.rows}; use recast, or collect more`,
    );
  }
  const random = seededRandom(seed, "recast-calibrated");
  const rejectedFold = dealFolds(rejected.rows, folds, random);
  const acceptedFold = dealFolds(accepted.rows, folds, random, rejected.rows);
  const ownFold = dealFolds(counterfactual.rows, folds, random);
  const letterFold = clouds.pairOf.map((person, k) => (person < 0 ? ownFold[k]! : rejectedFold[person]!));
  const values: number[] = [];
  const labels: number[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const zero = splitByFold(rejectedFold, fold);
    const one = splitByFold(acceptedFold, fold);
    const letters = splitByFold(letterFold, fold);
    if (leastLetters > 0 && letters.kept.length === 0) continue; // every letter is in this fold: nothing to fit on
    const training = {
      rejected: selectRows(rejected, zero.kept),
      accepted: selectRows(accepted, one.kept),
      counterfactual: selectRows(counterfactual, letters.kept),
    };
    const rule = ruleOf(training);
    const parts = [
      [selectRows(rejected, zero.heldOut), 0],
      [selectRows(accepted, one.heldOut), 1],
      [selectRows(counterfactual, offsetFromLetters ? letters.heldOut : []), 1],
    ] as const;
    for (const [part, label] of parts) {
      for (const value of squaredDifferences(rule, part)) {
        values.push(value);
        labels.push(label);
      }
    }
  }
  return { values: Float64Array.from(values), labels: Uint8Array.from(labels) };
}
