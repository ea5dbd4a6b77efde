import * as v from "valibot";
import { count, finiteNumbers, invalidModel, positiveNumber, readModelPart } from "../classifiers/model-data.js";
import type { DataOf } from "../findings/quantities.js";
import { type Matrix, zeros } from "../math/matrix.js";
import { boundedEntry } from "./score.js";

/** Encoded rows as a classifier sees them: columns that never vary are left out, the others shifted and scaled. */
export const columnScalerData = v.strictObject({
  columns: count,
  kept: v.array(count),
  centres: finiteNumbers(),
  spreads: v.array(positiveNumber),
});
export type ColumnScaler = DataOf<typeof columnScalerData>;

/**
 * Fitted to the rows: columns with one value only are left out, so that they can change nothing; `standardised` columns
 * get mean 0 and standard deviation 1.
 */
export function fitColumnScaler(x: Matrix, standardised: (column: number) => boolean): ColumnScaler {
  const kept: number[] = [];
  const centres: number[] = [];
  const spreads: number[] = [];
  for (let j = 0; j < x.columns; j++) {
    let varies = false;
    let sum = 0;
    for (let at = j; at < x.values.length; at += x.columns) {
      varies ||= x.values[at] !== x.values[j];
      sum += x.values[at]!;
    }
    if (!varies) continue;
    const mean = sum / x.rows;
    let squares = 0;
    for (let at = j; at < x.values.length; at += x.columns) squares += (x.values[at]! - mean) * (x.values[at]! - mean);
    const deviation = Math.sqrt(squares / x.rows);
    const scaled = standardised(j) && deviation > 0;
    kept.push(j);
    centres.push(scaled ? mean : 0);
    spreads.push(scaled ? deviation : 1);
  }
  return { columns: x.columns, kept, centres, spreads };
}

/** The rows as the classifier sees them; entries far outside are pulled back first. */
export function scaleColumns({ kept, centres, spreads }: ColumnScaler, x: Matrix): Matrix {
  const scaled = zeros(x.rows, kept.length);
  for (let k = 0; k < kept.length; k++) {
    const column = kept[k]!;
    const centre = centres[k]!;
    const spread = spreads[k]!;
    for (let i = 0; i < x.rows; i++) {
      scaled.values[i * kept.length + k] = (boundedEntry(x.values[i * x.columns + column]!) - centre) / spread;
    }
  }
  return scaled;
}

/** The scaler that was written; MODEL_INVALID when its lists do not fit together. */
export function reviveColumnScaler(data: unknown): ColumnScaler {
  const scaler = readModelPart(columnScalerData, data, "surrogate.scaler");
  const { columns, kept, centres, spreads } = scaler;
  const ascending = kept.every((column, k) => column < columns && (k === 0 || column > kept[k - 1]!));
  if (!ascending || centres.length !== kept.length || spreads.length !== kept.length) {
    throw invalidModel("surrogate.scaler", "its lists do not fit together");
  }
  return scaler;
}
