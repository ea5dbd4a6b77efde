import * as v from "valibot";
import type { LinearWeights } from "../../findings/attributions.js";
import { trainedLinearData } from "../../surrogate/families.js";
import { majorityData } from "../../surrogate/majority.js";
import { prototypePointsData } from "../../surrogate/prototype-points.js";
import { recastData } from "../../surrogate/recast.js";
import { ridgeData } from "../../surrogate/ridge.js";
import type { Surrogate } from "../../surrogate/surrogate.js";

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
      const { coefficients, intercept } = v.parse(ridgeData, surrogate.toJSON());
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
