import type { Kernels, TransportPlan } from "../kernels/kernels.js";
import { indices } from "../math/compare.js";
import { type Matrix, selectRows } from "../math/matrix.js";
import { requireMemory } from "../math/memory.js";
import { anything, type OptionsOf, settle } from "../options.js";
import { pairWeights, requireEqualMass } from "./weights.js";

const table = {
  /** Weight of each row of x. @default uniform */
  xWeights: anything<Float64Array | undefined>(undefined),
  /** Weight of each row of y; same sum as for x. @default uniform */
  yWeights: anything<Float64Array | undefined>(undefined),
};
export type ExactTransportOptions = OptionsOf<typeof table>;

export interface ExactTransportResult {
  /** W₂²(x, y) = min over plans of Σ πᵢⱼ‖xᵢ − yⱼ‖². */
  readonly squaredDistance: number;
  /** An optimal plan, sorted by source and target; with the WebAssembly kernels at most n + m − 1 entries. */
  readonly plan: TransportPlan;
}

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
  const [a, b] = pairWeights("exactTransport", x, y, settle("exactTransport", table, given));
  requireEqualMass(a, b);
  const uniform = [a, b].every((weights) => weights.every((weight) => weight === weights[0]));
  if (x.rows === y.rows && uniform) return matched(x, y, a[0]!, kernels);
  return planned([x, a], [y, b], kernels);
}

function matched(x: Matrix, y: Matrix, weight: number, kernels: Kernels): ExactTransportResult {
  const cost = costs(x, y, kernels);
  const target = kernels.assignment(cost);
  let squaredDistance = 0;
  for (let i = 0; i < x.rows; i++) squaredDistance += cost.values[i * y.rows + target[i]!]!;
  const plan = { source: indices(x.rows), target, mass: new Float64Array(x.rows).fill(weight) };
  return { squaredDistance: squaredDistance * weight, plan };
}

type WeightedCloud = readonly [rows: Matrix, weights: Float64Array];

function planned([x, a]: WeightedCloud, [y, b]: WeightedCloud, kernels: Kernels): ExactTransportResult {
  const rows = indices(a.length).filter((i) => a[i]! > 0);
  const columns = indices(b.length).filter((j) => b[j]! > 0);
  const cost = costs(selectRows(x, rows), selectRows(y, columns), kernels);
  const aKept = Float64Array.from(rows, (i) => a[i]!);
  const bKept = Float64Array.from(columns, (j) => b[j]!);
  const scale = total(aKept) / total(bKept); // sums agree to rounding: make them agree exactly enough
  const scaled = bKept.map((weight) => weight * scale);
  const plan = kernels.transport(cost, aKept, scaled);
  let squaredDistance = 0;
  for (let k = 0; k < plan.mass.length; k++) {
    squaredDistance += plan.mass[k]! * cost.values[plan.source[k]! * cost.columns + plan.target[k]!]!;
  }
  const source = plan.source.map((i) => rows[i]!);
  return { squaredDistance, plan: { source, target: plan.target.map((j) => columns[j]!), mass: plan.mass } };
}

function costs(x: Matrix, y: Matrix, kernels: Kernels): Matrix {
  requireMemory(`exact transport between ${x.rows} and ${y.rows} rows`, 8 * x.rows * y.rows);
  return kernels.squaredDistances(x, y);
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
