import * as v from "valibot";
import { finiteNumber } from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../math/matrix.js";
import { withDefaults } from "../options.js";
import {
  fitPrototypes,
  type PrototypeFit,
  type PrototypeOptions,
  type PrototypeSolver,
  resolvePrototypeOptions,
} from "../prototypes/fit.js";
import { PROTOTYPE_SOLVERS } from "../prototypes/solvers.js";
import { canonicalClouds, requireLetters } from "./clouds.js";
import { type PrototypeRule, prototypeRule, ruleMargins } from "./prototype-rule.js";
import { finiteNumbers, readModelPart } from "./revive.js";
import { requireColumns, scoreOfMargin } from "./score.js";
import type { Surrogate, SurrogateMethod } from "./surrogate.js";

/** How the prototypes behind the rule are found; see `fitPrototypes`. */
export interface RecastOptions extends Omit<PrototypeOptions, "initial"> {
  /** @default "exact" */
  readonly solver?: PrototypeSolver;
}

/** The rule of two prototypes, with what it was made from. */
export interface RecastSurrogate extends Surrogate {
  readonly solver: PrototypeSolver;
  readonly lambda: readonly [number, number];
  readonly rule: PrototypeRule;
  /** The prototypes with their support points, to explain and draw; null for a model read from a file. */
  readonly fit: PrototypeFit | null;
}

/** A method whose surrogate shows its prototypes. */
export interface RecastMethod extends SurrogateMethod {
  fit(...given: Parameters<SurrogateMethod["fit"]>): RecastSurrogate;
  revive(...given: Parameters<SurrogateMethod["revive"]>): RecastSurrogate;
}

/** The paper's settings, with the exact solver. */
export const RECAST_DEFAULTS: Required<RecastOptions> = {
  solver: "exact",
  points: 50,
  epochs: 200,
  learningRate: 0.01,
  blur: 0.05,
  seed: 0,
  lambda: undefined,
  ratio: undefined,
};

const nonNegative = v.pipe(finiteNumber, v.minValue(0));
const share = v.pipe(finiteNumber, v.minValue(0), v.maxValue(1));
/** What `toJSON` of the fitted surrogate gives, as a schema. */
export const recastData = v.strictObject({
  solver: v.picklist(PROTOTYPE_SOLVERS),
  lambda: v.strictTuple([share, share]),
  means: v.strictTuple([finiteNumbers(), finiteNumbers()]),
  variances: v.strictTuple([nonNegative, nonNegative]),
  offset: finiteNumber,
});

/**
 * The paper's rule: a person belongs to the class whose prototype is nearer in W₂; a tie accepts.
 * margin = W₂(δₓ, Q₀) − W₂(δₓ, Q₁), score = σ(margin).
 */
export function recast(given: RecastOptions = {}): RecastMethod {
  const options = withDefaults("recast", RECAST_DEFAULTS, given);
  resolvePrototypeOptions(options); // checks the values
  return {
    name: "recast",
    usesLetters: true,
    fit(clouds, kernels) {
      requireLetters("recast", clouds);
      const fit = fitPrototypes(canonicalClouds(clouds), kernels, options);
      return recastSurrogate("recast", fit, prototypeRule(fit.prototypes), kernels, fit);
    },
    revive: (data, kernels) => reviveRecast("recast", data, kernels),
  };
}

/** A surrogate around a rule. */
export function recastSurrogate(
  method: string,
  { solver, lambda }: Pick<PrototypeFit, "solver" | "lambda">,
  rule: PrototypeRule,
  kernels: Kernels,
  fit: PrototypeFit | null,
): RecastSurrogate {
  const margins = (x: Matrix) => {
    requireColumns(method, x, rule.means[0].length);
    return ruleMargins(rule, x, kernels);
  };
  return {
    method,
    columns: rule.means[0].length,
    solver,
    lambda,
    rule,
    fit,
    margins,
    scores: (x) => margins(x).map(scoreOfMargin),
    toJSON: () => ({
      lambda: [...lambda],
      means: rule.means.map((mean) => Array.from(mean)),
      offset: rule.offset,
      solver,
      variances: [...rule.variances],
    }),
  };
}

/** The surrogate `toJSON` wrote. */
export function reviveRecast(method: string, data: unknown, kernels: Kernels): RecastSurrogate {
  const { solver, lambda, means, variances, offset } = readModelPart(recastData, data, "surrogate");
  readModelPart(finiteNumbers(means[0].length), means[1], "surrogate.means[1]");
  const rule = { means: [Float64Array.from(means[0]), Float64Array.from(means[1])], variances, offset } as const;
  return recastSurrogate(method, { solver, lambda }, rule, kernels, null);
}
