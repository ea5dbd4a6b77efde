import * as v from "valibot";
import { count } from "../classifiers/model-data.js";
import type { Matrix } from "../math/matrix.js";
import { log } from "../math/special.js";
import { withDefaults } from "../options.js";
import { requireBothClasses } from "./clouds.js";
import { readModelPart } from "./revive.js";
import { agreeingScore, requireColumns } from "./score.js";
import type { Surrogate, SurrogateMethod } from "./surrogate.js";

/** What `toJSON` of the fitted surrogate gives, as a schema. */
export const majorityData = v.strictObject({ columns: count, rejected: count, accepted: count });

/** The same answer for everybody: the more frequent decision. What every other method has to beat. */
export function majority(given: Record<string, never> = {}): SurrogateMethod {
  withDefaults("majority", {}, given);
  return {
    name: "majority",
    usesLetters: false,
    fit(clouds) {
      requireBothClasses("majority", clouds);
      return majorityRule(clouds.rejected.rows, clouds.accepted.rows, clouds.rejected.columns);
    },
    revive(data) {
      const { rejected, accepted, columns } = readModelPart(majorityData, data, "surrogate");
      return majorityRule(rejected, accepted, columns);
    },
  };
}

/** Score (n₁ + 1) / (n₀ + n₁ + 2), Laplace's rule of succession; margin its log-odds. */
function majorityRule(rejected: number, accepted: number, columns: number): Surrogate {
  const margin = log((accepted + 1) / (rejected + 1));
  const score = agreeingScore(margin, (accepted + 1) / (rejected + accepted + 2));
  const everybody = (x: Matrix, value: number) => {
    requireColumns("majority", x, columns);
    return new Float64Array(x.rows).fill(value);
  };
  return {
    method: "majority",
    columns,
    margins: (x) => everybody(x, margin),
    scores: (x) => everybody(x, score),
    toJSON: () => ({ accepted, columns, rejected }),
  };
}
