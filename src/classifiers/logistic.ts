import * as v from "valibot";
import type { Matrix } from "../math/matrix.js";
import { sigmoid, softplus } from "../math/special.js";
import { type OptionsOf, positive, type Settled, settle, whole } from "../options.js";
import { factorInPlace, solveInPlace } from "./cholesky.js";
import { type Classifier, classifier, type FittedClassifier } from "./classifier.js";
import { finiteNumber, finiteNumbers, trainingEntries } from "./model-data.js";
import { outOfRowSpace, rowSpace } from "./row-space.js";

const table = {
  /** λ of the penalty ½·λ·‖w‖² on the summed loss, the intercept left free: 1/C of scikit-learn. @default 1 */
  strength: positive(1),
  /** Stop when no entry of the gradient exceeds this times the total weight of the rows. @default 1e-12 */
  tolerance: positive(1e-12),
  /** Give up, unconverged, after this many Newton steps. @default 100 */
  maxIterations: whole(100, 1),
};
export type LogisticOptions = OptionsOf<typeof table>;

/** A linear rule: log-odds = coefficients · x + intercept. */
export interface FittedLogistic extends FittedClassifier {
  readonly coefficients: Float64Array;
  readonly intercept: number;
}

/** From this many columns, if there are more columns than rows, the rule is sought in the space of the rows. */
const WIDE = 256;

export const logisticData = v.strictObject({
  coefficients: finiteNumbers(),
  intercept: finiteNumber,
  ...trainingEntries,
});

/**
 * L2-regularised logistic regression: minimises Σᵢ ωᵢ·log(1 + e^(−sᵢ·fᵢ)) + ½·λ·‖w‖², with f = w·x + b and s = ±1,
 * by Newton's method with a Cholesky solve, halving a step that does not lower the loss.
 *
 * Strictly convex, so the answer depends on no start and no seed; constant and collinear columns are allowed. With 256
 * columns or more, and fewer rows, the same minimum is sought in the space the rows span: the penalty keeps it there.
 */
export function logistic(given: LogisticOptions = {}): Classifier<FittedLogistic> {
  const options = settle("logistic", table, given);
  return classifier("logistic", (x, labels, weights) => {
    if (x.columns < WIDE || x.columns <= x.rows) return fitLogistic(x, labels, weights, options);
    const space = rowSpace(x);
    const { coefficients, intercept, ...training } = fitLogistic(space.coordinates, labels, weights, options);
    return logisticRule(outOfRowSpace(space, coefficients), intercept, training);
  });
}

export function logisticOf({ coefficients, intercept, ...training }: v.InferOutput<typeof logisticData>) {
  return logisticRule(Float64Array.from(coefficients), intercept, training);
}

export function logisticRule(
  coefficients: Float64Array,
  intercept: number,
  { converged, iterations }: Pick<FittedLogistic, "converged" | "iterations">,
): FittedLogistic {
  const logits = (x: Matrix) => linearValues(x, coefficients, intercept);
  return {
    name: "logistic",
    coefficients,
    intercept,
    converged,
    iterations,
    logits,
    probabilities: (x) => logits(x).map(sigmoid),
    toJSON: () => ({ coefficients: Array.from(coefficients), intercept, converged, iterations }),
  };
}

function fitLogistic(
  x: Matrix,
  labels: ArrayLike<number>,
  omega: Float64Array,
  options: Settled<typeof table>,
): FittedLogistic {
  const totalWeight = omega.reduce((sum, weight) => sum + weight, 0);
  const d = x.columns;
  const size = d + 1; // the intercept comes last
  const columns = columnsWithOnes(x);
  const problem = { x, columns, nonZeros: columns.map(seldom), labels, omega, strength: options.strength };
  let theta = new Float64Array(size);
  let loss = penalisedLoss(problem, theta);
  let converged = false;
  let iterations = 0;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);

  while (iterations < options.maxIterations) {
    derivatives(problem, theta, gradient, hessian);
    if (largest(gradient) <= options.tolerance * totalWeight) {
      converged = true;
      break;
    }
    if (!factorInPlace(hessian, size)) break;
    const step = gradient.slice();
    solveInPlace(hessian, size, step);
    const decrement = dot(gradient, step); // twice the decrease a quadratic loss would see
    iterations++;
    const next = lineSearch(problem, { theta, loss }, step, decrement);
    if (next === null) {
      converged = largest(gradient) <= 1e3 * options.tolerance * totalWeight; // rounding, not the tolerance, ended it
      break;
    }
    theta = next.theta;
    loss = next.loss;
  }
  return logisticRule(theta.slice(0, d), theta[d]!, { converged, iterations });
}

/** What is minimised: rows, their labels and weights ω, and the strength λ of the penalty. */
interface Problem {
  readonly x: Matrix;
  readonly columns: readonly Float64Array[];
  /** Where each column is not 0, if that is seldom. */
  readonly nonZeros: readonly (NonZeros | null)[];
  readonly labels: ArrayLike<number>;
  readonly omega: Float64Array;
  readonly strength: number;
}

/** A rule, intercept last, and its loss. */
interface Place {
  readonly theta: Float64Array<ArrayBuffer>;
  readonly loss: number;
}

/** Halves the Newton step until the loss falls enough; null when no length of it does. */
function lineSearch(problem: Problem, { theta, loss }: Place, step: Float64Array, decrement: number): Place | null {
  // Near the optimum the decrease drowns in rounding of the loss, and Newton's full step is safe.
  const trusted = decrement <= 1e-8 * (1 + loss);
  for (let length = 1; length > 1e-12; length /= 2) {
    const moved = Float64Array.from(theta, (value, k) => value - length * step[k]!);
    const movedLoss = penalisedLoss(problem, moved);
    const falls = movedLoss <= loss - 1e-4 * length * decrement;
    if (falls || (trusted && Number.isFinite(movedLoss))) return { theta: moved, loss: movedLoss };
  }
  return null;
}

function penalisedLoss({ x, labels, omega, strength }: Problem, theta: Float64Array): number {
  const d = x.columns;
  const f = linearValues(x, theta.subarray(0, d), theta[d]!);
  let sum = 0;
  for (let i = 0; i < x.rows; i++) sum += omega[i]! * softplus(labels[i] ? -f[i]! : f[i]!);
  let squares = 0;
  for (let k = 0; k < d; k++) squares += theta[k]! * theta[k]!;
  return sum + 0.5 * strength * squares;
}

/** Writes the gradient and the lower triangle of the Hessian Xᵀ·diag(ω·p·(1−p))·X + λ·I, intercept last. */
function derivatives(
  { x, columns, nonZeros, labels, omega, strength }: Problem,
  theta: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  const d = x.columns;
  const size = d + 1;
  const f = linearValues(x, theta.subarray(0, d), theta[d]!);
  const residual = new Float64Array(x.rows);
  const curvature = new Float64Array(x.rows);
  for (let i = 0; i < x.rows; i++) {
    const p = sigmoid(f[i]!);
    const q = sigmoid(-f[i]!);
    residual[i] = omega[i]! * (labels[i] ? -q : p);
    curvature[i] = omega[i]! * p * q;
  }
  const scaled = new Float64Array(x.rows);
  for (let j = 0; j <= d; j++) {
    const own = columns[j]!;
    for (let i = 0; i < x.rows; i++) scaled[i] = curvature[i]! * own[i]!;
    for (let k = 0; k <= j; k++) {
      const fewer = sparser(nonZeros[j]!, nonZeros[k]!);
      hessian[j * size + k] = fewer === null ? dot(scaled, columns[k]!) : dotAt(scaled, columns[k]!, fewer);
    }
    gradient[j] = dot(residual, own);
  }
  for (let j = 0; j < d; j++) {
    gradient[j]! += strength * theta[j]!;
    hessian[j * size + j]! += strength;
  }
  hessian[d * size + d]! += 1e-12; // keeps the free intercept solvable when every row is far from the boundary
}

/** The columns of x, then one of ones for the intercept: sums over rows run along contiguous memory. */
function columnsWithOnes(x: Matrix): Float64Array[] {
  const columns = Array.from({ length: x.columns }, (_, j) => {
    const column = new Float64Array(x.rows);
    for (let i = 0; i < x.rows; i++) column[i] = x.values[i * x.columns + j]!;
    return column;
  });
  return [...columns, new Float64Array(x.rows).fill(1)];
}

function linearValues(x: Matrix, coefficients: Float64Array, intercept: number): Float64Array {
  const d = x.columns;
  const values = new Float64Array(x.rows);
  for (let i = 0; i < x.rows; i++) {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += coefficients[j]! * x.values[i * d + j]!;
    values[i] = sum + intercept;
  }
  return values;
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** a · b, in four partial sums that do not wait for each other. */
function dot(a: Float64Array, b: Float64Array): number {
  const whole = a.length - (a.length % 4);
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let k = 0; k < whole; k += 4) {
    s0 += a[k]! * b[k]!;
    s1 += a[k + 1]! * b[k + 1]!;
    s2 += a[k + 2]! * b[k + 2]!;
    s3 += a[k + 3]! * b[k + 3]!;
  }
  for (let k = whole; k < a.length; k++) s0 += a[k]! * b[k]!;
  return s0 + s1 + (s2 + s3);
}

/** Rows by the partial sum of `dot` they belong to, each ascending. */
interface NonZeros {
  readonly count: number;
  readonly lanes: readonly [Int32Array, Int32Array, Int32Array, Int32Array];
}

/** Where a column is not 0, as most of a category's are; null where that would save little. */
function seldom(column: Float64Array): NonZeros | null {
  const whole = column.length - (column.length % 4);
  const lanes: [number[], number[], number[], number[]] = [[], [], [], []];
  let count = 0;
  for (let i = 0; i < column.length; i++) {
    if (column[i] === 0) continue;
    lanes[i < whole ? i % 4 : 0]!.push(i);
    count += 1;
  }
  if (2 * count > column.length) return null;
  const [a, b, c, d] = lanes;
  return { count, lanes: [Int32Array.from(a), Int32Array.from(b), Int32Array.from(c), Int32Array.from(d)] };
}

function sparser(a: NonZeros | null, b: NonZeros | null): NonZeros | null {
  return a === null || (b !== null && b.count < a.count) ? b : a;
}

/** `dot` without the terms that are 0, to the same bit: each partial sum has the others in the same order. */
function dotAt(a: Float64Array, b: Float64Array, { lanes: [r0, r1, r2, r3] }: NonZeros): number {
  return sumAt(a, b, r0) + sumAt(a, b, r1) + (sumAt(a, b, r2) + sumAt(a, b, r3));
}

function sumAt(a: Float64Array, b: Float64Array, rows: Int32Array): number {
  let sum = 0;
  for (let k = 0; k < rows.length; k++) sum += a[rows[k]!]! * b[rows[k]!]!;
  return sum;
}
