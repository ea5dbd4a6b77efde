import { AuditError } from "../errors.js";
import type { Matrix } from "../math/matrix.js";

/** Weights of the rows, all 1 when none were given, after checking shapes and that both classes carry weight. */
export function trainingWeights(
  owner: string,
  x: Matrix,
  labels: ArrayLike<number>,
  given: Float64Array | undefined,
): Float64Array {
  const weights = given ?? new Float64Array(x.rows).fill(1);
  if (labels.length !== x.rows || weights.length !== x.rows) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `${owner}: x has ${x.rows} rows, labels ${labels.length} and weights ${weights.length}; pass one of each per row`,
    );
  }
  let w0 = 0;
  let w1 = 0;
  for (let i = 0; i < x.rows; i++) {
    const weight = weights[i]!;
    if (!(weight >= 0) || weight === Number.POSITIVE_INFINITY) {
      throw new AuditError("NOT_FINITE", `${owner}: weight ${i} is ${weight}; weights must be finite and >= 0`);
    }
    if (labels[i]) w1 += weight;
    else w0 += weight;
  }
  if (!(w0 > 0 && w1 > 0)) {
    throw new AuditError(
      "SINGLE_CLASS",
      `${owner} needs rows of both classes, got weight ${w0} of class 0 and ${w1} of class 1`,
    );
  }
  return weights;
}

/** Refuses rows of another width than the classifier was trained on. */
export function requireWidth(owner: string, x: Matrix, columns: number): void {
  if (x.columns !== columns) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `${owner} was trained on ${columns} columns, got rows of ${x.columns}; encode them with the same encoder`,
    );
  }
}

/** Total of some numbers, first to last. */
export function total(values: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k]!;
  return sum;
}
