import type { Encoder } from "../../encode/encoder.js";
import type { FeatureCode } from "../../encode/encoder-data.js";
import { applyScale } from "../../encode/scaling.js";
import type { PartialDependence } from "../../findings/attributions.js";
import type { Table } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import type { Matrix } from "../../math/matrix.js";
import { quantile } from "../../math/quantile.js";
import { columnNamed, presentNumbers } from "./observed-values.js";
import type { Scorer } from "./shapley.js";

const MOST_POINTS = 20;

/**
 * For each feature, the mean score and the share accepted when everybody of `people` gets one value of it and keeps the
 * rest: at the observed values where they are few, else at evenly spaced quantiles; for categories at the most frequent
 * levels. Combinations nobody has are scored too, which is the weakness of this curve. Friedman (2001).
 */
export function partialDependence(
  scorer: Scorer,
  encoder: Encoder,
  observations: Table,
  people: Matrix,
): PartialDependence[] {
  return encoder.features.map((code, f) => {
    const values = code.type === "number" ? gridOf(observations, code.name) : levelsOf(observations, code);
    const changed = { ...people, values: people.values.slice() };
    const points = values.map((value) => {
      setFeature(changed, encoder.starts[f]!, code, value);
      const scores = scorer(changed);
      const score = scores.reduce((sum, each) => sum + each, 0) / people.rows;
      return { value, score, accepted: scores.reduce((sum, each) => sum + (each >= 0.5 ? 1 : 0), 0) / people.rows };
    });
    return { feature: code.name, type: code.type, points };
  });
}

/** The observed numbers, at most 20 of them: all, or quantiles from the least to the greatest. */
export function gridOf(observations: Table, feature: string): number[] {
  const sorted = presentNumbers(observations, feature);
  const distinct = [...new Set(sorted)];
  if (distinct.length <= MOST_POINTS) return distinct;
  const quantiles = Array.from({ length: MOST_POINTS }, (_, k) => quantile(sorted, k / (MOST_POINTS - 1)));
  return [...new Set(quantiles)];
}

/** The levels the model knows that somebody observed has, the most frequent first, at most 20. */
function levelsOf(observations: Table, code: FeatureCode): string[] {
  const column = columnNamed(observations, code.name);
  if (code.type !== "category" || column?.type !== "category") return [];
  const counts = new Map<string, number>();
  for (const place of column.codes) {
    const level = column.levels[place];
    if (level !== undefined) counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  return code.levels
    .filter((level) => counts.has(level))
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || compareText(a, b))
    .slice(0, MOST_POINTS);
}

function setFeature(x: Matrix, start: number, code: FeatureCode, value: number | string): void {
  const block = new Float64Array(code.type === "number" ? 1 : code.levels.length);
  if (code.type === "number") block[0] = applyScale(code.scale, Number(value));
  else block[code.levels.indexOf(String(value))] = 1;
  for (let i = 0; i < x.rows; i++) x.values.set(block, i * x.columns + start);
}
