import type { Failed } from "../../findings/quantities.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../math/matrix.js";
import { type NeedsTwo, requireNonNegative, requirePositive, requireWithin } from "../../options.js";
import { orFailure } from "../../surrogate/fitting.js";
import type { Clouds } from "../../surrogate/surrogate.js";
import { type Band, bandOfDistances, settledByBand } from "./band.js";
import { type CloudDistances, distancesToClouds, type Geometry, measureGeometry, type Pair } from "./geometry.js";

export const lensNeedsTwo: NeedsTwo = {
  what: "lens and certificates per person",
  reason: "they are proved for two prototypes only",
};

/** What the theorem's bound is made of, for one class. */
export interface RiskTerms {
  /** W₂²(Q_c, P_c). */
  readonly toClass: number;
  /** W₂²(Q_c, Pcf). */
  readonly toLetters: number;
  /** Radius around the class's rows, */
  readonly epsilon: number;
  /** and around the letters. */
  readonly delta: number;
  /** Weight of the letters' term, in [0, 1]. */
  readonly alpha: number;
  /** Young's constants of the two terms, > 0. */
  readonly eta1: number;
  readonly eta2: number;
}

/**
 * Upper bound of the worst-case risk sup W₂²(μ, Q_c) over all μ within ε of the class and δ of the letters:
 * (1−α)(1+η₁)·W₂²(Q,P) + α(1+η₂)·W₂²(Q,Pcf) + (1−α)(1+1/η₁)·ε² + α(1+1/η₂)·δ².
 */
export function riskBound(terms: RiskTerms): number {
  for (const name of ["toClass", "toLetters", "epsilon", "delta"] as const) requireNonNegative(name, terms[name]);
  impliedLambda(terms); // checks its own
  const { toClass, toLetters, epsilon, delta, alpha, eta1, eta2 } = terms;
  return (
    (1 - alpha) * ((1 + eta1) * toClass + (1 + 1 / eta1) * epsilon * epsilon) +
    alpha * ((1 + eta2) * toLetters + (1 + 1 / eta2) * delta * delta)
  );
}

/** The λ whose prototype minimises that bound: α(1+η₂) / ((1−α)(1+η₁) + α(1+η₂)). */
export function impliedLambda({ alpha, eta1, eta2 }: Pick<RiskTerms, "alpha" | "eta1" | "eta2">): number {
  requireWithin("alpha", alpha, 0, 1);
  requirePositive("eta1", eta1);
  requirePositive("eta2", eta2);
  return (alpha * (1 + eta2)) / ((1 - alpha) * (1 + eta1) + alpha * (1 + eta2));
}

/** 2(ε + W)·W: how fast the worst-case risk can change along the geodesic from the class to the letters. */
export function lipschitzConstant(epsilon: number, radius: number): number {
  return 2 * (epsilon + radius) * radius;
}

/**
 * The tolerances of the audit. ε_c = √(v_c / n_c): the mean of n_c people drawn at random lies about that far from the
 * mean of all, so evidence errs by this much by chance alone. δ_c = W₂(P_c, Pcf): a class lies no farther from the
 * letters than its observed rows do.
 */
export function auditTolerances({ squared, variances, rows }: Geometry): {
  readonly epsilon: Pair;
  readonly delta: Pair;
} {
  return {
    epsilon: [Math.sqrt(variances[0] / rows[0]), Math.sqrt(variances[1] / rows[1])],
    delta: [Math.sqrt(squared[0]), Math.sqrt(squared[1])],
  };
}

/**
 * Each person's certificate: the smallest ε for which the lenses of both classes allow one distance to x, so that
 * either class may be the nearer one. Every μ with W₂(μ,P_c) ≤ ε and W₂(μ,Pcf) ≤ δ_c has W₂(δₓ,μ) in
 * [max(d_c−ε, d′−δ_c), min(d_c+ε, d′+δ_c)]; below the certificate these two intervals are apart, and the class with the
 * nearer rows is the nearer one for every such pair. Each condition for an overlap is linear in ε, so the certificate
 * is their maximum.
 */
export function certificates(
  { rejected, accepted, letters }: CloudDistances,
  delta: readonly [number, number],
): Float64Array {
  const nearest = Math.min(delta[0], delta[1]);
  return Float64Array.from(rejected, (squared, i) => {
    const d0 = Math.sqrt(squared);
    const d1 = Math.sqrt(accepted[i]!);
    const toLetters = Math.sqrt(letters[i]!);
    return Math.max(
      0,
      Math.abs(d0 - d1) / 2, // d_a − ε ≤ d_b + ε
      Math.max(d0, d1) - toLetters - nearest, // d_a − ε ≤ d′ + δ_b
      toLetters - nearest - Math.min(d0, d1), // d′ − δ_a ≤ d_b + ε
    );
  });
}

export interface SettledRows extends Band {
  /** 1 where every λ accepts, 0 where every λ rejects, −1 where they differ. */
  readonly settled: Int8Array;
  /** The smallest evidence error that would let the decision change. */
  readonly certificates: Float64Array;
}

/** Clouds that were measured once, so that rows can be asked about one after the other at no cost. */
export interface SettlingRule {
  readonly failure: null;
  settle(x: Matrix): SettledRows;
}

/** Measures the clouds for `settle`, or says why it cannot: no letters, or classes that are not separated. */
export function settlingRule(clouds: Clouds, kernels: Kernels): SettlingRule | Failed {
  const geometry = orFailure(() => measureGeometry(clouds, kernels));
  if ("failure" in geometry) return geometry;
  const { delta } = auditTolerances(geometry);
  return {
    failure: null,
    settle(x) {
      const distances = distancesToClouds(geometry, x);
      const band = bandOfDistances(distances, geometry.squared, geometry.lambda);
      return { ...band, settled: settledByBand(band), certificates: certificates(distances, delta) };
    },
  };
}

/** Band and certificate of each encoded row; null without letters or where classes are not separated. */
export function settledPeople(clouds: Clouds, x: Matrix, kernels: Kernels): SettledRows | null {
  const rule = settlingRule(clouds, kernels);
  return rule.failure === null ? rule.settle(x) : null;
}
