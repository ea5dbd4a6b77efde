import { AuditError } from "../errors.js";
import type { Kernels } from "../kernels/kernels.js";
import { selectRows } from "../math/matrix.js";
import { seededRandom } from "../math/random.js";
import { requireInteger, withDefaults } from "../options.js";
import { fitPrototypes, resolvePrototypeOptions } from "../prototypes/fit.js";
import { canonicalClouds, requireLetters } from "./clouds.js";
import { dealFolds, splitByFold } from "./folds.js";
import { prototypeRule, squaredDifferences } from "./prototype-rule.js";
import { fittedRecast, RECAST_DEFAULTS, type RecastMethod, type RecastOptions, reviveRecast } from "./recast.js";
import type { Clouds } from "./surrogate.js";
import { chooseThreshold, type LabelledValues } from "./threshold.js";

export interface RecastCalibratedOptions extends RecastOptions {
  /** Folds of the cross-validation that chooses the offset; fewer when a class is smaller. @default 5 */
  readonly folds?: number;
  /**
   * Whether letters count as accepted rows when the offset is chosen. They lie near the boundary by design, and drag
   * it towards the rejected side. @default false
   */
  readonly offsetFromLetters?: boolean;
}

/**
 * The direction of `recast` with an offset learnt from the evidence. The squared distances differ by a function linear
 * in x, D₀² − D₁², so an offset shifts the boundary without turning it; the total variances, which push `recast`
 * towards the tighter class, no longer decide where it lies.
 *
 * Stratified folds, a person's letters with the person; out-of-fold values of D₀² − D₁² of the observations are pooled,
 * and the offset is the middle of the gap with the fewest errors, both classes weighing the same.
 */
export function recastCalibrated(given: RecastCalibratedOptions = {}): RecastMethod {
  const defaults: Required<RecastCalibratedOptions> = { ...RECAST_DEFAULTS, folds: 5, offsetFromLetters: false };
  const all = withDefaults("recast-calibrated", defaults, given);
  const { folds, offsetFromLetters, ...options } = all;
  resolvePrototypeOptions(options);
  requireInteger("folds", folds, 2);
  return {
    name: "recast-calibrated",
    usesLetters: true,
    fit(given, kernels) {
      requireLetters("recast-calibrated", given);
      const clouds = canonicalClouds(given);
      const threshold = chooseThreshold(outOfFoldValues(clouds, kernels, all));
      const fit = fitPrototypes(clouds, kernels, options);
      return fittedRecast("recast-calibrated", fit, kernels, -threshold);
    },
    revive: (data, kernels) => reviveRecast("recast-calibrated", data, kernels),
  };
}

/** D₀² − D₁² of every row under prototypes fitted without its fold. */
function outOfFoldValues(
  clouds: Clouds,
  kernels: Kernels,
  { folds: wantedFolds, offsetFromLetters, ...options }: Required<RecastCalibratedOptions>,
): LabelledValues {
  const { rejected, accepted, counterfactual } = clouds;
  const folds = Math.min(wantedFolds, rejected.rows, accepted.rows);
  if (folds < 2 || counterfactual.rows < 2) {
    throw new AuditError(
      "CLASS_TOO_SMALL",
      `recast-calibrated needs at least 2 rejected rows, 2 accepted rows and 2 letters to choose its offset, got ` +
        `${rejected.rows}, ${accepted.rows} and ${counterfactual.rows}; use recast, or collect more`,
    );
  }
  const random = seededRandom(options.seed, "recast-calibrated");
  const rejectedFold = dealFolds(rejected.rows, folds, random);
  const acceptedFold = dealFolds(accepted.rows, folds, random, rejected.rows);
  const ownFold = dealFolds(counterfactual.rows, folds, random);
  const letterFold = clouds.pairOf.map((person, k) => (person < 0 ? ownFold[k]! : rejectedFold[person]!));
  // The exact barycenter decides as its closed form does, which needs no support points.
  const solver = options.solver === "exact" ? "closed-form" : options.solver;

  const values: number[] = [];
  const labels: number[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const zero = splitByFold(rejectedFold, fold);
    const one = splitByFold(acceptedFold, fold);
    const letters = splitByFold(letterFold, fold);
    if (letters.kept.length === 0) continue; // every letter is in this fold: nothing to fit on
    const training = {
      rejected: selectRows(rejected, zero.kept),
      accepted: selectRows(accepted, one.kept),
      counterfactual: selectRows(counterfactual, letters.kept),
    };
    const rule = prototypeRule(fitPrototypes(training, kernels, { ...options, solver }).prototypes);
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
