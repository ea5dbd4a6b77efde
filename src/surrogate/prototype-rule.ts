import type { Matrix } from "../math/matrix.js";
import type { Prototype } from "../prototypes/prototype.js";
import { boundedEntry } from "./score.js";

/** All a decision needs of two prototypes: a mean and a total variance each, and an offset. */
export interface PrototypeRule {
  readonly means: readonly [Float64Array, Float64Array];
  readonly variances: readonly [number, number];
  /** Added to D₀² − D₁²; 0 for the paper's rule. */
  readonly offset: number;
}

/** The rule of two prototypes. */
export function prototypeRule(prototypes: readonly [Prototype, Prototype], offset = 0): PrototypeRule {
  const [q0, q1] = prototypes;
  return { means: [q0.mean, q1.mean], variances: [q0.variance, q1.variance], offset };
}

/**
 * (D₀² − D₁² + offset) / (D₀ + D₁) per row, with D_c² = W₂²(δₓ, Q_c) = ‖x − mean_c‖² + variance_c. Without an offset
 * this is D₀ − D₁. One pass over the columns, no support points.
 */
export function ruleMargins(rule: PrototypeRule, x: Matrix): Float64Array {
  const margins = new Float64Array(x.rows);
  for (let i = 0; i < x.rows; i++) {
    const start = i * x.columns;
    const margin = rowMargin(rule, x.values, start);
    margins[i] = Number.isFinite(margin)
      ? margin
      : rowMargin(rule, x.values.slice(start, start + x.columns).map(boundedEntry), 0);
  }
  return margins;
}

/** D₀² − D₁² per row: linear in x, its zero set is the decision boundary of the rule without offset. */
export function squaredDifferences(rule: PrototypeRule, x: Matrix): Float64Array {
  return Float64Array.from({ length: x.rows }, (_, i) => measure(rule, x.values, i * x.columns).difference);
}

function rowMargin(rule: PrototypeRule, values: Float64Array, start: number): number {
  const { difference, d0, d1 } = measure(rule, values, start);
  const scale = d0 + d1;
  const shifted = difference + rule.offset;
  if (scale === Number.POSITIVE_INFINITY) return Number.NaN; // told apart from a margin of 0 by the caller
  return scale > 0 ? shifted / scale : shifted; // no scale: both prototypes are one point, and x is it
}

/** D₀² − D₁² in the form 2·(m₁ − m₀)·(x − (m₀ + m₁)/2) + v₀ − v₁, which does not cancel, and both distances. */
function measure(
  { means: [m0, m1], variances: [v0, v1] }: PrototypeRule,
  values: Float64Array,
  start: number,
): { difference: number; d0: number; d1: number } {
  let linear = 0;
  let s0 = 0;
  let s1 = 0;
  for (let j = 0; j < m0.length; j++) {
    const from0 = values[start + j]! - m0[j]!;
    const from1 = values[start + j]! - m1[j]!;
    linear += (m1[j]! - m0[j]!) * (from0 + from1);
    s0 += from0 * from0;
    s1 += from1 * from1;
  }
  return { difference: linear + (v0 - v1), d0: Math.sqrt(s0 + v0), d1: Math.sqrt(s1 + v1) };
}
