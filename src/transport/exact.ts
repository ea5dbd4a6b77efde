import type { Kernels, TransportPlan } from "../kernels/kernels.js";
import { type Matrix, requireSameColumns, selectRows } from "../math/matrix.js";
import { requireMemory } from "../math/memory.js";
import { withDefaults } from "../options.js";
import { requireEqualMass, requireRows, weightsOrUniform } from "./weights.js";

export interface ExactTransportOptions {
  /** Weight of each row of x. @default uniform */
  readonly xWeights?: Float64Array | undefined;
  /** Weight of each row of y; same sum as for x. @default uniform */
  readonly yWeights?: Float64Array | undefined;
}

export interface ExactTransportResult {
  /** W₂²(x, y) = min over plans of Σ πᵢⱼ‖xᵢ − yⱼ‖². */
  readonly squaredDistance: number;
  /** An optimal plan, sorted by source and target; with the WebAssembly kernels at most n + m − 1 entries. */
  readonly plan: TransportPlan;
}

const DEFAULTS: Required<ExactTransportOptions> = { xWeights: undefined, yWeights: undefined };

/**
 * Exact optimal transport with cost ‖x − y‖². Two uniform clouds of one size are an assignment problem; any other
 * weights go to the network simplex. Rows of weight zero take no part.
 */
export function exactTransport(
  x: Matrix,
  y: Matrix,
  kernels: Kernels,
  given: ExactTransportOptions = {},
): ExactTransportResult {
  const options = withDefaults("exactTransport", DEFAULTS, given);
  requireSameColumns("exactTransport", x, y);
  requireRows("x", x.rows);
  requireRows("y", y.rows);
  const a = weightsOrUniform("xWeights", options.xWeights, x.rows);
  const b = weightsOrUniform("yWeights", options.yWeights, y.rows);
  requireEqualMass(a, b);
  if (x.rows === y.rows && isConstant(a) && isConstant(b)) return matched(x, y, a[0]!, kernels);
  return planned({ rows: x, weights: a }, { rows: y, weights: b }, kernels);
}

function matched(x: Matrix, y: Matrix, weight: number, kernels: Kernels): ExactTransportResult {
  const cost = costs(x, y, kernels);
  const target = kernels.assignment(cost);
  let squaredDistance = 0;
  for (let i = 0; i < x.rows; i++) squaredDistance += cost.values[i * y.rows + target[i]!]!;
  const source = Int32Array.from({ length: x.rows }, (_, i) => i);
  return {
    squaredDistance: squaredDistance * weight,
    plan: { source, target, mass: new Float64Array(x.rows).fill(weight) },
  };
}

interface WeightedCloud {
  readonly rows: Matrix;
  readonly weights: Float64Array;
}

function planned(x: WeightedCloud, y: WeightedCloud, kernels: Kernels): ExactTransportResult {
  const rows = withMass(x.weights);
  const columns = withMass(y.weights);
  const cost = costs(selectRows(x.rows, rows), selectRows(y.rows, columns), kernels);
  const aKept = Float64Array.from(rows, (i) => x.weights[i]!);
  const bKept = Float64Array.from(columns, (j) => y.weights[j]!);
  const scale = total(aKept) / total(bKept); // sums agree to rounding: make them agree exactly enough
  const plan = kernels.transport(
    cost,
    aKept,
    bKept.map((weight) => weight * scale),
  );
  let squaredDistance = 0;
  for (let k = 0; k < plan.mass.length; k++) {
    squaredDistance += plan.mass[k]! * cost.values[plan.source[k]! * cost.columns + plan.target[k]!]!;
  }
  return {
    squaredDistance,
    plan: {
      source: plan.source.map((i) => rows[i]!),
      target: plan.target.map((j) => columns[j]!),
      mass: plan.mass,
    },
  };
}

function costs(x: Matrix, y: Matrix, kernels: Kernels): Matrix {
  requireMemory(`exact transport between ${x.rows} and ${y.rows} rows`, 8 * x.rows * y.rows);
  return kernels.squaredDistances(x, y);
}

function withMass(weights: Float64Array): Int32Array {
  const kept: number[] = [];
  for (let i = 0; i < weights.length; i++) if (weights[i]! > 0) kept.push(i);
  return Int32Array.from(kept);
}

function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
