import { AuditError } from "../errors.js";
import { sortedIndices } from "../math/compare.js";
import { anything, type OptionsOf, settle } from "../options.js";
import { weightsOrUniform } from "./weights.js";

const table = {
  /** Weight of each entry of a; normalised here. @default uniform */
  aWeights: anything<Float64Array | undefined>(undefined),
  /** Weight of each entry of b; normalised here. @default uniform */
  bWeights: anything<Float64Array | undefined>(undefined),
};
export type Wasserstein1Options = OptionsOf<typeof table>;

/**
 * W₁ between two weighted samples on a line: ∫ |F_a(t) − F_b(t)| dt, by one sort of each sample. Exact up to
 * rounding; each sample's weights are divided by their sum.
 */
export function wasserstein1(a: ArrayLike<number>, b: ArrayLike<number>, given: Wasserstein1Options = {}): number {
  const { aWeights, bWeights } = settle("wasserstein1", table, given);
  const left = sorted("a", a, weightsOrUniform("a", aWeights, a.length));
  const right = sorted("b", b, weightsOrUniform("b", bWeights, b.length));
  let i = 0;
  let j = 0;
  let massLeft = 0; // share of a, and of b, at or below the current place
  let massRight = 0;
  let place = Math.min(left.values[0]!, right.values[0]!);
  let distance = 0;
  while (i < left.values.length || j < right.values.length) {
    const next = Math.min(left.values[i] ?? Number.POSITIVE_INFINITY, right.values[j] ?? Number.POSITIVE_INFINITY);
    distance += Math.abs(massLeft - massRight) * (next - place);
    place = next;
    while (left.values[i] === next) massLeft += left.weights[i++]!;
    while (right.values[j] === next) massRight += right.weights[j++]!;
  }
  return distance;
}

function sorted(name: string, values: ArrayLike<number>, weights: Float64Array) {
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) continue;
    throw new AuditError("NOT_FINITE", `${name}[${i}] is ${values[i]}; values must be finite`);
  }
  const order = sortedIndices(values.length, (i, j) => values[i]! - values[j]!);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    values: Float64Array.from(order, (i) => values[i]!),
    weights: Float64Array.from(order, (i) => weights[i]! / total),
  };
}
