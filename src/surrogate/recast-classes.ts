import * as v from "valibot";
import { requireWidth } from "../classifiers/classifier.js";
import {
  finiteNumbers,
  invalidModel,
  nonNegativeNumber,
  readModelPart,
  shareNumber,
} from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, zeros } from "../math/matrix.js";
import { type OptionsOf, settle, word } from "../options.js";
import { gluedPrototype } from "../prototypes/glued-barycenter.js";
import type { ClassMixing } from "../prototypes/mixing-weights.js";
import type { ClassMethod, ClassSurrogate } from "./class-clouds.js";
import { measureClasses } from "./class-clouds.js";
import { ruleMargins } from "./prototype-rule.js";

const table = {
  /** How several letter clouds share one prototype; see `classWeights`. @default "summed", as in the paper */
  mixing: word<ClassMixing>("summed", ["shared", "summed"]),
};

/** All a decision needs of K prototypes: a mean and a total variance each. */
export interface PowerDiagram {
  readonly means: readonly Float64Array[];
  readonly variances: readonly number[];
}

export const recastClassesData = v.strictObject({
  means: v.pipe(v.array(finiteNumbers()), v.minLength(2), v.maxLength(255)),
  variances: v.array(nonNegativeNumber),
  weights: v.array(v.array(shareNumber)),
});

/**
 * RECAST for K classes: one prototype per class, a barycenter of its rows and of every letter cloud from or to it; a
 * person belongs to the class whose prototype is nearest in W₂. W₂²(δₓ, Q_c) = ‖x − mean_c‖² + variance_c, so the
 * classes are the cells of a power diagram, decided from K means and K numbers. Points are D₀ − D_c, so that two
 * classes give the binary margin.
 */
export function recastClasses(given: OptionsOf<typeof table> = {}): ClassMethod {
  const { mixing } = settle("recast", table, given);
  return {
    name: "recast",
    usesLetters: true,
    fit(clouds, kernels) {
      const geometry = measureClasses(clouds, kernels, mixing);
      const prototypes = geometry.map(({ glued, weights }) => gluedPrototype(glued, weights));
      const means = prototypes.map(({ mean }) => mean);
      const variances = prototypes.map(({ variance }) => variance);
      const weights = geometry.map((own) => own.weights);
      return powerSurrogate({ means, variances }, weights, kernels);
    },
    revive(data, kernels) {
      const { means, variances, weights } = readModelPart(recastClassesData, data, "surrogate");
      if (variances.length !== means.length || weights.length !== means.length) {
        const reason = "one mean, one variance and one list of weights per class are needed";
        throw invalidModel("surrogate.variances", reason);
      }
      const sameLength = finiteNumbers(means[0]!.length);
      for (const [c, mean] of means.entries()) readModelPart(sameLength, mean, `surrogate.means[${c}]`);
      return powerSurrogate({ means: means.map((mean) => Float64Array.from(mean)), variances }, weights, kernels);
    },
  };
}

/** D₀ − D_c per row and class, D_c² = ‖x − mean_c‖² + variance_c, each without cancelling. */
export function powerPoints({ means, variances }: PowerDiagram, x: Matrix, kernels: Kernels): Matrix {
  const points = zeros(x.rows, means.length);
  for (let c = 1; c < means.length; c++) {
    const pair = { means: [means[0]!, means[c]!], variances: [variances[0]!, variances[c]!], offset: 0 } as const;
    const margins = ruleMargins(pair, x, kernels);
    for (let i = 0; i < x.rows; i++) points.values[i * means.length + c] = margins[i]!;
  }
  return points;
}

function powerSurrogate(
  diagram: PowerDiagram,
  weights: readonly (readonly number[])[],
  kernels: Kernels,
): ClassSurrogate {
  const columns = diagram.means[0]!.length;
  return {
    method: "recast",
    classes: diagram.means.length,
    columns,
    points(x) {
      requireWidth("recast", x, columns);
      return powerPoints(diagram, x, kernels);
    },
    toJSON: () => ({
      means: diagram.means.map((mean) => Array.from(mean)),
      variances: [...diagram.variances],
      weights: weights.map((own) => [...own]),
    }),
  };
}
