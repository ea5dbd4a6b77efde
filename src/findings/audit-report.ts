import type { Scaling } from "../encode/scaling.js";
import type { Problem } from "../input/problem.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Attributions } from "../measure/explain/attributions-types.js";
import type { Facts } from "../measure/groups/facts-types.js";
import type { ModelFairness } from "../measure/groups/model-fairness-types.js";
import type { ScoreDensities } from "../measure/groups/score-densities-types.js";
import type { LetterFindings } from "../measure/letters/letter-findings.js";
import type { Caveat } from "../measure/trust/caveats.js";
import type { EvidenceSummary } from "../measure/trust/count-evidence.js";
import type { Identification } from "../measure/trust/identification.js";
import type { Projection } from "../measure/trust/projection-types.js";
import type { PrototypeSummary } from "../measure/trust/prototype-summary.js";
import type { Recommendation } from "../measure/trust/recommend.js";
import type { Sensitivity } from "../measure/trust/sensitivity-types.js";
import type { ReportedTrust } from "../measure/trust/trust.js";
import type { PrototypeSolver } from "../prototypes/fit.js";
import type { SurrogateName } from "../surrogate/methods.js";

/** The format word of audit files; the number changes when older readers could not read them. */
export const AUDIT_FORMAT = "recast-audit/2";

/** What an audit found, as plain data: numbers, texts, lists and null. */
export interface AuditReport {
  readonly format: typeof AUDIT_FORMAT;
  /** The kernels it was computed with: their last digits may differ. */
  readonly kernels: Kernels["name"];
  readonly settings: AuditSettings;
  readonly evidence: EvidenceSummary;
  /** What the decisions say about groups without any model. */
  readonly facts: Facts;
  /** What the letters ask of whom; null without letters. */
  readonly letters: LetterFindings | null;
  readonly prototypes: PrototypeSummary;
  /** Every method asked for, in that order, measured out of fold. */
  readonly methods: readonly ReportedTrust[];
  readonly recommendation: Recommendation;
  readonly identification: Identification;
  /** Differences between groups through the recommended surrogate, then through recast where it is another and could be fitted. */
  readonly fairness: readonly ModelFairness[];
  /** Null when it was turned off. */
  readonly sensitivity: Sensitivity | null;
  readonly attributions: Attributions;
  /** What charts need beyond the numbers above. */
  readonly drawing: { readonly projection: Projection; readonly scoreDensities: readonly ScoreDensities[] };
  /** What the encoder had to work around. */
  readonly warnings: readonly Problem[];
  readonly caveats: readonly Caveat[];
}

/** The options that shaped the result. */
export interface AuditSettings {
  readonly methods: readonly SurrogateName[];
  readonly solver: PrototypeSolver;
  readonly scaling: Scaling;
  /** Folds used: fewer than asked for when a class was smaller. */
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
  readonly blur: number;
  readonly epochs: number;
  readonly points: number;
  readonly abstain: number;
  /** Resamples behind bootstrap intervals. */
  readonly resamples: number;
  /** Refits of the recommended method on people drawn anew. */
  readonly refits: number;
  readonly sensitivity: boolean;
  /** Whether pairs of sensitive attributes are compared too. */
  readonly intersections: boolean;
  /** Cut points of numeric attributes: a person belongs to the first part whose upper end is above the value. */
  readonly bins: Readonly<Record<string, readonly number[]>>;
}
