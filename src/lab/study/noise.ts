import { fitEncoder } from "../../encode/encoder.js";
import { invertScale } from "../../encode/scaling.js";
import type { FeatureSchema } from "../../input/evidence.js";
import type { Column, Table } from "../../input/table.js";
import { seededRandom } from "../../math/random.js";

/** What noise is scaled by, and the seed of its draws. */
export interface NoiseSource {
  readonly features: readonly FeatureSchema[];
  readonly scaledBy: Table;
  readonly seed: number;
}

/**
 * The rows with N(0, τ²) added to each number, in units of the 5–95 % range that the number has in `scaledBy` (its
 * standard deviation where that range says nothing), as a target trained there sees it. Categories and missing values
 * stay. The draws are the same at every τ, so that levels differ in nothing but strength.
 */
export function noisedRows(rows: Table, level: number, { features, scaledBy, seed }: NoiseSource): Table {
  if (level === 0) return rows;
  const units = new Map<string, number>();
  for (const code of fitEncoder(features, [scaledBy], { scaling: "robust" }).features) {
    if (code.type === "number") units.set(code.name, invertScale(code.scale, 1) - invertScale(code.scale, 0));
  }
  return { rows: rows.rows, columns: rows.columns.map((column) => noised(column, units, level, seed)) };
}

function noised(column: Column, units: ReadonlyMap<string, number>, level: number, seed: number): Column {
  const unit = units.get(column.name);
  if (column.type !== "number" || unit === undefined) return column;
  const random = seededRandom(seed, `study-noise-${column.name}`);
  return { ...column, values: column.values.map((value) => value + level * unit * random.normal()) };
}
