import type { Encoder } from "../../encode/encoder.js";
import type { LinearWeights } from "../../findings/attributions.js";
import type { Table } from "../../input/table.js";
import { quantile } from "../../math/quantile.js";
import type { LinearRule } from "./linear-rule.js";
import { presentNumbers } from "./observed-values.js";
import { powerOfTenUpTo } from "./rounding.js";

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
