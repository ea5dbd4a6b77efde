import type { Evidence } from "../../input/evidence.js";
import type { Column, Table } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import { quantile } from "../../math/quantile.js";
import type { Model } from "../../surrogate/model.js";
import { immutableFeatures } from "./likely-flip.js";
import { pooledNumbers, stepsOf } from "./number-steps.js";
import { columnNamed, countLevels, presentNumbers } from "./observed-values.js";

/** The values of a feature that people and letters have. */
export type FeatureRange = NumberRange | CategoryRange;

export interface NumberRange {
  readonly feature: string;
  readonly type: "number";
  readonly immutable: boolean;
  /** Least and greatest value of people and letters; both 0 where nobody has one. */
  readonly low: number;
  readonly high: number;
  /** The 5, 25, 50, 75 and 95 % quantiles of the observed people's values; empty where nobody has one. */
  readonly quantiles: readonly number[];
  /** A power of ten to move by: some hundredth of the usual range, and not finer than the files write numbers. */
  readonly step: number;
  /** The power of ten the files write numbers by, where that is finer; otherwise the same. */
  readonly finest: number;
  /** Observed people without a value. */
  readonly missing: number;
  /** What the model puts in the place of a missing value. */
  readonly fill: number;
}

export interface CategoryRange {
  readonly feature: string;
  readonly type: "category";
  readonly immutable: boolean;
  /** Levels of people and letters that the model was fitted on, those most people have first. */
  readonly levels: readonly { readonly level: string; readonly people: number }[];
  readonly missing: number;
  readonly fill: string | null;
}

const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** What each feature of a model may be set to when one asks "what if", in the model's order. */
export function featureRanges(model: Model, evidence: Evidence): readonly FeatureRange[] {
  const { observations, letters } = evidence;
  const immutable = immutableFeatures(model, evidence);
  return model.encoder.features.map((code): FeatureRange => {
    const { name: feature, type } = code;
    const column = columnNamed(observations, feature);
    const common = { feature, immutable: immutable.has(feature), missing: countMissing(observations, column) };
    if (type === "category") {
      const counts = column?.type === "category" ? countLevels(column) : new Map<string, number>();
      const levels = code.levels
        .map((level) => ({ level, people: counts.get(level) ?? 0 }))
        .sort((a, b) => b.people - a.people || compareText(a.level, b.level));
      return { ...common, type, levels, fill: code.fill };
    }
    const sorted = pooledNumbers([observations, letters], feature);
    const own = presentNumbers(observations, feature);
    return {
      ...common,
      type,
      low: sorted[0] ?? 0,
      high: sorted.at(-1) ?? 0,
      quantiles: own.length === 0 ? [] : QUANTILES.map((p) => quantile(own, p)),
      ...stepsOf(sorted),
      fill: code.fill,
    };
  });
}

function countMissing(table: Table, column: Column | undefined): number {
  if (column === undefined) return table.rows;
  return (column.type === "number" ? column.values.filter(Number.isNaN) : column.codes.filter((code) => code < 0))
    .length;
}
