import { factorInPlace, solveInPlace } from "../classifiers/cholesky.js";
import { type SparseRows, sparseRows } from "../classifiers/sparse-rows.js";
import type { Matrix } from "../math/matrix.js";
import { exp, log } from "../math/special.js";

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

export function lineRows(x: Matrix, label: 0 | 1): LineRows {
  return { label, rows: sparseRows(x), count: x.rows };
}

/**
 * Ridge logistic regression as in `bracket`'s linear members, made for many fits on draws of the same rows: zeros of
 * encoded categories are skipped and rows are counted, not copied. Returns coefficients, then the intercept. `start` is
 * a rule fitted on similar rows; the minimum does not depend on it.
 */
export function fitLine(parts: readonly CountedRows[], columns: number, start?: Float64Array): Float64Array {
  const total = parts.reduce((sum, { times }) => times.reduce((a, b) => a + b, sum), 0);
  let at = pointAt(parts, start ?? new Float64Array(columns + 1), newSpace(columns + 1));
  let spare = newSpace(columns + 1);
  for (let step = 0; step < MOST_STEPS; step++) {
    if (at.gradient.every((value) => Math.abs(value) <= TOLERANCE * total)) break;
    if (!factorInPlace(at.hessian, columns + 1)) break;
    const move = at.gradient.slice();
    solveInPlace(at.hessian, columns + 1, move);
    const next = moved(parts, at, move, spare);
    if (next === null) break;
    spare = at;
    at = next;
  }
  return at.theta;
}

export function lineLogits({ rows }: LineRows, theta: Float64Array, chosen: Int32Array): Float64Array {
  return Float64Array.from(chosen, (i) => logit(rows, i, theta));
}

function logit({ starts, columns, values }: SparseRows, i: number, theta: Float64Array): number {
  let sum = theta[theta.length - 1]!;
  for (let k = starts[i]!; k < starts[i + 1]!; k++) sum += theta[columns[k]!]! * values[k]!;
  return sum;
}

/** Room for derivatives, used again and again. */
interface Space {
  readonly gradient: Float64Array;
  /** Lower triangle, intercept last. */
  readonly hessian: Float64Array;
}

/** A rule with its penalised loss and the derivatives of that. */
interface Point extends Space {
  readonly theta: Float64Array;
  readonly loss: number;
}

function newSpace(size: number): Space {
  return { gradient: new Float64Array(size), hessian: new Float64Array(size * size) };
}

/** Loss, gradient and Hessian in one pass over the rows. */
function pointAt(parts: readonly CountedRows[], theta: Float64Array, { gradient, hessian }: Space): Point {
  const size = theta.length;
  const d = size - 1;
  gradient.fill(0);
  hessian.fill(0);
  let loss = 0;
  for (const { label, rows, times } of parts) {
    const { starts, columns, values } = rows;
    for (let i = 0; i < times.length; i++) {
      const count = times[i]!;
      if (count === 0) continue;
      const f = logit(rows, i, theta);
      const small = exp(-Math.abs(f));
      const share = 1 / (1 + small);
      const p = f >= 0 ? share : small * share;
      const q = f >= 0 ? small * share : share;
      loss += count * (Math.max(0, label === 1 ? -f : f) + log(1 + small));
      const residual = count * (label === 1 ? -q : p);
      const curvature = count * p * q;
      const end = starts[i + 1]!;
      for (let k = starts[i]!; k < end; k++) {
        const j = columns[k]!;
        const value = values[k]!;
        gradient[j]! += residual * value;
        const scaled = curvature * value;
        const row = j * size;
        for (let l = starts[i]!; l <= k; l++) hessian[row + columns[l]!]! += scaled * values[l]!;
        hessian[d * size + j]! += scaled;
      }
      gradient[d]! += residual;
      hessian[d * size + d]! += curvature;
    }
  }
  for (let j = 0; j < d; j++) {
    loss += 0.5 * STRENGTH * theta[j]! * theta[j]!;
    gradient[j]! += STRENGTH * theta[j]!;
    hessian[j * size + j]! += STRENGTH;
  }
  hessian[d * size + d]! += 1e-12; // keeps the free intercept solvable when every row is far from the boundary
  return { theta, loss, gradient, hessian };
}

/** Newton's step, halved until the loss falls enough; null when no length of it does. */
function moved(
  parts: readonly CountedRows[],
  { theta, loss, gradient }: Point,
  move: Float64Array,
  space: Space,
): Point | null {
  const decrement = gradient.reduce((sum, value, k) => sum + value * move[k]!, 0);
  const trusted = decrement <= 1e-8 * (1 + loss); // the decrease would drown in rounding, and the full step is safe
  for (let length = 1; length > 1e-12; length /= 2) {
    const tried = theta.map((value, k) => value - length * move[k]!);
    const next = pointAt(parts, tried, space);
    if (trusted ? Number.isFinite(next.loss) : next.loss <= loss - 1e-4 * length * decrement) return next;
  }
  return null;
}
