import * as v from "valibot";
import type { Matrix } from "../math/matrix.js";
import { sigmoid, softplus } from "../math/special.js";
import { type OptionsOf, positive, type Settled, settle, whole } from "../options.js";
import { factorInPlace, solveInPlace } from "./cholesky.js";
import { type Classifier, classifier, type FittedClassifier } from "./classifier.js";
import { finiteNumber, finiteNumbers, trainingEntries } from "./model-data.js";
import { dotInParts, type RowProducts, rowProducts } from "./row-products.js";
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
  const problem = { products: rowProducts(x), labels, omega, strength: options.strength };
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
    const decrement = dotInParts(gradient, step); // twice the decrease a quadratic loss would see
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
  readonly products: RowProducts;
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

function penalisedLoss({ products, labels, omega, strength }: Problem, theta: Float64Array): number {
  const f = products.values(theta);
  let sum = 0;
  for (let i = 0; i < f.length; i++) sum += omega[i]! * softplus(labels[i] ? -f[i]! : f[i]!);
  let squares = 0;
  for (let k = 0; k < theta.length - 1; k++) squares += theta[k]! * theta[k]!;
  return sum + 0.5 * strength * squares;
}

/** Writes the gradient and the lower triangle of the Hessian Xᵀ·diag(ω·p·(1−p))·X + λ·I, intercept last. */
function derivatives(
  { products, labels, omega, strength }: Problem,
  theta: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  const size = theta.length;
  const d = size - 1;
  const f = products.values(theta);
  const residual = new Float64Array(f.length);
  const curvature = new Float64Array(f.length);
  for (let i = 0; i < f.length; i++) {
    const p = sigmoid(f[i]!);
    const q = sigmoid(-f[i]!);
    residual[i] = omega[i]! * (labels[i] ? -q : p);
    curvature[i] = omega[i]! * p * q;
  }
  products.derivatives(residual, curvature, gradient, hessian);
  for (let j = 0; j < d; j++) {
    gradient[j]! += strength * theta[j]!;
    hessian[j * size + j]! += strength;
  }
  hessian[d * size + d]! += 1e-12; // keeps the free intercept solvable when every row is far from the boundary
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
