import type { Kernels, TransportPlan } from "../kernels/kernels.js";
import { type Matrix, row, zeros } from "../math/matrix.js";
import { exactTransport } from "../transport/exact.js";
import { moments, type Prototype, prototypeFromMoments } from "./prototype.js";

/**
 * A class and its letter clouds, coupled: X is a row of the class, Y_k the letters that the optimal plan from the class
 * to cloud k sends it to, and given X the Y_k are drawn independently. Every pair (X, Y_k) is coupled optimally; with
 * one cloud this is the optimal plan itself. The prototype with weights w is the law of w₀X + Σ w_k Y_k.
 */
export interface GluedClouds {
  /** Mean of the class, then of each cloud. */
  readonly means: readonly Float64Array[];
  /** Total variances, in the same order. */
  readonly variances: readonly number[];
  /** E‖X_k − X_l‖² of the coupling, (m + 1) × (m + 1); row 0 holds W₂² between the class and each cloud. */
  readonly apart: Matrix;
}

/** A cloud with the optimal plan from the class to it. */
export interface PlannedAnchor {
  readonly rows: Matrix;
  readonly plan: TransportPlan;
  /** W₂² between class and cloud. */
  readonly squaredDistance: number;
}

export function planAnchor(own: Matrix, rows: Matrix, kernels: Kernels): PlannedAnchor {
  return { rows, ...exactTransport(own, rows, kernels) };
}

/** Means, variances and mutual distances of the coupling; one plan per cloud is all it needs. */
export function glueClouds(own: Matrix, anchors: readonly PlannedAnchor[]): GluedClouds {
  const parts = [moments(own), ...anchors.map(({ rows }) => moments(rows))];
  const apart = zeros(anchors.length + 1, anchors.length + 1);
  const projected = anchors.map((anchor) => projectPlan(own.rows, anchor));
  const set = (k: number, l: number, value: number) => {
    apart.values[k * apart.columns + l] = value;
    apart.values[l * apart.columns + k] = value;
  };
  anchors.forEach(({ squaredDistance }, k) => {
    set(0, k + 1, squaredDistance);
    for (let l = 0; l < k; l++) set(k + 1, l + 1, distanceApart(projected[k]!, projected[l]!));
  });
  return { means: parts.map(({ mean }) => mean), variances: parts.map(({ variance }) => variance), apart };
}

/** Mean Σ w_k μ_k and variance Σ w_k v_k + Σ_{k<l} w_k w_l (‖μ_k − μ_l‖² − E‖X_k − X_l‖²): all a decision needs. */
export function gluedPrototype({ means, variances, apart }: GluedClouds, weights: readonly number[]): Prototype {
  const mean = new Float64Array(means[0]!.length);
  let variance = 0;
  weights.forEach((weight, k) => {
    for (let j = 0; j < mean.length; j++) mean[j]! += weight * means[k]![j]!;
    variance += weight * variances[k]!;
  });
  for (let k = 1; k < weights.length; k++) {
    for (let l = 0; l < k; l++) {
      let between = 0;
      for (let j = 0; j < mean.length; j++) {
        const difference = means[l]![j]! - means[k]![j]!;
        between += difference * difference;
      }
      variance += weights[k]! * weights[l]! * (between - apart.values[k * apart.columns + l]!);
    }
  }
  return prototypeFromMoments(mean, Math.max(0, variance));
}

interface ProjectedPlan {
  /** E[Y | X = row i], one row each. */
  readonly means: Matrix;
  /** E‖Y − E[Y | X]‖². */
  readonly within: number;
}

function projectPlan(count: number, { rows, plan }: PlannedAnchor): ProjectedPlan {
  const d = rows.columns;
  const means = zeros(count, d);
  for (let e = 0; e < plan.mass.length; e++) {
    const into = row(means, plan.source[e]!);
    const from = plan.target[e]! * d;
    for (let j = 0; j < d; j++) into[j]! += count * plan.mass[e]! * rows.values[from + j]!;
  }
  let within = 0;
  for (let e = 0; e < plan.mass.length; e++) {
    const mean = row(means, plan.source[e]!);
    const from = plan.target[e]! * d;
    let squared = 0;
    for (let j = 0; j < d; j++) {
      const difference = rows.values[from + j]! - mean[j]!;
      squared += difference * difference;
    }
    within += plan.mass[e]! * squared;
  }
  return { means, within };
}

/** E‖Y_k − Y_l‖²: the conditional means apart, and what each scatters around its own. */
function distanceApart(a: ProjectedPlan, b: ProjectedPlan): number {
  let squared = 0;
  for (let e = 0; e < a.means.values.length; e++) {
    const difference = a.means.values[e]! - b.means.values[e]!;
    squared += difference * difference;
  }
  return squared / a.means.rows + a.within + b.within;
}
