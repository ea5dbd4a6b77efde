import * as v from "valibot";
import { count, finiteNumbers, positiveNumber, readModelPart } from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, matrix, row, stackRows } from "../math/matrix.js";
import { exp } from "../math/special.js";
import { type OptionsOf, or, positive, settle } from "../options.js";
import { mixingWeights } from "../prototypes/mixing-weights.js";
import { surrogateMethod } from "./clouds.js";
import { boundedRows, surrogateOf } from "./score.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";

const table = {
  /** Standard deviation h of the kernel exp(−‖x − y‖² / 2h²). @default median distance between different rows */
  bandwidth: or(undefined, positive(1)),
};

/** What `toJSON` of the fitted surrogate gives: points row by row, and their weights in both prototypes. */
export const prototypeMmdData = v.strictObject({
  bandwidth: positiveNumber,
  columns: count,
  points: finiteNumbers(),
  weights: v.strictTuple([finiteNumbers(), finiteNumbers()]),
});

interface KernelPrototypes {
  readonly points: Matrix;
  readonly weights: readonly [Float64Array, Float64Array];
  readonly bandwidth: number;
}

/**
 * Prototypes and mixing weights by maximum mean discrepancy in place of W₂: the paper's ablation "RBF-MMD". The
 * minimiser of (1−λ)·MMD²(Q, D_c) + λ·MMD²(Q, D_cf) over all measures is the mixture (1−λ)·D_c + λ·D_cf itself, with λ
 * by the paper's formula from the two MMD² of the letters. margin = MMD(δₓ, Q₀) − MMD(δₓ, Q₁); a tie accepts.
 */
export function prototypeMmd(given: OptionsOf<typeof table> = {}): SurrogateMethod {
  const { bandwidth: wanted } = settle("prototype-mmd", table, given);
  return surrogateMethod({
    name: "prototype-mmd",
    usesLetters: true,
    fit: (clouds, kernels) => mmdRule(mixPrototypes(clouds, wanted, kernels), kernels),
    revive(data, kernels) {
      const { bandwidth, columns, points, weights } = readModelPart(prototypeMmdData, data, "surrogate");
      const rows = weights[0].length;
      readModelPart(finiteNumbers(rows), weights[1], "surrogate.weights[1]");
      readModelPart(finiteNumbers(rows * columns), points, "surrogate.points");
      const both = [Float64Array.from(weights[0]), Float64Array.from(weights[1])] as const;
      return mmdRule({ points: matrix(rows, columns, points), weights: both, bandwidth }, kernels);
    },
  });
}

function mixPrototypes(clouds: Clouds, given: number | undefined, kernels: Kernels): KernelPrototypes {
  const { rejected, accepted, counterfactual } = clouds;
  const points = stackRows(rejected, accepted, counterfactual);
  const squared = kernels.squaredDistances(points, points);
  const bandwidth = given ?? medianDistance(squared);
  const uniform = (start: number, rows: number) => new Float64Array(points.rows).fill(1 / rows, start, start + rows);
  const zero = uniform(0, rejected.rows);
  const one = uniform(rejected.rows, accepted.rows);
  const letters = uniform(rejected.rows + accepted.rows, counterfactual.rows);
  const similarity = gaussian(squared, bandwidth);
  const toLetters = (own: Float64Array) => letters.map((value, i) => value - own[i]!);
  const squaredMmd = (own: Float64Array) => quadraticForm(similarity, toLetters(own));
  const lambda = mixingWeights(squaredMmd(zero), squaredMmd(one));
  const mixed = (own: Float64Array, share: number) => own.map((value, i) => (1 - share) * value + share * letters[i]!);
  return { points, weights: [mixed(zero, lambda[0]), mixed(one, lambda[1])], bandwidth };
}

function mmdRule({ points, weights, bandwidth }: KernelPrototypes, kernels: Kernels): Surrogate {
  const own = gaussian(kernels.squaredDistances(points, points), bandwidth);
  const norms = [quadraticForm(own, weights[0]), quadraticForm(own, weights[1])] as const;
  return surrogateOf({
    method: "prototype-mmd",
    columns: points.columns,
    margins(x) {
      const similarity = gaussian(kernels.squaredDistances(boundedRows(x), points), bandwidth);
      return Float64Array.from({ length: x.rows }, (_, i) => marginOf(row(similarity, i), weights, norms));
    },
    toJSON: () => ({
      bandwidth,
      columns: points.columns,
      points: Array.from(points.values),
      weights: weights.map((list) => Array.from(list)),
    }),
  });
}

/** D₀ − D₁ as (D₀² − D₁²) / (D₀ + D₁), with D_c² = 1 − 2·Σⱼ w_cⱼ·k(x, pⱼ) + ‖Q_c‖². */
function marginOf(
  similarity: Float64Array,
  [w0, w1]: KernelPrototypes["weights"],
  [norm0, norm1]: readonly [number, number],
): number {
  let toZero = 0;
  let toOne = 0;
  for (let j = 0; j < similarity.length; j++) {
    toZero += w0[j]! * similarity[j]!;
    toOne += w1[j]! * similarity[j]!;
  }
  const d0 = Math.sqrt(Math.max(0, 1 - 2 * toZero + norm0));
  const d1 = Math.sqrt(Math.max(0, 1 - 2 * toOne + norm1));
  const difference = 2 * (toOne - toZero) + norm0 - norm1;
  return d0 + d1 > 0 ? difference / (d0 + d1) : difference;
}

function gaussian(squared: Matrix, bandwidth: number): Matrix {
  const precision = 0.5 / (bandwidth * bandwidth);
  return { ...squared, values: squared.values.map((value) => exp(-precision * value)) };
}

/** wᵀ·K·w. */
function quadraticForm(similarity: Matrix, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < similarity.rows; i++) {
    let rowSum = 0;
    for (let j = 0; j < similarity.columns; j++) rowSum += weights[j]! * similarity.values[i * similarity.columns + j]!;
    sum += weights[i]! * rowSum;
  }
  return sum;
}

/** Median of the distances above 0, the lower of two; 1 when all rows coincide. */
function medianDistance(squared: Matrix): number {
  const positive = squared.values.filter((value) => value > 0).sort();
  return positive.length === 0 ? 1 : Math.sqrt(positive[(positive.length - 1) >> 1]!);
}
