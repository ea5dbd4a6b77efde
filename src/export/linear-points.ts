import type { CategoryCode, NumberCode } from "../encode/encoder-data.js";
import { FARTHEST } from "../encode/scaling.js";
import { type LinearRule, linearRuleOf } from "../measure/explain/linear-rule.js";
import type { Model } from "../surrogate/model.js";
import { OTHER_METHOD, OTHER_SCALING, refuseTexts, requireFiniteParts, unsupported } from "./rule.js";

/** Points of a number, per unit; the number is first kept within [low, high]. */
export interface NumberPoints {
  readonly type: "number";
  readonly name: string;
  readonly perUnit: number;
  /** What a missing number counts as. */
  readonly fill: number;
  readonly low: number;
  readonly high: number;
  readonly center: number;
  readonly spread: number;
}

/** Points of a category, by level; a level that is not listed has none. */
export interface CategoryPoints {
  readonly type: "category";
  readonly name: string;
  readonly levels: readonly { readonly level: string; readonly points: number }[];
  /** What a missing category counts as; null when nobody had any. */
  readonly fill: string | null;
}

/** A rule that adds points of raw values and accepts at 0 or more. */
export interface LinearPoints {
  readonly unit: LinearRule["points"];
  readonly intercept: number;
  readonly features: readonly (NumberPoints | CategoryPoints)[];
}

/** The points of a model; EXPORT_UNSUPPORTED, naming `format`, when its rule is not a sum of points of raw values. */
export function linearPoints(model: Model, format: string): LinearPoints {
  refuseTexts(model);
  const rule = linearRuleOf(model.surrogate);
  if (rule === null) {
    const what = `a model of method '${model.method}' is not a sum of points, which ${format} needs`;
    throw unsupported(`${what}; ${OTHER_METHOD}`);
  }
  const { encoder } = model;
  let { intercept } = rule;
  const features = encoder.features.map((code, f) => {
    const start = encoder.starts[f]!;
    if (code.type === "category") return categoryPoints(code, rule.weights.subarray(start, start + code.levels.length));
    const points = numberPoints(code, rule.weights[start]!, format);
    intercept -= points.perUnit * points.center;
    return points;
  });
  const points = { unit: rule.points, intercept, features };
  requireFiniteParts(points);
  return points;
}

function categoryPoints({ name, levels, fill }: CategoryCode, weights: Float64Array): CategoryPoints {
  return { type: "category", name, fill, levels: levels.map((level, k) => ({ level, points: weights[k]! + 0 })) };
}

function numberPoints({ name, fill, scale }: NumberCode, weight: number, format: string): NumberPoints {
  if (scale.kind === "rank") {
    const why = `so a unit more is not worth the same everywhere, which ${format} needs`;
    throw unsupported(`the model counts ranks of '${name}', ${why}; ${OTHER_SCALING}`);
  }
  const { center, scale: spread } = scale;
  const far = FARTHEST * spread;
  const perUnit = weight / spread + 0;
  return { type: "number", name, perUnit, fill, center, spread, low: center - far, high: center + far };
}
