import { type Matrix, zeros } from "../math/matrix.js";
import { minimise } from "../math/minimise.js";
import { quantile } from "../math/quantile.js";
import { exp, log } from "../math/special.js";
import type { LabelledRows } from "./clouds.js";
import type { RowReasons } from "./row-reasons.js";

/** A sum of points with bends: numbers count by pieces, categories by their columns. */
export interface ReasonLine {
  /** Standardised column and place of each bend. */
  readonly bends: readonly { readonly column: number; readonly at: number }[];
  /** One weight per standardised column, then one per bend. */
  readonly weights: Float64Array;
  readonly intercept: number;
}

/** Rows to learn from: the first rows are the rejected people that `reasons` are about. */
export interface ReasonRows extends LabelledRows {
  readonly numeric: Uint8Array;
  readonly reasons: RowReasons;
  /** Place of the accepted people among the rows: what people are compared with when reasons are chosen. */
  readonly accepted: readonly [number, number];
}

const CLIP = 4; // deviations
const BENDS = [0.25, 0.5, 0.75];
const SHARPNESS = 1.5; // of the choice of reasons, per unit of log-odds
const RIDGE = 0.5;
const UNNAMED_RIDGE = 0.2; // of what is never named: held as tightly, it would lose weight to what is
const TASTE_RIDGE = 0.1; // of what is named more often whatever it costs
const STEPS = 300;
const TOLERANCE = 1e-4;

/**
 * Logistic regression that also explains which reasons were given: a refused person is told of the fields that cost
 * the most log-odds against the mean accepted person, with more chance the more they cost. `weight` is what a reason
 * counts against a decision; 0 leaves the reasons out.
 */
export function fitReasonLine(rows: ReasonRows, weight: number): ReasonLine {
  const bends = bendsOf(rows);
  const x = bentRows(rows.x, bends);
  const problem = {
    ...rows,
    x,
    mean: meanRow(x, rows.accepted),
    fields: fieldsOf(rows.reasons, bends, rows.x.columns),
  };
  const size = x.columns + 1 + rows.reasons.columnsOf.length;
  const found = minimise(size, objective(problem, weight), { steps: STEPS, tolerance: TOLERANCE });
  return { bends, weights: found.slice(0, x.columns), intercept: found[x.columns]! };
}

export function reasonLogits({ bends, weights, intercept }: ReasonLine, x: Matrix): Float64Array {
  const bent = bentRows(x, bends);
  const logits = new Float64Array(x.rows);
  for (let i = 0; i < x.rows; i++) {
    let sum = intercept;
    for (let k = 0; k < bent.columns; k++) sum += weights[k]! * bent.values[i * bent.columns + k]!;
    logits[i] = sum;
  }
  return logits;
}

/** The quartiles of each numeric column, once each. */
function bendsOf({ x, numeric }: ReasonRows): ReasonLine["bends"] {
  return Array.from(numeric).flatMap((isNumeric, column) => {
    if (isNumeric === 0) return [];
    const values = Float64Array.from({ length: x.rows }, (_, i) => clipped(x.values[i * x.columns + column]!)).sort();
    return [...new Set(BENDS.map((share) => quantile(values, share)))].map((at) => ({ column, at }));
  });
}

function clipped(value: number): number {
  return Math.max(-CLIP, Math.min(CLIP, value));
}

/** The clipped columns, then what lies above each bend. */
function bentRows(x: Matrix, bends: ReasonLine["bends"]): Matrix {
  const bent = zeros(x.rows, x.columns + bends.length);
  for (let i = 0; i < x.rows; i++) {
    const from = i * x.columns;
    const to = i * bent.columns;
    for (let k = 0; k < x.columns; k++) bent.values[to + k] = clipped(x.values[from + k]!);
    for (let b = 0; b < bends.length; b++) {
      const { column, at } = bends[b]!;
      bent.values[to + x.columns + b] = Math.max(0, bent.values[to + column]! - at);
    }
  }
  return bent;
}

function meanRow(x: Matrix, [from, to]: readonly [number, number]): Float64Array {
  const mean = new Float64Array(x.columns);
  for (let i = from; i < to; i++) {
    for (let k = 0; k < x.columns; k++) mean[k]! += x.values[i * x.columns + k]! / (to - from);
  }
  return mean;
}

/** The columns of each field, its bends among them. */
function fieldsOf({ columnsOf }: RowReasons, bends: ReasonLine["bends"], columns: number): readonly Int32Array[] {
  return columnsOf.map((own) => {
    const bent = bends.flatMap(({ column }, b) => (own.includes(column) ? [columns + b] : []));
    return Int32Array.from([...own, ...bent]);
  });
}

interface Problem extends ReasonRows {
  readonly mean: Float64Array;
  readonly fields: readonly Int32Array[];
}

/** Log-loss of the decisions, ridge, and `weight` times the log-loss of the reasons. */
function objective({ x, labels, mean, fields, reasons }: Problem, weight: number) {
  const d = x.columns;
  const costs = new Float64Array(fields.length);
  const pulls = new Float64Array(fields.length);
  const isCitable = new Uint8Array(d);
  for (const own of fields) for (const k of own) isCitable[k] = 1;
  return (theta: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0);
    let value = 0;
    for (let i = 0; i < x.rows; i++) {
      const at = i * d;
      let f = theta[d]!;
      for (let k = 0; k < d; k++) f += theta[k]! * x.values[at + k]!;
      const small = exp(-Math.abs(f));
      const label = labels[i]!;
      value += Math.max(0, label === 1 ? -f : f) + log(1 + small);
      const p = f >= 0 ? 1 / (1 + small) : small / (1 + small);
      const residual = p - label;
      for (let k = 0; k < d; k++) gradient[k]! += residual * x.values[at + k]!;
      gradient[d]! += residual;
    }
    for (let k = 0; k < theta.length; k++) {
      if (k === d) continue;
      const ridge = k > d ? TASTE_RIDGE : isCitable[k] === 1 ? RIDGE : UNNAMED_RIDGE;
      value += 0.5 * ridge * theta[k]! * theta[k]!;
      gradient[k]! += ridge * theta[k]!;
    }
    if (weight === 0) return value;
    for (const [i, named] of reasons.named.entries()) {
      if (named.length === 0) continue;
      const at = i * d;
      for (const [j, own] of fields.entries()) {
        let sum = 0;
        for (const k of own) sum += theta[k]! * (x.values[at + k]! - mean[k]!);
        costs[j] = theta[d + 1 + j]! - SHARPNESS * sum;
      }
      value += weight * choiceLoss(costs, named, pulls);
      for (const [j, own] of fields.entries()) {
        const pull = weight * pulls[j]!;
        if (pull === 0) continue;
        gradient[d + 1 + j]! += pull;
        for (const k of own) gradient[k]! -= SHARPNESS * pull * (x.values[at + k]! - mean[k]!);
      }
    }
    return value;
  };
}

/** For each reason, minus the log of its chance among itself and all that was not named; `pulls` is the derivative. */
function choiceLoss(costs: Float64Array, named: Int32Array, pulls: Float64Array): number {
  pulls.fill(0);
  for (const r of named) pulls[r] = 1;
  let most = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < costs.length; j++) if (pulls[j] === 0) most = Math.max(most, costs[j]!);
  let others = 0;
  for (let j = 0; j < costs.length; j++) if (pulls[j] === 0) others += exp(costs[j]! - most);
  let loss = 0;
  let missed = 0; // Σ over the reasons of 1 / (others + own)
  for (const r of named) {
    const own = exp(Math.max(-700, Math.min(700, costs[r]! - most)));
    const total = others + own;
    loss += log(total) - log(own);
    pulls[r] = -others / total;
    missed += 1 / total;
  }
  for (let j = 0; j < costs.length; j++) if (!named.includes(j)) pulls[j] = missed * exp(costs[j]! - most);
  return loss;
}
