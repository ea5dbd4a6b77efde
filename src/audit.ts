import { SCALINGS, type Scaling } from "./encode/scaling.js";
import type { Evidence } from "./evidence/evidence.js";
import { compareGroups, smallGroups } from "./fairness/compare-groups.js";
import { listCaveats } from "./identify/caveats.js";
import { countEvidence } from "./identify/count-evidence.js";
import { crossValidate, requireGoingOn } from "./identify/cross-validate.js";
import { summarisePrototypes } from "./identify/prototype-summary.js";
import { recommend } from "./identify/recommend.js";
import type { Kernels } from "./kernels/kernels.js";
import { requireInteger, requireNonNegative, requireOneOf, withDefaults } from "./options.js";
import { type PrototypeSolver, resolvePrototypeOptions } from "./prototypes/fit.js";
import { AUDIT_FORMAT, type AuditReport, type AuditSettings } from "./report/audit-report.js";
import { canonicalEvidence } from "./surrogate/canonical-evidence.js";
import { encodeClouds } from "./surrogate/clouds.js";
import { type SurrogateName, surrogateMethods } from "./surrogate/methods.js";
import { fitModel, type Model } from "./surrogate/model.js";
import type { SurrogateMethod } from "./surrogate/surrogate.js";

export type { AuditReport, AuditSettings };

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
  /** Called as work goes on, the last time with done = total. */
  readonly onProgress?: ((done: number, total: number, label: string) => void) | undefined;
  /** Looked at between fits: aborted → ABORTED. */
  readonly signal?: AbortSignal | undefined;
}

/** The findings as plain data, and the recommended method fitted on all of the evidence. */
export interface AuditResult {
  readonly report: AuditReport;
  readonly model: Model;
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
  onProgress: undefined,
  signal: undefined,
};

/**
 * Rebuilds a model from its decisions and letters, and measures how far the rebuild can be trusted. The same evidence
 * and options give the same report and model to the last bit, whatever the order of the rows.
 */
export function audit(given: Evidence, kernels: Kernels, givenOptions: AuditOptions = {}): AuditResult {
  const { onProgress, signal, ...settings } = resolveAuditOptions(givenOptions);
  const { folds, repeats, seed, scaling, abstain } = settings;
  const { evidence } = canonicalEvidence(given);

  const methods = settings.methods.map((name) => methodNamed(name, settings));
  const trust = crossValidate(evidence, methods, kernels, {
    ...{ folds, repeats, seed, scaling, signal },
    onProgress: onProgress && ((done, total, label) => onProgress(done, total + 1, label)),
  });
  const recommendation = recommend(trust.methods, evidence.decisions);

  const model = fitModel(evidence, methodNamed(recommendation.method, settings), kernels, { scaling, abstain });
  requireGoingOn(signal);
  const prototypes = summarisePrototypes(encodeClouds(model.encoder, evidence), kernels, prototypeOptions(settings));
  const rebuilt = model.predict(evidence.observations).decisions;
  const groups = compareGroups(evidence.groups, evidence.decisions, rebuilt, evidence.weights);
  const counts = countEvidence(evidence);

  const total = trust.folds * repeats * methods.length + 1;
  onProgress?.(total, total, "audit done");
  return {
    report: {
      format: AUDIT_FORMAT,
      kernels: kernels.name,
      settings: { ...settings, folds: trust.folds },
      evidence: counts,
      groups,
      prototypes,
      methods: trust.methods.map(({ acceptedShare: _, ...measured }) => measured),
      recommendation,
      warnings: model.encoder.warnings,
      caveats: listCaveats({ ...counts, smallGroups: smallGroups(groups), methods: trust.methods, recommendation }),
    },
    model,
  };
}

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
  resolvePrototypeOptions(prototypeOptions(options));
  return { ...options, methods: [...new Set(options.methods)] };
}

function prototypeOptions({ solver, blur, epochs, points, seed }: AuditSettings) {
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
