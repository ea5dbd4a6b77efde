import * as v from "valibot";
import { count, readModelPart } from "../classifiers/model-data.js";
import type { Matrix } from "../math/matrix.js";
import { log } from "../math/special.js";
import { settle } from "../options.js";
import { surrogateMethod } from "./clouds.js";
import { agreeingScore, requireColumns } from "./score.js";
import type { Surrogate, SurrogateMethod } from "./surrogate.js";

/** What `toJSON` of the fitted surrogate gives, as a schema. */
export const majorityData = v.strictObject({ columns: count, rejected: count, accepted: count });

/** The same answer for everybody: the more frequent decision. What every other method has to beat. */
export function majority(given: Record<string, never> = {}): SurrogateMethod {
  settle("majority", {}, given);
  return surrogateMethod({
    name: "majority",
    usesLetters: false,
    fit: ({ rejected, accepted }) =>
      majorityRule({ accepted: accepted.rows, columns: rejected.columns, rejected: rejected.rows }),
    revive: (data) => majorityRule(readModelPart(majorityData, data, "surrogate")),
  });
}

/** Score (n₁ + 1) / (n₀ + n₁ + 2), Laplace's rule of succession; margin its log-odds. */
function majorityRule(counts: v.InferOutput<typeof majorityData>): Surrogate {
  const { accepted, columns, rejected } = counts;
  const margin = log((accepted + 1) / (rejected + 1));
  const score = agreeingScore(margin, (accepted + 1) / (rejected + accepted + 2));
  const everybody = (value: number) => (x: Matrix) => {
    requireColumns("majority", x, columns);
    return new Float64Array(x.rows).fill(value);
  };
  return {
    method: "majority",
    columns,
    margins: everybody(margin),
    scores: everybody(score),
    toJSON: () => ({ accepted, columns, rejected }),
  };
}
