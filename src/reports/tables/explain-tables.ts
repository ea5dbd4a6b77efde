import type { Attributions, FeatureImportance, LinearWeights } from "../../findings/attributions.js";
import { ROW_LABELS } from "../text/table-labels.js";
import { type ReportTable, reportTable } from "./report-table.js";

/** What the rebuilt model seems to look at. */
export function explainTables({ weights, permutation, shapley, partialDependence }: Attributions): ReportTable[] {
  return [
    ...reportTable(
      "weights",
      ({ column }) => [
        column("feature", "text", ({ feature }) => feature),
        column("type", "word", ({ type }) => type),
        column("level", "text", ({ level }) => level),
        column("base", "text", ({ base }) => base),
        column("points", "number", ({ points }) => points),
        column("unit", "number", ({ unit }) => unit),
      ],
      weights === null ? [] : weightRows(weights),
    ),
    ...importanceTable("permutation", "share", permutation),
    ...importanceTable("shapley", "number", shapley.features),
    ...reportTable(
      "partial-dependence",
      ({ column }) => [
        column("feature", "text", ({ feature }) => feature),
        column("type", "word", ({ type }) => type),
        column("value", "text", ({ value }) => value),
        column("score", "number", ({ score }) => score),
        column("accepted", "share", ({ accepted }) => accepted),
      ],
      partialDependence.flatMap(({ feature, type, points }) => points.map((point) => ({ feature, type, ...point }))),
    ),
  ];
}

function importanceTable(
  id: "permutation" | "shapley",
  kind: "share" | "number",
  features: readonly FeatureImportance[],
): ReportTable[] {
  return reportTable(
    id,
    ({ column, estimate }) => [
      column("feature", "text", ({ feature }) => feature),
      estimate("importance", kind, ({ importance }) => importance),
    ],
    features,
  );
}

interface WeightRow {
  readonly feature: string;
  readonly type: "number" | "category" | null;
  readonly level: string | null;
  readonly base: string | null;
  readonly points: number;
  readonly unit: number | null;
}

function weightRows({ intercept, features }: LinearWeights): WeightRow[] {
  const rows: WeightRow[] = [
    { feature: ROW_LABELS.intercept, type: null, level: null, base: null, points: intercept, unit: null },
  ];
  for (const entry of features) {
    const { feature, type } = entry;
    if (type === "number") {
      rows.push({ feature, type, level: null, base: null, points: entry.perUnit, unit: entry.unit });
    } else {
      for (const { level, points } of entry.levels) {
        rows.push({ feature, type, level, base: entry.base, points, unit: null });
      }
    }
  }
  return rows;
}
