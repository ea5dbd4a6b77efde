import { type Matrix, row, zeros } from "../math/matrix.js";

/** Rows in fewer coordinates: x = coordinates · basis, to rounding. */
export interface RowSpace {
  /** As many rows as x, one column per direction. */
  readonly coordinates: Matrix;
  /** Directions of length one at right angles, one per row. */
  readonly basis: Matrix;
}

const NOTHING_LEFT = 1e-12; // of a row's length: less is rounding of the subtraction

/**
 * The space that the rows span. A penalty on the length of a linear rule keeps the rule inside it, so the rule can be
 * sought there, at a fraction of the cost where rows are far fewer than columns.
 */
export function rowSpace(x: Matrix): RowSpace {
  const d = x.columns;
  const directions: Float64Array[] = [];
  for (let i = 0; i < x.rows; i++) {
    const own = row(x, i);
    const rest = own.slice();
    for (let pass = 0; pass < 2; pass++) for (const direction of directions) removeAlong(rest, direction);
    const length = Math.sqrt(dot(rest, rest));
    if (length > NOTHING_LEFT * Math.sqrt(dot(own, own))) directions.push(rest.map((value) => value / length));
  }
  const basis = zeros(directions.length, d);
  directions.forEach((direction, k) => {
    basis.values.set(direction, k * d);
  });
  const coordinates = zeros(x.rows, directions.length);
  for (let i = 0; i < x.rows; i++) {
    directions.forEach((direction, k) => {
      coordinates.values[i * directions.length + k] = dot(row(x, i), direction);
    });
  }
  return { coordinates, basis };
}

/** Σₖ weightₖ · directionₖ: a rule on the coordinates as a rule on the columns. */
export function outOfRowSpace({ basis }: RowSpace, weights: Float64Array): Float64Array {
  const sum = new Float64Array(basis.columns);
  weights.forEach((weight, k) => {
    for (let j = 0; j < sum.length; j++) sum[j]! += weight * basis.values[k * sum.length + j]!;
  });
  return sum;
}

function removeAlong(vector: Float64Array, direction: Float64Array): void {
  const along = dot(vector, direction);
  for (let j = 0; j < vector.length; j++) vector[j]! -= along * direction[j]!;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!;
  return sum;
}
