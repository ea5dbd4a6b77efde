import * as v from "valibot";
import { finiteNumbers, readModelPart } from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, row, stackRows, zeros } from "../math/matrix.js";
import { settle } from "../options.js";
import { moments, type Prototype } from "../prototypes/prototype.js";
import { surrogateMethod } from "./clouds.js";
import { boundedEntry, surrogateOf } from "./score.js";
import type { Surrogate, SurrogateMethod } from "./surrogate.js";

/** All a decision needs of two prototypes: a mean and a total variance each, and an offset. */
export interface PrototypeRule {
  readonly means: readonly [Float64Array, Float64Array];
  readonly variances: readonly [number, number];
  /** Added to D₀² − D₁²; 0 for the paper's rule. */
  readonly offset: number;
}

type Moments = Pick<Prototype, "mean" | "variance">;

export function prototypeRule([q0, q1]: readonly [Moments, Moments], offset = 0): PrototypeRule {
  return { means: [q0.mean, q1.mean], variances: [q0.variance, q1.variance], offset };
}

/**
 * (D₀² − D₁² + offset) / (D₀ + D₁) per row, with D_c² = W₂²(δₓ, Q_c) = ‖x − mean_c‖² + variance_c. Without an offset
 * this is D₀ − D₁. One pass over the columns, no support points.
 */
export function ruleMargins({ means, variances, offset }: PrototypeRule, x: Matrix, kernels: Kernels): Float64Array {
  const centres = zeros(2, x.columns);
  for (const [c, mean] of means.entries()) row(centres, c).set(mean);
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

export const prototypePointsData = v.strictObject({ points: v.strictTuple([finiteNumbers(), finiteNumbers()]) });

/** Nearest class mean, letters counted as accepted rows: the paper's ablation "Euclidean mean". */
export function prototypeMean(given: Record<string, never> = {}): SurrogateMethod {
  settle("prototype-mean", {}, given);
  return pointMethod("prototype-mean", (rows) => moments(rows).mean);
}

/** Nearest class medoid, the row with the least summed distance to the others; letters count as accepted rows. */
export function prototypeMedoid(given: Record<string, never> = {}): SurrogateMethod {
  settle("prototype-medoid", {}, given);
  return pointMethod("prototype-medoid", medoid);
}

function pointMethod(name: string, centre: (rows: Matrix, kernels: Kernels) => Float64Array): SurrogateMethod {
  return surrogateMethod({
    name,
    usesLetters: true,
    fit({ rejected, accepted, counterfactual }, kernels) {
      const points = [centre(rejected, kernels), centre(stackRows(accepted, counterfactual), kernels)] as const;
      return pointRule(name, points, kernels);
    },
    revive(data, kernels) {
      const [first, second] = readModelPart(prototypePointsData, data, "surrogate").points;
      readModelPart(finiteNumbers(first.length), second, "surrogate.points[1]");
      return pointRule(name, [Float64Array.from(first), Float64Array.from(second)], kernels);
    },
  });
}

/** Margin: distance to the rejected point minus distance to the accepted one; a tie accepts. */
function pointRule(method: string, points: readonly [Float64Array, Float64Array], kernels: Kernels): Surrogate {
  return surrogateOf({
    method,
    columns: points[0].length,
    margins: (x) => ruleMargins({ means: points, variances: [0, 0], offset: 0 }, x, kernels),
    toJSON: () => ({ points: points.map((point) => Array.from(point)) }),
  });
}

/** The first of the rows that have the least summed distance to all rows. */
function medoid(rows: Matrix, kernels: Kernels): Float64Array {
  const squared = kernels.squaredDistances(rows, rows);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rows.rows; i++) {
    const total = row(squared, i).reduce((sum, value) => sum + Math.sqrt(value), 0);
    if (total < least) {
      best = i;
      least = total;
    }
  }
  return row(rows, best).slice();
}
