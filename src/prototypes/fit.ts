import { AuditError } from "../errors.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, requireSameColumns, selectRows } from "../math/matrix.js";
import { requireMemory } from "../math/memory.js";
import { sampleWithoutReplacement, seededRandom } from "../math/random.js";
import {
  anySeed,
  type NeedsTwo,
  nonNegative,
  type Option,
  type OptionsOf,
  or,
  positive,
  refuseOption,
  requireInteger,
  requireWithin,
  type Settled,
  settle,
  whole,
  word,
} from "../options.js";
import { type ExactTransportResult, exactTransport } from "../transport/exact.js";
import { interpolate } from "../transport/interpolate.js";
import { sinkhornDivergence } from "../transport/sinkhorn.js";
import { mixingWeights } from "./mixing-weights.js";
import { moments, type Prototype, prototypeFromMoments, prototypeFromPoints } from "./prototype.js";
import { PROTOTYPE_SOLVERS, type PrototypeSolver } from "./solvers.js";

export type { PrototypeSolver };

export const solversNeedTwo: NeedsTwo = {
  what: "the choice of a solver",
  reason: "K prototypes are built along exact plans, which have one solution",
  settings: ["solver", "blur", "epochs", "points"],
};

/** The options of a fit, with the paper's settings, except for the solver. */
export const prototypeTable = {
  /** @default "exact" */
  solver: word<PrototypeSolver>("exact", PROTOTYPE_SOLVERS),
  /** Support points per prototype, `sinkhorn` only; all of a smaller class. @default 50 */
  points: whole(50, 1),
  /** Adam steps, `sinkhorn` only. @default 200 */
  epochs: { standard: 200, check: requireEpochs },
  /** Adam's step size, `sinkhorn` only. @default 0.01 */
  learningRate: positive(0.01),
  /** Entropic blur, `sinkhorn` only. @default 0.05 */
  blur: positive(0.05),
  /** Seed of the draw of the first support points, `sinkhorn` only. @default 0 */
  seed: anySeed,
  /** First support points of (class 0, class 1) instead of a draw, `sinkhorn` only. */
  initial: or(undefined, { standard: [], check: requireInitial } as unknown as Option<readonly [Matrix, Matrix]>),
  /** Mixing weights to use instead of those the distances give: one for both classes, or (λ₀, λ₁). */
  lambda: or(undefined, { standard: 0, check: requireLambda } as Option<number | readonly [number, number]>),
  /** A fixed λ/(1−λ) for both classes instead; the paper's ablation has ½. Not together with `lambda`. */
  ratio: or(undefined, nonNegative(0.5)),
};
export type PrototypeOptions = OptionsOf<typeof prototypeTable>;
type PrototypeSettings = Settled<typeof prototypeTable>;

/** The three encoded clouds of the evidence. */
export interface EvidenceClouds {
  readonly rejected: Matrix;
  readonly accepted: Matrix;
  readonly counterfactual: Matrix;
}

export interface PrototypeFit {
  readonly solver: PrototypeSolver;
  /** (λ₀, λ₁). */
  readonly lambda: readonly [number, number];
  /** Prototype of the rejected class, then of the accepted class. */
  readonly prototypes: readonly [Prototype, Prototype];
  /** Objective of both classes before each Adam step; empty for the solvers without iterations. */
  readonly losses: Float64Array;
  /** W₂² (or its Sinkhorn stand-in, 2·S) from the counterfactuals to the rejected and to the accepted rows. */
  readonly squaredDistances: readonly [number, number];
}

/** The class prototypes: for each class the measure nearest to its rows and to the counterfactuals, mixed by λ. */
export function fitPrototypes(clouds: EvidenceClouds, kernels: Kernels, given: PrototypeOptions = {}): PrototypeFit {
  const options = resolvePrototypeOptions(given);
  requireClouds(clouds);
  if (options.solver === "sinkhorn") return fitSinkhorn(clouds, kernels, options);
  const { rejected, accepted, counterfactual } = clouds;
  const plans = [
    exactTransport(rejected, counterfactual, kernels),
    exactTransport(accepted, counterfactual, kernels),
  ] as const;
  const squaredDistances = [plans[0].squaredDistance, plans[1].squaredDistance] as const;
  const lambda = chooseLambda(options, squaredDistances);
  const prototypeOf = options.solver === "exact" ? exactBarycenter : closedFormBarycenter;
  const prototypes = [
    prototypeOf(rejected, counterfactual, plans[0], lambda[0]),
    prototypeOf(accepted, counterfactual, plans[1], lambda[1]),
  ] as const;
  return { solver: options.solver, lambda, prototypes, losses: new Float64Array(0), squaredDistances };
}

export function resolvePrototypeOptions(given: PrototypeOptions): PrototypeSettings {
  const options = settle("fitPrototypes", prototypeTable, given);
  if (options.lambda === undefined || options.ratio === undefined) return options;
  throw new AuditError("INVALID_OPTION", "lambda and ratio both fix the mixing weights; give one of them");
}

function requireEpochs(name: string, epochs: number): void {
  requireInteger(name, epochs, 0);
  requireMemory(`a fit of ${epochs} epochs`, 8 * epochs, "use fewer epochs");
}

function requireLambda(name: string, lambda: number | readonly [number, number]): void {
  for (const value of bothLambdas(lambda)) requireWithin(name, value, 0, 1);
}

/** The minimiser: weight πᵢⱼ at (1−λ)·xᵢ + λ·yⱼ along the exact plan. */
function exactBarycenter(cloud: Matrix, anchor: Matrix, exact: ExactTransportResult, lambda: number): Prototype {
  const { points, weights } = interpolate(cloud, anchor, exact.plan, lambda);
  return prototypeFromPoints(points, weights);
}

/** Mean (1−λ)μ + λμ′ and variance (1−λ)v + λv′ + λ(1−λ)(‖μ−μ′‖² − W₂²): the moments of the exact barycenter. */
function closedFormBarycenter(cloud: Matrix, anchor: Matrix, exact: ExactTransportResult, lambda: number): Prototype {
  const own = moments(cloud);
  const other = moments(anchor);
  const mean = new Float64Array(cloud.columns);
  let between = 0;
  for (let k = 0; k < mean.length; k++) {
    const difference = own.mean[k]! - other.mean[k]!;
    mean[k] = (1 - lambda) * own.mean[k]! + lambda * other.mean[k]!;
    between += difference * difference;
  }
  const variance =
    (1 - lambda) * own.variance + lambda * other.variance + lambda * (1 - lambda) * (between - exact.squaredDistance);
  return prototypeFromMoments(mean, Math.max(0, variance));
}

function fitSinkhorn(clouds: EvidenceClouds, kernels: Kernels, options: PrototypeSettings): PrototypeFit {
  const { blur, epochs, learningRate } = options;
  for (const points of options.initial ?? []) requireSameColumns("fitPrototypes", points, clouds.rejected);
  requireSingleRange(clouds, blur);
  const divergence = (cloud: Matrix) => sinkhornDivergence(clouds.counterfactual, cloud, kernels, { blur }).value;
  const squaredDistances = [2 * divergence(clouds.rejected), 2 * divergence(clouds.accepted)] as const;
  const lambda = chooseLambda(options, squaredDistances);
  const problems = ([clouds.rejected, clouds.accepted] as const).map((cloud, c) => ({
    initial: options.initial?.[c] ?? drawPoints(cloud, c, options),
    cloud,
    anchor: clouds.counterfactual,
    lambda: lambda[c]!,
    blur,
    scaling: 0.5,
    epochs,
    learningRate,
  }));
  const fits = kernels.fitBarycenters(problems);
  const [rejected, accepted] = fits as [(typeof fits)[number], (typeof fits)[number]];
  return {
    solver: "sinkhorn",
    lambda,
    prototypes: [uniformPrototype(rejected.points), uniformPrototype(accepted.points)],
    losses: rejected.losses.map((loss, epoch) => loss + accepted.losses[epoch]!),
    squaredDistances,
  };
}

/** The iterative fit runs in single precision at the scale it is given: refuses numbers whose squares overflow. */
function requireSingleRange(clouds: EvidenceClouds, blur: number): void {
  requireWithin("blur", blur, 1e-6, 1e6);
  for (const { values } of [clouds.rejected, clouds.accepted, clouds.counterfactual]) {
    const far = values.find((value) => Math.abs(value) > 1e12);
    if (far === undefined) continue;
    const message = `solver sinkhorn takes points within ±1e12, got ${far}; scale the columns, or use solver exact`;
    throw new AuditError("INVALID_OPTION", message);
  }
}

function drawPoints(cloud: Matrix, c: number, options: PrototypeSettings): Matrix {
  if (cloud.rows <= options.points) return cloud;
  const random = seededRandom(options.seed, `prototype-${c}`);
  return selectRows(cloud, sampleWithoutReplacement(cloud.rows, options.points, random).sort());
}

function uniformPrototype(points: Matrix): Prototype {
  return prototypeFromPoints(points, new Float64Array(points.rows).fill(1 / points.rows));
}

function chooseLambda({ lambda, ratio }: PrototypeSettings, squared: readonly [number, number]) {
  if (ratio !== undefined) return bothLambdas(ratio / (1 + ratio));
  return lambda === undefined ? mixingWeights(squared[0], squared[1]) : bothLambdas(lambda);
}

/** Refuses first support points that are not one matrix per class with at least one row. */
function requireInitial(_: string, initial: readonly Matrix[]): void {
  const rows = Array.isArray(initial) ? initial.map((points: Matrix | undefined) => points?.rows ?? 0) : [];
  if (rows.length !== 2 || rows.includes(0)) {
    const got = rows.length === 0 ? "none" : `rows ${rows.join(", ")}`;
    refuseOption("initial", "two matrices of at least one row, one per class", got);
  }
}

function bothLambdas(lambda: number | readonly [number, number]): readonly [number, number] {
  return typeof lambda === "number" ? [lambda, lambda] : lambda;
}

function requireClouds(clouds: EvidenceClouds): void {
  const { rejected, accepted, counterfactual } = clouds;
  if (rejected.rows === 0 || accepted.rows === 0) {
    const message = `prototypes need rejected and accepted rows, got ${rejected.rows} and ${accepted.rows}`;
    throw new AuditError("SINGLE_CLASS", message);
  }
  if (counterfactual.rows === 0) {
    const message = "prototypes need counterfactuals and there are none; use a method without letters";
    throw new AuditError("NO_LETTERS", message);
  }
  requireSameColumns("fitPrototypes", rejected, accepted);
  requireSameColumns("fitPrototypes", rejected, counterfactual);
}
