import { type Matrix, zeros } from "../math/matrix.js";
import { minimise, type Objective } from "../math/minimise.js";
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
const TOLERANCE = 1e-3;

/**
 * Logistic regressions that also explain which reasons were given: a refused person is told of the fields that cost
 * the most log-odds against the mean accepted person, with more chance the more they cost. There is one line for each
 * of `weights`, which is what a reason counts against a decision; 0 leaves the reasons out.
 */
export function fitReasonLines(rows: ReasonRows, weights: readonly number[]): ReasonLine[] {
  const bends = bendsOf(rows);
  const x = bentRows(rows.x, bends);
  const problem = problemOf(rows, x, fieldsOf(rows.reasons, bends, rows.x.columns));
  const size = x.columns + 1 + rows.reasons.columnsOf.length;
  let found: Float64Array = new Float64Array(size);
  return weights.map((weight) => {
    found = minimise(size, objective(problem, weight), { steps: STEPS, tolerance: TOLERANCE, start: found });
    return { bends, weights: found.slice(0, x.columns), intercept: found[x.columns]! };
  });
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

interface Problem {
  readonly x: Matrix;
  readonly labels: Uint8Array;
  readonly fields: readonly Int32Array[];
  /** The rows of people who were told something, less the mean accepted row. */
  readonly gaps: Matrix;
  /** What each of them was told. */
  readonly named: readonly Int32Array[];
}

function problemOf({ labels, accepted, reasons }: ReasonRows, x: Matrix, fields: readonly Int32Array[]): Problem {
  const mean = meanRow(x, accepted);
  const told = [...reasons.named.keys()].filter((i) => reasons.named[i]!.length > 0);
  const gaps = zeros(told.length, x.columns);
  for (const [to, i] of told.entries()) {
    for (let k = 0; k < x.columns; k++) {
      gaps.values[to * x.columns + k] = x.values[i * x.columns + k]! - mean[k]!;
    }
  }
  return { x, labels, fields, gaps, named: told.map((i) => reasons.named[i]!) };
}

/** Log-loss of the decisions, ridge, and `weight` times the log-loss of the reasons. */
function objective(problem: Problem, weight: number): Objective {
  const { x, labels, fields } = problem;
  const d = x.columns;
  const isCitable = new Uint8Array(d);
  for (const own of fields) for (const k of own) isCitable[k] = 1;
  const choice = choiceLosses(problem, weight);
  return (theta, gradient) => {
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
    return weight === 0 ? value : value + choice(theta, gradient);
  };
}

/** `weight` times the log-loss of all reasons; adds its derivative to the gradient. */
function choiceLosses({ gaps, fields, named }: Problem, weight: number): Objective {
  const d = gaps.columns;
  const count = fields.length;
  const starts = Int32Array.from({ length: count + 1 }, (_, j) =>
    fields.slice(0, j).reduce((sum, own) => sum + own.length, 0),
  );
  const columns = Int32Array.from(fields.flatMap((own) => [...own]));
  const costs = new Float64Array(count);
  const pulls = new Float64Array(count);
  return (theta, gradient) => {
    let value = 0;
    for (let i = 0; i < named.length; i++) {
      const at = i * d;
      for (let j = 0; j < count; j++) {
        let sum = 0;
        for (let q = starts[j]!; q < starts[j + 1]!; q++) sum += theta[columns[q]!]! * gaps.values[at + columns[q]!]!;
        costs[j] = theta[d + 1 + j]! - SHARPNESS * sum;
      }
      value += weight * choiceLoss(costs, named[i]!, pulls);
      for (let j = 0; j < count; j++) {
        const pull = weight * pulls[j]!;
        gradient[d + 1 + j]! += pull;
        for (let q = starts[j]!; q < starts[j + 1]!; q++) {
          gradient[columns[q]!]! -= SHARPNESS * pull * gaps.values[at + columns[q]!]!;
        }
      }
    }
    return value;
  };
}

/** For each reason, minus the log of its chance among itself and all that was not named; `pulls` is the derivative. */
function choiceLoss(costs: Float64Array, named: Int32Array, pulls: Float64Array): number {
  pulls.fill(0);
  for (let k = 0; k < named.length; k++) pulls[named[k]!] = -1; // marks what was named
  let most = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < costs.length; j++) if (pulls[j] === 0) most = Math.max(most, costs[j]!);
  let others = 0;
  for (let j = 0; j < costs.length; j++) {
    if (pulls[j] !== 0) continue;
    pulls[j] = exp(costs[j]! - most);
    others += pulls[j]!;
  }
  let loss = 0;
  let missed = 0; // Σ over the reasons of 1 / (others + own)
  for (let k = 0; k < named.length; k++) {
    const own = exp(Math.max(-700, Math.min(700, costs[named[k]!]! - most)));
    loss += log(others + own) - log(own);
    missed += 1 / (others + own);
    costs[named[k]!] = own;
  }
  for (let j = 0; j < costs.length; j++) if (pulls[j]! > 0) pulls[j]! *= missed;
  for (let k = 0; k < named.length; k++) pulls[named[k]!] = -others / (others + costs[named[k]!]!);
  return loss;
}
