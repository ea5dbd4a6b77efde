import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, row, zeros } from "../math/matrix.js";
import type { Prototype } from "../prototypes/prototype.js";
import { boundedEntry } from "./score.js";

/** All a decision needs of two prototypes: a mean and a total variance each, and an offset. */
export interface PrototypeRule {
  readonly means: readonly [Float64Array, Float64Array];
  readonly variances: readonly [number, number];
  /** Added to D₀² − D₁²; 0 for the paper's rule. */
  readonly offset: number;
}

type Moments = Pick<Prototype, "mean" | "variance">;

/** The rule of two prototypes. */
export function prototypeRule([q0, q1]: readonly [Moments, Moments], offset = 0): PrototypeRule {
  return { means: [q0.mean, q1.mean], variances: [q0.variance, q1.variance], offset };
}

/**
 * (D₀² − D₁² + offset) / (D₀ + D₁) per row, with D_c² = W₂²(δₓ, Q_c) = ‖x − mean_c‖² + variance_c. Without an offset
 * this is D₀ − D₁. One pass over the columns, no support points.
 */
export function ruleMargins({ means, variances, offset }: PrototypeRule, x: Matrix, kernels: Kernels): Float64Array {
  const centres = zeros(2, x.columns);
  means.forEach((mean, c) => {
    row(centres, c).set(mean);
  });
  const margins = kernels.prototypeMargins(x, centres, variances, offset);
  for (let i = 0; i < x.rows; i++) {
    if (Number.isFinite(margins[i]!) && margins[i] !== 0) continue;
    // A tie, or squares that overflowed: entries pulled back to where they do not leave a tie a tie.
    const bounded = { rows: 1, columns: x.columns, values: row(x, i).map(boundedEntry) };
    margins[i] = kernels.prototypeMargins(bounded, centres, variances, offset)[0]!;
  }
  return margins;
}

/** D₀² − D₁² per row, without offset: linear in x, its zero set is the decision boundary of the rule without offset. */
export function squaredDifferences({ means: [m0, m1], variances: [v0, v1] }: PrototypeRule, x: Matrix): Float64Array {
  const differences = new Float64Array(x.rows);
  for (let i = 0; i < x.rows; i++) {
    let sum = v0 - v1;
    for (let j = 0; j < x.columns; j++) {
      const value = x.values[i * x.columns + j]!;
      sum += (m1[j]! - m0[j]!) * (value - m0[j]! + (value - m1[j]!)); // = (x − m₀)² − (x − m₁)², without cancelling
    }
    differences[i] = sum;
  }
  return differences;
}
