import type { Encoder } from "../../encode/encoder.js";

/** Encoded columns of feature f: from entry f up to, but not with, entry f + 1. One entry more than there are features. */
export function featureBounds(encoder: Encoder): Int32Array {
  const bounds = new Int32Array(encoder.features.length + 1);
  bounds.set(encoder.starts);
  bounds[encoder.features.length] = encoder.columns.length;
  return bounds;
}

/** Whether two encoded rows, which begin at `p` and `q`, have the same values in the columns of feature `f`. */
export function sameBlock(
  x: Float64Array,
  p: number,
  y: Float64Array,
  q: number,
  bounds: Int32Array,
  f: number,
): boolean {
  for (let j = bounds[f]!; j < bounds[f + 1]!; j++) if (x[p + j] !== y[q + j]) return false;
  return true;
}

/** Writes the columns of feature `f` from the row that begins at `p` of `from` into the row that begins at `q` of `to`. */
export function copyBlock(
  from: Float64Array,
  p: number,
  to: Float64Array,
  q: number,
  bounds: Int32Array,
  f: number,
): void {
  for (let j = bounds[f]!; j < bounds[f + 1]!; j++) to[q + j] = from[p + j]!;
}
