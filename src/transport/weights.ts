import { AuditError } from "../errors.js";
import { type Matrix, requireSameColumns } from "../math/matrix.js";

/** The weights of two clouds in one space, after checking both. */
export function pairWeights(
  owner: string,
  x: Matrix,
  y: Matrix,
  { xWeights, yWeights }: { readonly xWeights: Float64Array | undefined; readonly yWeights: Float64Array | undefined },
): readonly [Float64Array, Float64Array] {
  requireSameColumns(owner, x, y);
  return [weightsOrUniform("x", xWeights, x.rows), weightsOrUniform("y", yWeights, y.rows)];
}

/**
 * The given weights of a cloud, or uniform ones. Refuses a cloud without points, a wrong length, a negative or
 * non-finite weight, and a mass of 0.
 */
export function weightsOrUniform(cloud: string, given: Float64Array | undefined, rows: number): Float64Array {
  const name = `${cloud}Weights`;
  if (rows === 0) throw new AuditError("SHAPE_MISMATCH", `${cloud} has no rows; a cloud needs at least one point`);
  if (given === undefined) return new Float64Array(rows).fill(1 / rows);
  if (given.length !== rows) {
    const message = `${name} has ${given.length} entries for ${rows} rows; pass one weight per row`;
    throw new AuditError("SHAPE_MISMATCH", message);
  }
  let sum = 0;
  for (let i = 0; i < rows; i++) {
    const weight = given[i]!;
    if (!(weight >= 0 && Number.isFinite(weight))) {
      throw new AuditError("INVALID_OPTION", `${name}[${i}] must be a finite number >= 0, got ${weight}`);
    }
    sum += weight;
  }
  if (sum <= 0) throw new AuditError("INVALID_OPTION", `${name} must not all be zero`);
  return given;
}

/** Refuses two sides whose total masses differ by more than rounding. */
export function requireEqualMass(a: Float64Array, b: Float64Array): void {
  const left = a.reduce((total, weight) => total + weight, 0);
  const right = b.reduce((total, weight) => total + weight, 0);
  if (Math.abs(left - right) > 1e-6 * Math.max(left, right)) {
    throw new AuditError(
      "INVALID_OPTION",
      `xWeights sum to ${left} and yWeights to ${right}; balanced transport needs equal sums: divide each by its sum`,
    );
  }
}
