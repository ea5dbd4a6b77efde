import * as v from "valibot";
import { finiteNumber } from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, matrix, row } from "../math/matrix.js";
import { withDefaults } from "../options.js";
import {
  fitPrototypes,
  PROTOTYPE_DEFAULTS,
  type PrototypeFit,
  type PrototypeOptions,
  type PrototypeSolver,
  resolvePrototypeOptions,
} from "../prototypes/fit.js";
import { PROTOTYPE_SOLVERS } from "../prototypes/solvers.js";
import type { Measure } from "../transport/interpolate.js";
import { canonicalClouds, requireLetters } from "./clouds.js";
import { type PrototypeRule, prototypeRule, ruleMargins } from "./prototype-rule.js";
import { finiteNumbers, readModelPart } from "./revive.js";
import { requireColumns, scoreOfMargin } from "./score.js";
import type { Surrogate, SurrogateMethod } from "./surrogate.js";

/** How the prototypes behind the rule are found; see `fitPrototypes`. */
export type RecastOptions = Omit<PrototypeOptions, "initial">;

/** The rule of two prototypes, with what it was made from. */
export interface RecastSurrogate extends Surrogate {
  readonly solver: PrototypeSolver;
  readonly lambda: readonly [number, number];
  readonly rule: PrototypeRule;
  /** How the prototypes were found; null for a model read from a file. */
  readonly fit: PrototypeFit | null;
  /** Both prototypes with their support points, to explain and draw; null where only their moments are known. */
  readonly prototypes: readonly [Measure, Measure] | null;
}

/** A method whose surrogate shows its prototypes. */
export interface RecastMethod extends SurrogateMethod {
  fit(...given: Parameters<SurrogateMethod["fit"]>): RecastSurrogate;
  revive(...given: Parameters<SurrogateMethod["revive"]>): RecastSurrogate;
}

const { initial: _, ...recastDefaults } = PROTOTYPE_DEFAULTS;

/** What `fitPrototypes` takes where nothing is said. */
export const RECAST_DEFAULTS: Required<RecastOptions> = recastDefaults;

/** Coordinates of a prototype that a model file holds; larger ones are left out, which would make it megabytes. */
const MOST_COORDINATES = 50_000;

const nonNegative = v.pipe(finiteNumber, v.minValue(0));
const share = v.pipe(finiteNumber, v.minValue(0), v.maxValue(1));
const measure = v.strictObject({ points: v.array(finiteNumbers()), weights: v.array(nonNegative) });
/** What `toJSON` of the fitted surrogate gives, as a schema; files of earlier versions have no prototypes. */
export const recastData = v.strictObject({
  solver: v.picklist(PROTOTYPE_SOLVERS),
  lambda: v.strictTuple([share, share]),
  means: v.strictTuple([finiteNumbers(), finiteNumbers()]),
  variances: v.strictTuple([nonNegative, nonNegative]),
  offset: finiteNumber,
  prototypes: v.exactOptional(v.strictTuple([measure, measure])),
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
      return fittedRecast("recast", fit, kernels);
    },
    revive: (data, kernels) => reviveRecast("recast", data, kernels),
  };
}

/** What a surrogate of two prototypes is made of. */
export interface RecastParts extends Pick<RecastSurrogate, "method" | "solver" | "lambda" | "rule" | "prototypes"> {
  readonly fit?: PrototypeFit;
}

/** The surrogate of fitted prototypes; `offset` is added to D₀² − D₁². */
export function fittedRecast(method: string, fit: PrototypeFit, kernels: Kernels, offset = 0): RecastSurrogate {
  const { solver, lambda, prototypes } = fit;
  const drawn = prototypes.every(({ points }) => points.rows > 0) ? prototypes : null;
  const rule = prototypeRule(prototypes, offset);
  return recastSurrogate({ method, solver, lambda, rule, prototypes: drawn, fit }, kernels);
}

/** A surrogate around a rule. */
export function recastSurrogate(parts: RecastParts, kernels: Kernels): RecastSurrogate {
  const { method, solver, lambda, rule, prototypes, fit = null } = parts;
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
    prototypes,
    margins,
    scores: (x) => margins(x).map(scoreOfMargin),
    toJSON: () => ({
      lambda: [...lambda],
      means: rule.means.map((mean) => Array.from(mean)),
      offset: rule.offset,
      ...(prototypes?.every(({ points }) => points.values.length <= MOST_COORDINATES) && {
        prototypes: prototypes.map(measureData),
      }),
      solver,
      variances: [...rule.variances],
    }),
  };
}

function measureData({ points, weights }: Measure) {
  return {
    points: Array.from({ length: points.rows }, (_, i) => Array.from(row(points, i))),
    weights: Array.from(weights),
  };
}

/** The surrogate `toJSON` wrote. */
export function reviveRecast(method: string, data: unknown, kernels: Kernels): RecastSurrogate {
  const { solver, lambda, means, variances, offset, prototypes } = readModelPart(recastData, data, "surrogate");
  const columns = means[0].length;
  readModelPart(finiteNumbers(columns), means[1], "surrogate.means[1]");
  const rule = { means: [Float64Array.from(means[0]), Float64Array.from(means[1])], variances, offset } as const;
  const revived =
    prototypes && ([reviveMeasure(prototypes[0], columns, 0), reviveMeasure(prototypes[1], columns, 1)] as const);
  return recastSurrogate({ method, solver, lambda, rule, prototypes: revived ?? null }, kernels);
}

function reviveMeasure({ points, weights }: v.InferOutput<typeof measure>, columns: number, c: number): Measure {
  const at = `surrogate.prototypes[${c}]`;
  readModelPart(v.pipe(v.array(finiteNumbers(columns)), v.length(weights.length)), points, `${at}.points`);
  return { points: matrix(points.length, columns, points.flat()), weights: Float64Array.from(weights) };
}
