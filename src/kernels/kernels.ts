import type { Matrix } from "../math/matrix.js";
import { sigmoid, softplus } from "../math/special.js";

/** Two weighted clouds and the two knobs of the annealed Sinkhorn loop. Weights sum to one on each side. */
export interface SinkhornProblem {
  readonly x: Matrix;
  readonly y: Matrix;
  readonly xWeights: Float64Array;
  readonly yWeights: Float64Array;
  readonly blur: number;
  readonly scaling: number;
}

export interface SinkhornSolution {
  /** S(x, y) in the units of ½‖x − y‖². */
  readonly value: number;
  /** ∂S/∂x, (n, d) row by row; and ∂S/∂y. */
  readonly xGradient: Float64Array;
  readonly yGradient: Float64Array;
  /** Debiased potentials F − P on x and G − Q on y. */
  readonly xPotential: Float64Array;
  readonly yPotential: Float64Array;
}

/** One class of the paper's Algorithm 1: move `initial` to minimise (1−λ)·S(·, cloud) + λ·S(·, anchor) by Adam. */
export interface BarycenterProblem {
  readonly initial: Matrix;
  readonly cloud: Matrix;
  readonly anchor: Matrix;
  readonly lambda: number;
  readonly blur: number;
  readonly scaling: number;
  readonly epochs: number;
  readonly learningRate: number;
}

export interface BarycenterFit {
  readonly points: Matrix;
  /** The loss before each epoch's step. */
  readonly losses: Float64Array;
}

/**
 * What a row asks of its log-odds f: `zero` softplus(f) and `one` softplus(−f), the cross-entropy of a label;
 * `atLeastHalf` max(0, softplus(−f) − ln 2) and `atMostHalf` max(0, softplus(f) − ln 2), 0 on the right side of ½.
 */
export const rowLoss = { zero: 0, one: 1, atLeastHalf: 2, atMostHalf: 3 } as const;

export function lossAt(kind: number, f: number): number {
  const loss = softplus(kind === rowLoss.one || kind === rowLoss.atLeastHalf ? -f : f);
  return kind <= rowLoss.one ? loss : Math.max(0, loss - Math.LN2);
}

/** ∂lossAt/∂f. */
export function slopeAt(kind: number, f: number): number {
  if (kind === rowLoss.one) return -sigmoid(-f);
  if (kind === rowLoss.zero) return sigmoid(f);
  if (kind === rowLoss.atLeastHalf) return f < 0 ? -sigmoid(-f) : 0;
  return f > 0 ? sigmoid(f) : 0;
}

/** A small ReLU net with one output f to train on all rows at once: minimise Σ weightᵢ·lossᵢ by Adam. */
export interface NetProblem {
  readonly x: Matrix;
  /** Outputs of each layer; the last is 1. */
  readonly sizes: readonly number[];
  /** One of `rowLoss` per row. */
  readonly kinds: Uint8Array;
  readonly weights: Float64Array;
  /** Per layer the weights, (inputs, outputs) row by row, then the biases. */
  readonly initial: Float64Array;
  readonly steps: number;
  readonly learningRate: number;
  /** Added to the gradient times the parameter, biases included. */
  readonly decay: number;
}

export interface NetFit {
  readonly parameters: Float64Array;
  /** The loss before each step. */
  readonly losses: Float64Array;
}

/** `mass[k]` goes from row `source[k]` to row `target[k]`; other pairs carry none. Sorted by source, target. */
export interface TransportPlan {
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly mass: Float64Array;
}

/**
 * The numeric core, in two interchangeable sets: WebAssembly (fast; Sinkhorn in single precision) and plain
 * TypeScript (every step in double precision, the reference). Kernels trust their caller: arguments are checked
 * at the public edge.
 */
export interface Kernels {
  readonly name: "wasm" | "reference";
  /** ‖xᵢ − yⱼ‖² for all pairs, by differences, in double precision. */
  squaredDistances(x: Matrix, y: Matrix): Matrix;
  /** −ε · log Σⱼ exp(hⱼ − Cᵢⱼ/ε) for each row i of the cost matrix. */
  softmin(cost: Matrix, h: Float64Array, epsilon: number): Float64Array;
  /** The annealed, debiased Sinkhorn loop with value, gradients and potentials. */
  sinkhorn(problem: SinkhornProblem): SinkhornSolution;
  /** The Adam fits of prototypes, one per problem; they do not depend on each other and may run side by side. */
  fitBarycenters(problems: readonly BarycenterProblem[]): BarycenterFit[];
  /** The column matched to each row in a cheapest perfect matching of a square cost matrix. */
  assignment(cost: Matrix): Int32Array;
  /** A cheapest plan between weights `a` and `b` (equal sums, zeros allowed), by network simplex. */
  transport(cost: Matrix, a: Float64Array, b: Float64Array): TransportPlan;
  /** Full-batch training of a small net. */
  trainNet(problem: NetProblem): NetFit;
  /** (D₀² − D₁² + offset) / (D₀ + D₁) per row, D_c² = ‖x − means_c‖² + variances_c; without a scale the numerator. */
  prototypeMargins(x: Matrix, means: Matrix, variances: readonly [number, number], offset: number): Float64Array;
  /** x · weightsᵀ + bias, (rows, outputs): `weights` is (outputs, columns). */
  weightedSums(x: Matrix, weights: Matrix, bias: Float64Array): Matrix;
}
