import * as v from "valibot";
import { logisticData } from "../../classifiers/logistic.js";
import type { Encoder } from "../../encode/encoder.js";
import type { LinearWeights } from "../../findings/attributions.js";
import type { Table } from "../../input/table.js";
import { quantile } from "../../math/quantile.js";
import { majorityData } from "../../surrogate/baselines.js";
import { prototypePointsData } from "../../surrogate/prototype-rule.js";
import { recastData } from "../../surrogate/recast.js";
import type { Surrogate } from "../../surrogate/surrogate.js";
import { trainedLinearData } from "../../surrogate/trained.js";
import { powerOfTenUpTo } from "./number-steps.js";
import { presentNumbers } from "./observed-values.js";

/** A rule that accepts an encoded row x exactly where weights · x + intercept ≥ 0, rounding aside. */
export interface LinearRule {
  readonly weights: Float64Array;
  readonly intercept: number;
  readonly points: LinearWeights["points"];
}

/** The hyperplane a surrogate decides by; null when it decides by anything else. */
export function linearRuleOf(surrogate: Surrogate): LinearRule | null {
  switch (surrogate.method) {
    case "recast":
    case "recast-calibrated":
    case "recast-fixed-ratio":
    case "recast-no-letters": {
      const { means, variances, offset } = v.parse(recastData, surrogate.toJSON());
      return betweenPoints(means[0], means[1], variances[0] - variances[1] + offset);
    }
    case "prototype-mean":
    case "prototype-medoid": {
      const { points } = v.parse(prototypePointsData, surrogate.toJSON());
      return betweenPoints(points[0], points[1], 0);
    }
    case "ridge":
    case "ridge-letters": {
      const { coefficients, intercept } = v.parse(logisticData, surrogate.toJSON());
      return { weights: Float64Array.from(coefficients), intercept, points: "log-odds" };
    }
    case "samples-lr":
    case "no-cf-lr": {
      const { scaler, classifier } = v.parse(trainedLinearData, surrogate.toJSON());
      const weights = new Float64Array(scaler.columns);
      let { intercept } = classifier;
      for (const [k, column] of scaler.kept.entries()) {
        const weight = (classifier.coefficients[k] ?? 0) / (scaler.spreads[k] ?? 1);
        weights[column] = weight;
        intercept -= weight * (scaler.centres[k] ?? 0);
      }
      return { weights, intercept, points: "log-odds" };
    }
    case "majority": {
      const { columns } = v.parse(majorityData, surrogate.toJSON());
      const margin = surrogate.margins({ rows: 1, columns, values: new Float64Array(columns) })[0]!;
      return { weights: new Float64Array(columns), intercept: margin, points: "log-odds" };
    }
    default:
      return null;
  }
}

/** ‖x − m₀‖² − ‖x − m₁‖² + offset as 2(m₁ − m₀) · x + ‖m₀‖² − ‖m₁‖² + offset. */
function betweenPoints(m0: readonly number[], m1: readonly number[], offset: number): LinearRule {
  const weights = new Float64Array(m0.length);
  let intercept = offset;
  for (let j = 0; j < weights.length; j++) {
    const [a, b] = [m0[j] ?? 0, m1[j] ?? 0];
    weights[j] = 2 * (b - a);
    intercept += (a - b) * (a + b);
  }
  return { weights, intercept, points: "squared distance" };
}

/**
 * A rule on encoded columns in the columns' own units; null for rank scaling, where a unit more is worth more in one
 * place than in another. Missing values count as the encoder fills them in, and numbers beyond 10⁹ spreads as those.
 */
export function linearWeights(rule: LinearRule, encoder: Encoder, observations: Table): LinearWeights | null {
  if (encoder.scaling === "rank") return null;
  let { intercept } = rule;
  const features: LinearWeights["features"][number][] = [];
  for (const [f, code] of encoder.features.entries()) {
    const start = encoder.starts[f]!;
    if (code.type === "number") {
      if (code.scale.kind === "rank") return null;
      const perUnit = rule.weights[start]! / code.scale.scale;
      intercept -= perUnit * code.scale.center;
      features.push({
        feature: code.name,
        type: "number",
        perUnit: perUnit + 0,
        unit: unitOf(code.name, observations),
      });
      continue;
    }
    const base = code.levels.indexOf(code.fill ?? "");
    if (code.fill === null || base < 0) continue; // a category nobody has a value of: no points to give
    const ofBase = rule.weights[start + base]!;
    intercept += ofBase;
    const levels = code.levels.map((level, k) => ({ level, points: rule.weights[start + k]! - ofBase }));
    features.push({ feature: code.name, type: "category", base: code.fill, levels });
  }
  return { points: rule.points, intercept, features };
}

/** The power of ten at or below the 5–95 % range of the observed values; for a column without spread, 1. */
function unitOf(feature: string, observations: Table): number {
  const sorted = presentNumbers(observations, feature);
  const range = sorted.length === 0 ? 0 : quantile(sorted, 0.95) - quantile(sorted, 0.05);
  const whole = sorted.length === 0 ? 0 : sorted.at(-1)! - sorted[0]!;
  return powerOfTenUpTo(range > 0 ? range : whole);
}
