import { AuditError } from "../errors.js";
import { withDefaults } from "../options.js";
import { requireRows, weightsOrUniform } from "./weights.js";

export interface Wasserstein1Options {
  /** Weight of each entry of a; normalised here. @default uniform */
  readonly aWeights?: Float64Array | undefined;
  /** Weight of each entry of b; normalised here. @default uniform */
  readonly bWeights?: Float64Array | undefined;
}

const DEFAULTS: Required<Wasserstein1Options> = { aWeights: undefined, bWeights: undefined };

/**
 * W₁ between two weighted samples on a line: ∫ |F_a(t) − F_b(t)| dt, by one sort of each sample. Exact up to
 * rounding; each sample's weights are divided by their sum.
 */
export function wasserstein1(a: ArrayLike<number>, b: ArrayLike<number>, given: Wasserstein1Options = {}): number {
  const options = withDefaults("wasserstein1", DEFAULTS, given);
  requireRows("a", a.length);
  requireRows("b", b.length);
  const left = sorted("a", a, weightsOrUniform("aWeights", options.aWeights, a.length));
  const right = sorted("b", b, weightsOrUniform("bWeights", options.bWeights, b.length));
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
  const order = Array.from({ length: values.length }, (_, i) => i);
  for (const i of order) {
    if (!Number.isFinite(values[i]!))
      throw new AuditError("NOT_FINITE", `${name}[${i}] is ${values[i]}; values must be finite`);
  }
  order.sort((i, j) => values[i]! - values[j]! || i - j);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    values: Float64Array.from(order, (i) => values[i]!),
    weights: Float64Array.from(order, (i) => weights[i]! / total),
  };
}
