import type { PrototypeSummary } from "../../findings/trust.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../math/matrix.js";
import { fitPrototypes, type PrototypeOptions } from "../../prototypes/fit.js";
import { mixingWeights } from "../../prototypes/mixing-weights.js";
import { moments } from "../../prototypes/prototype.js";
import { canonicalClouds, requireLetters } from "../../surrogate/clouds.js";
import { orFailure } from "../../surrogate/fitting.js";
import type { PrototypeRule } from "../../surrogate/prototype-rule.js";
import { boundedEntry } from "../../surrogate/score.js";
import type { Clouds } from "../../surrogate/surrogate.js";
import { exactTransport } from "../../transport/exact.js";

/** A number for the rejected and one for the accepted. */
export type Pair = readonly [number, number];

/** What distances to prototypes depend on: moments of the three clouds, and the classes' distances to the letters. */
export interface Geometry {
  /** Of the rejected rows, the accepted rows and the letters. */
  readonly means: readonly [Float64Array, Float64Array, Float64Array];
  /** Total variances, in the same order. */
  readonly variances: readonly [number, number, number];
  /** Rejected and accepted rows. */
  readonly rows: Pair;
  /** W₂²(P_c, Pcf) per class. */
  readonly squared: Pair;
  /** (λ₀, λ₁) by the formula. */
  readonly lambda: Pair;
}

/** Squared W₂ distances of people to the three clouds: ‖x − mean‖² + variance, one entry per row. */
export interface CloudDistances {
  readonly rejected: Float64Array;
  readonly accepted: Float64Array;
  readonly letters: Float64Array;
}

/** Measures the clouds once. Throws SINGLE_CLASS, NO_LETTERS or NOT_SEPARATED where there is nothing to measure. */
export function measureGeometry(given: Clouds, kernels: Kernels): Geometry {
  requireLetters("the λ-band", given);
  const { rejected, accepted, counterfactual } = canonicalClouds(given);
  const [zero, one, letters] = [moments(rejected), moments(accepted), moments(counterfactual)] as const;
  const toLetters = (cloud: Matrix) => Math.max(0, exactTransport(cloud, counterfactual, kernels).squaredDistance);
  const squared = [toLetters(rejected), toLetters(accepted)] as const;
  return {
    means: [zero.mean, one.mean, letters.mean],
    variances: [zero.variance, one.variance, letters.variance],
    rows: [rejected.rows, accepted.rows],
    squared,
    lambda: mixingWeights(...squared),
  };
}

/** RECAST's rule at the λ of the formula, from moments alone. */
export function prototypeRuleOf({ means, variances, squared, lambda }: Geometry): PrototypeRule {
  const meanOf = (c: 0 | 1) => means[c].map((value, k) => (1 - lambda[c]) * value + lambda[c] * means[2][k]!);
  const varianceOf = (c: 0 | 1) => {
    const apart = means[c].reduce((sum, value, k) => sum + (value - means[2][k]!) * (value - means[2][k]!), 0);
    const [own, letters] = [1 - lambda[c], lambda[c]];
    return Math.max(0, own * variances[c] + letters * variances[2] + letters * own * (apart - squared[c]));
  };
  return { means: [meanOf(0), meanOf(1)], variances: [varianceOf(0), varianceOf(1)], offset: 0 };
}

export function distancesToClouds({ means, variances }: Geometry, x: Matrix): CloudDistances {
  const to = (part: 0 | 1 | 2) => {
    const mean = means[part];
    const squared = new Float64Array(x.rows).fill(variances[part]);
    for (let i = 0; i < x.rows; i++) {
      for (let k = 0; k < x.columns; k++) {
        const difference = boundedEntry(x.values[i * x.columns + k]!) - mean[k]!;
        squared[i]! += difference * difference;
      }
    }
    return squared;
  };
  return { rejected: to(0), accepted: to(1), letters: to(2) };
}

/**
 * W₂²(δₓ, Q(λ)) on the way from a class to the letters: (1−λ)·d² + λ·d′² − λ(1−λ)·W², with d and d′ the distances of x
 * to the class and to the letters, and W that between the two. Convex in λ.
 */
export function squaredDistanceAt(lambda: number, own: number, letters: number, between: number): number {
  return Math.max(0, (1 - lambda) * own + lambda * letters - lambda * (1 - lambda) * between);
}

/** The margin of person `i` at the mixing weights `lambda`. */
export function marginAt(
  { rejected, accepted, letters }: CloudDistances,
  i: number,
  squared: Pair,
  lambda: Pair,
): number {
  return rootDifference(
    squaredDistanceAt(lambda[0], rejected[i]!, letters[i]!, squared[0]),
    squaredDistanceAt(lambda[1], accepted[i]!, letters[i]!, squared[1]),
  );
}

/** √a − √b from squares, without cancelling. */
export function rootDifference(a: number, b: number): number {
  const sum = Math.sqrt(a) + Math.sqrt(b);
  return sum === 0 ? 0 : (a - b) / sum;
}

export function summarisePrototypes(given: Clouds, kernels: Kernels, options: PrototypeOptions): PrototypeSummary {
  const measured = orFailure(() => {
    requireLetters("recast", given);
    const clouds = canonicalClouds(given);
    const { lambda, squaredDistances } = fitPrototypes(clouds, kernels, options);
    const root = (squared: number) => Math.sqrt(Math.max(0, squared)); // single precision may end below zero
    const distances = {
      rejectedToLetters: root(squaredDistances[0]),
      acceptedToLetters: root(squaredDistances[1]),
      rejectedToAccepted: root(exactTransport(clouds.rejected, clouds.accepted, kernels).squaredDistance),
    };
    return { lambda, distances, failure: null };
  });
  return measured.failure === null ? measured : { lambda: null, distances: null, ...measured };
}
