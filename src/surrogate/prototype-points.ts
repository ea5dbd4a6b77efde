import * as v from "valibot";
import { finiteNumbers, readModelPart } from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, row, stackRows } from "../math/matrix.js";
import { settle } from "../options.js";
import { moments } from "../prototypes/prototype.js";
import { surrogateMethod } from "./clouds.js";
import { ruleMargins } from "./prototype-rule.js";
import { surrogateOf } from "./score.js";
import type { Surrogate, SurrogateMethod } from "./surrogate.js";

/** What `toJSON` of the fitted surrogate gives, as a schema: one point per class. */
export const prototypePointsData = v.strictObject({ points: v.strictTuple([finiteNumbers(), finiteNumbers()]) });

/** Nearest class mean, letters counted as accepted rows: the paper's ablation "Euclidean mean". */
export function prototypeMean(given: Record<string, never> = {}): SurrogateMethod {
  settle("prototype-mean", {}, given);
  return pointMethod("prototype-mean", (rows) => moments(rows).mean);
}

/** Nearest class medoid, the row with the least summed distance to the others; letters count as accepted rows. */
export function prototypeMedoid(given: Record<string, never> = {}): SurrogateMethod {
  settle("prototype-medoid", {}, given);
  return pointMethod("prototype-medoid", medoid);
}

function pointMethod(name: string, centre: (rows: Matrix, kernels: Kernels) => Float64Array): SurrogateMethod {
  return surrogateMethod({
    name,
    usesLetters: true,
    fit({ rejected, accepted, counterfactual }, kernels) {
      const points = [centre(rejected, kernels), centre(stackRows(accepted, counterfactual), kernels)] as const;
      return pointRule(name, points, kernels);
    },
    revive(data, kernels) {
      const [first, second] = readModelPart(prototypePointsData, data, "surrogate").points;
      readModelPart(finiteNumbers(first.length), second, "surrogate.points[1]");
      return pointRule(name, [Float64Array.from(first), Float64Array.from(second)], kernels);
    },
  });
}

/** Margin: distance to the rejected point minus distance to the accepted one; a tie accepts. */
function pointRule(method: string, points: readonly [Float64Array, Float64Array], kernels: Kernels): Surrogate {
  return surrogateOf({
    method,
    columns: points[0].length,
    margins: (x) => ruleMargins({ means: points, variances: [0, 0], offset: 0 }, x, kernels),
    toJSON: () => ({ points: points.map((point) => Array.from(point)) }),
  });
}

/** The first of the rows that have the least summed distance to all rows. */
function medoid(rows: Matrix, kernels: Kernels): Float64Array {
  const squared = kernels.squaredDistances(rows, rows);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rows.rows; i++) {
    const total = row(squared, i).reduce((sum, value) => sum + Math.sqrt(value), 0);
    if (total < least) {
      best = i;
      least = total;
    }
  }
  return row(rows, best).slice();
}
