import type { Encoder } from "../../encode/encoder.js";

/** Feature f has the encoded columns from entry f up to entry f + 1; one entry more than there are features. */
export function featureBounds(encoder: Encoder): Int32Array {
  const bounds = new Int32Array(encoder.features.length + 1);
  bounds.set(encoder.starts);
  bounds[encoder.features.length] = encoder.columns.length;
  return bounds;
}

/** Compares and copies the columns of feature `f` of an encoded row and of the row that begins at `at` of `values`. */
export interface FeatureBlocks {
  same(row: Float64Array, values: Float64Array, at: number, f: number): boolean;
  copy(row: Float64Array, values: Float64Array, at: number, f: number): void;
}

/** Blocks within the bounds of the features. */
export function featureBlocks(bounds: Int32Array): FeatureBlocks {
  return {
    same(row, values, at, f) {
      for (let j = bounds[f]!; j < bounds[f + 1]!; j++) if (row[j] !== values[at + j]) return false;
      return true;
    },
    copy(row, values, at, f) {
      for (let j = bounds[f]!; j < bounds[f + 1]!; j++) values[at + j] = row[j]!;
    },
  };
}
