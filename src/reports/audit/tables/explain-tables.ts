import { column, estimate, own, type Table, tableOf } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";
import { ROW_LABELS } from "./rows.js";

type Attributions = AuditFile["attributions"];

/** What the rebuilt model seems to look at. */
export function explainTables({ weights, permutation, shapley, partialDependence }: Attributions): Table[] {
  return [
    tableOf(
      {
        id: "weights",
        title: "Weights in the columns’ own units",
        note: "Numbers: margin per one unit. Categories: margin of each level against the most frequent one.",
        how: "linear-weights",
      },
      weights === null ? [] : weightRows(weights),
      [
        own({ feature: "text", type: "word", level: "text" }),
        column("base", "text", ({ base }) => base, "Compared with level"),
        own({ points: "number", unit: "number" }),
      ],
    ),
    tableOf(
      {
        id: "permutation",
        title: "Share of decisions that change when a feature is shuffled",
        how: "permutation",
      },
      permutation,
      [
        column("feature", "text", ({ feature }) => feature),
        estimate("importance", "share", ({ importance }) => importance),
      ],
    ),
    tableOf(
      { id: "shapley", title: "Mean size of a feature’s share in the score (Shapley)", how: "shapley" },
      shapley.features,
      [
        column("feature", "text", ({ feature }) => feature),
        estimate("importance", "number", ({ importance }) => importance),
      ],
    ),
    tableOf(
      {
        id: "partial-dependence",
        title: "Mean score when a feature is set to one value for everybody",
        how: "partial-dependence",
      },
      partialDependence.flatMap(({ feature, type, points }) => points.map((point) => ({ feature, type, ...point }))),
      [
        own({ feature: "text", type: "word", value: "text" }),
        column("score", "number", ({ score }) => score, "Mean score"),
        column("accepted", "share", ({ accepted }) => accepted),
      ],
    ),
  ];
}

interface WeightRow {
  readonly feature: string;
  readonly type: "number" | "category" | null;
  readonly level: string | null;
  readonly base: string | null;
  readonly points: number;
  readonly unit: number | null;
}

function weightRows({ intercept, features }: NonNullable<Attributions["weights"]>): WeightRow[] {
  const none = { type: null, level: null, base: null, unit: null };
  return [
    { ...none, feature: ROW_LABELS.intercept, points: intercept },
    ...features.flatMap((entry): WeightRow[] => {
      const { feature, type } = entry;
      if (type === "number") return [{ ...none, feature, type, points: entry.perUnit, unit: entry.unit }];
      return entry.levels.map(({ level, points }) => ({ ...none, feature, type, level, base: entry.base, points }));
    }),
  ];
}
