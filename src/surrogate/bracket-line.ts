import { factorInPlace, solveInPlace } from "../classifiers/cholesky.js";
import { type SparseRows, sparseRows } from "../classifiers/sparse-rows.js";
import type { Matrix } from "../math/matrix.js";
import { sigmoid, softplus } from "../math/special.js";

/** Rows of one label, prepared once and fitted on many times. */
export interface LineRows {
  readonly label: 0 | 1;
  readonly rows: SparseRows;
  readonly count: number;
}

/** Rows and how often each counts; one that counts 0 times is passed over. */
export interface CountedRows extends LineRows {
  readonly times: Int32Array;
}

/** Where on the way to the letter a point is still taken as rejected. */
export const LINE_AT = 0.95;

/** The penalty of `bracket`'s linear members: ½ · this · ‖w‖². */
const STRENGTH = 1 / 30;
const TOLERANCE = 1e-8;
const MOST_STEPS = 100;

/** Rows made ready for `fitLine`. */
export function lineRows(x: Matrix, label: 0 | 1): LineRows {
  return { label, rows: sparseRows(x), count: x.rows };
}

/**
 * Ridge logistic regression as in `bracket`'s linear members, made for many fits on draws of the same rows: zeros of encoded categories are passed over and rows
 * are counted, not copied. Returns coefficients, then the intercept. `start` is a rule fitted on similar rows; the minimum does not depend on it.
 */
export function fitLine(parts: readonly CountedRows[], columns: number, start?: Float64Array): Float64Array {
  const size = columns + 1;
  let theta = start ? start.slice() : new Float64Array(size);
  let loss = penalisedLoss(parts, theta);
  const total = parts.reduce((sum, { times }) => times.reduce((a, b) => a + b, sum), 0);
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  for (let step = 0; step < MOST_STEPS; step++) {
    derivatives(parts, theta, gradient, hessian);
    if (gradient.every((value) => Math.abs(value) <= TOLERANCE * total)) break;
    if (!factorInPlace(hessian, size)) break;
    const move = gradient.slice();
    solveInPlace(hessian, size, move);
    const next = shortened(parts, theta, move, loss, gradient);
    if (next === null) break;
    theta = next.theta;
    loss = next.loss;
  }
  return theta;
}

/** Log-odds of the rows at `chosen`. */
export function lineLogits({ rows }: LineRows, theta: Float64Array, chosen: Int32Array): Float64Array {
  return Float64Array.from(chosen, (i) => logit(rows, i, theta));
}

function logit({ starts, columns, values }: SparseRows, i: number, theta: Float64Array): number {
  let sum = theta[theta.length - 1]!;
  for (let k = starts[i]!; k < starts[i + 1]!; k++) sum += theta[columns[k]!]! * values[k]!;
  return sum;
}

function penalisedLoss(parts: readonly CountedRows[], theta: Float64Array): number {
  let sum = 0;
  for (const { label, rows, times } of parts) {
    for (let i = 0; i < times.length; i++) {
      if (times[i] === 0) continue;
      const f = logit(rows, i, theta);
      sum += times[i]! * softplus(label === 1 ? -f : f);
    }
  }
  let squares = 0;
  for (let k = 0; k < theta.length - 1; k++) squares += theta[k]! * theta[k]!;
  return sum + 0.5 * STRENGTH * squares;
}

/** Writes the gradient and the lower triangle of the Hessian, intercept last. */
function derivatives(
  parts: readonly CountedRows[],
  theta: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  const size = theta.length;
  const d = size - 1;
  gradient.fill(0);
  hessian.fill(0);
  for (const { label, rows, times } of parts) {
    const { starts, columns, values } = rows;
    for (let i = 0; i < times.length; i++) {
      if (times[i] === 0) continue;
      const f = logit(rows, i, theta);
      const p = sigmoid(f);
      const q = sigmoid(-f);
      const residual = times[i]! * (label === 1 ? -q : p);
      const curvature = times[i]! * p * q;
      const end = starts[i + 1]!;
      for (let k = starts[i]!; k < end; k++) {
        const [j, value] = [columns[k]!, values[k]!];
        gradient[j]! += residual * value;
        const scaled = curvature * value;
        for (let l = starts[i]!; l <= k; l++) hessian[j * size + columns[l]!]! += scaled * values[l]!;
        hessian[d * size + j]! += scaled;
      }
      gradient[d]! += residual;
      hessian[d * size + d]! += curvature;
    }
  }
  for (let j = 0; j < d; j++) {
    gradient[j]! += STRENGTH * theta[j]!;
    hessian[j * size + j]! += STRENGTH;
  }
  hessian[d * size + d]! += 1e-12; // keeps the free intercept solvable when every row is far from the boundary
}

/** Halves Newton's step until the loss falls enough; null when no length of it does. */
function shortened(
  parts: readonly CountedRows[],
  theta: Float64Array,
  move: Float64Array,
  loss: number,
  gradient: Float64Array,
): { theta: Float64Array<ArrayBuffer>; loss: number } | null {
  const decrement = gradient.reduce((sum, value, k) => sum + value * move[k]!, 0);
  const trusted = decrement <= 1e-8 * (1 + loss); // the decrease would drown in rounding, and the full step is safe
  for (let length = 1; length > 1e-12; length /= 2) {
    const moved = Float64Array.from(theta, (value, k) => value - length * move[k]!);
    const movedLoss = penalisedLoss(parts, moved);
    if (trusted ? Number.isFinite(movedLoss) : movedLoss <= loss - 1e-4 * length * decrement) {
      return { theta: moved, loss: movedLoss };
    }
  }
  return null;
}
