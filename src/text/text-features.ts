import type { FeatureSchema } from "../input/evidence.js";
import type { NumberColumn } from "../input/table.js";
import type { Matrix } from "../math/matrix.js";

/** Directions that are kept of an embedding, as in the paper. */
export const TEXT_DIMENSIONS = 50;

/** The name of a direction, counted from 1 and padded so that names sort as they count: `comment·07`. */
export function textFeatureName(column: string, k: number): string {
  return `${column}·${String(k + 1).padStart(2, "0")}`;
}

/** Schemas of the first `count` directions; they share a unit, so they are scaled together. */
export function textFeatures(column: string, count: number): FeatureSchema[] {
  return Array.from({ length: count }, (_, k) => ({
    name: textFeatureName(column, k),
    type: "number" as const,
    immutable: false,
    unit: column,
  }));
}

/** Projected texts as columns; a row without a text is missing in all of them. */
export function textColumns(column: string, projected: Matrix, missing?: ArrayLike<number>): NumberColumn[] {
  const { rows, columns } = projected;
  return Array.from({ length: columns }, (_, k) => {
    const values = new Float64Array(rows);
    for (let i = 0; i < rows; i++) values[i] = missing?.[i] === 1 ? Number.NaN : projected.values[i * columns + k]!;
    return { name: textFeatureName(column, k), type: "number", values };
  });
}
