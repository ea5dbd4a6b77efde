import { dot, type Matrix, row, zeros } from "../math/matrix.js";
import { orthonormal } from "../math/symmetric-eigen.js";

/** Rows in fewer coordinates: x = coordinates · basis, to rounding. */
export interface RowSpace {
  /** As many rows as x, one column per direction. */
  readonly coordinates: Matrix;
  /** Directions of length one at right angles, one per row. */
  readonly basis: Matrix;
}

/**
 * The space that the rows span. A penalty on the length of a linear rule keeps the rule inside it, so the rule can be
 * sought there, at a fraction of the cost where rows are far fewer than columns.
 */
export function rowSpace(x: Matrix): RowSpace {
  const directions = orthonormal(Array.from({ length: x.rows }, (_, i) => row(x, i)));
  const basis = zeros(directions.length, x.columns);
  for (const [k, direction] of directions.entries()) row(basis, k).set(direction);
  const coordinates = zeros(x.rows, directions.length);
  for (let i = 0; i < x.rows; i++) {
    const own = row(x, i);
    const into = row(coordinates, i);
    for (let k = 0; k < into.length; k++) into[k] = dot(own, directions[k]!);
  }
  return { coordinates, basis };
}

/** Σₖ weightₖ · directionₖ: a rule on the coordinates as a rule on the columns. */
export function outOfRowSpace({ basis }: RowSpace, weights: Float64Array): Float64Array {
  const sum = new Float64Array(basis.columns);
  for (let k = 0; k < weights.length; k++) {
    for (let j = 0; j < sum.length; j++) sum[j]! += weights[k]! * basis.values[k * sum.length + j]!;
  }
  return sum;
}
