import { SCALINGS, type Scaling } from "./encode/scaling.js";
import type { AuditSettings } from "./findings/settings.js";
import type { Population } from "./input/population.js";
import { requireInteger, requireNonNegative, requireOneOf, withDefaults } from "./options.js";
import { type PrototypeSolver, resolvePrototypeOptions } from "./prototypes/fit.js";
import { type SurrogateName, surrogateMethods } from "./surrogate/methods.js";
import type { SurrogateMethod } from "./surrogate/surrogate.js";

/** The people of a population file, as `parsePopulation` gives them. */
export type PopulationPeople = Pick<Population, "people" | "groups" | "outcomes" | "weights">;

export interface AuditOptions {
  /**
   * Methods to compare, of all in `surrogateMethods`.
   * @default bracket, recast, recast-calibrated, ridge, ridge-letters, nearest, majority, samples-lr, cca
   */
  readonly methods?: readonly SurrogateName[];
  /** How prototypes are found; see `fitPrototypes`. @default "exact" */
  readonly solver?: PrototypeSolver;
  /** How numbers are brought to one scale; see `fitEncoder`. @default "robust" */
  readonly scaling?: Scaling;
  /** Folds of the cross-validation; fewer when a class is smaller. @default 5 */
  readonly folds?: number;
  /** How often people are dealt into folds anew. @default 1 */
  readonly repeats?: number;
  /** Seed of everything drawn: folds, first support points. @default 0 */
  readonly seed?: number;
  /** Entropic blur, solver `sinkhorn` only. @default 0.05 */
  readonly blur?: number;
  /** Adam steps, solver `sinkhorn` only. @default 200 */
  readonly epochs?: number;
  /** Support points per prototype, solver `sinkhorn` only. @default 50 */
  readonly points?: number;
  /** Rows whose margin is closer to 0 than this are answered "undecided" by the model. @default 0 */
  readonly abstain?: number;
  /** Resamples behind bootstrap intervals. @default 1000 */
  readonly resamples?: number;
  /** Refits of the recommended method on people drawn anew: they show what the evidence determines. @default 25 */
  readonly refits?: number;
  /** Whether scaling, λ, people, columns and noise are varied one at a time. @default true */
  readonly sensitivity?: boolean;
  /** Whether pairs of sensitive attributes are compared too. @default true */
  readonly intersections?: boolean;
  /** Cut points of numeric attributes, ascending; a cut point belongs to the part above it. @default quartiles */
  readonly bins?: Readonly<Record<string, readonly number[]>>;
  /** People the system decides on, without decisions: group differences are then also estimated for them. @default none */
  readonly population?: PopulationPeople | null;
  /** Rows of people and letters in their files, for examples. @default counted from 2, below a header */
  readonly rows?: { readonly people: Int32Array; readonly letters: Int32Array } | null;
  /** Called as work goes on, the last time with done = total. */
  readonly onProgress?: ((done: number, total: number, label: string) => void) | undefined;
  /** Looked at between fits: aborted → ABORTED. */
  readonly signal?: AbortSignal | undefined;
}

/** What an audit compares unless told otherwise: few, fast, and each good somewhere. */
const DEFAULT_METHODS: readonly SurrogateName[] = [
  "bracket",
  "recast",
  "recast-calibrated",
  "ridge",
  "ridge-letters",
  "nearest",
  "majority",
  "samples-lr",
  "cca",
];

const DEFAULTS: Required<AuditOptions> = {
  methods: DEFAULT_METHODS,
  solver: "exact",
  scaling: "robust",
  folds: 5,
  repeats: 1,
  seed: 0,
  blur: 0.05,
  epochs: 200,
  points: 50,
  abstain: 0,
  resamples: 1000,
  refits: 25,
  sensitivity: true,
  intersections: true,
  bins: {},
  population: null,
  rows: null,
  onProgress: undefined,
  signal: undefined,
};

/** Defaults filled in, every value checked. */
export function resolveAuditOptions(given: AuditOptions = {}): Required<AuditOptions> {
  const options = withDefaults("audit", DEFAULTS, given);
  for (const name of options.methods) requireOneOf("methods", name, Object.keys(surrogateMethods));
  requireInteger("number of methods", options.methods.length, 1);
  requireOneOf("scaling", options.scaling, SCALINGS);
  requireInteger("folds", options.folds, 2);
  requireInteger("repeats", options.repeats, 1);
  requireInteger("seed", options.seed, 0);
  requireNonNegative("abstain", options.abstain);
  requireInteger("resamples", options.resamples, 100);
  requireInteger("refits", options.refits, 1);
  resolvePrototypeOptions(prototypeOptions(options));
  return { ...options, methods: [...new Set(options.methods)] };
}

/** The part of the settings that prototypes depend on. */
export function prototypeOptions({ solver, blur, epochs, points, seed }: AuditSettings) {
  return { solver, blur, epochs, points, seed };
}

/** The method with the audit's settings: those of the prototypes where it has them, the seed where it draws. */
export function methodNamed(given: string, settings: AuditSettings): SurrogateMethod {
  const name = given as SurrogateName;
  const { seed } = settings;
  switch (name) {
    case "recast":
    case "recast-calibrated":
    case "recast-fixed-ratio":
      return surrogateMethods[name](prototypeOptions(settings));
    case "samples-mlp":
    case "no-cf-mlp":
    case "no-cf-rf":
    case "cca":
    case "dualcf":
      return surrogateMethods[name]({ seed });
    default:
      return surrogateMethods[name]();
  }
}
