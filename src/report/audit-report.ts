import type { Scaling } from "../encode/scaling.js";
import type { Problem } from "../evidence/problem.js";
import type { GroupComparison } from "../fairness/compare-groups.js";
import type { Caveat } from "../identify/caveats.js";
import type { EvidenceSummary } from "../identify/count-evidence.js";
import type { PrototypeSummary } from "../identify/prototype-summary.js";
import type { Recommendation } from "../identify/recommend.js";
import type { MethodTrust } from "../identify/trust.js";
import type { Kernels } from "../kernels/kernels.js";
import type { PrototypeSolver } from "../prototypes/fit.js";
import type { SurrogateName } from "../surrogate/methods.js";

/** The format word of audit files; the number changes when older readers could not read them. */
export const AUDIT_FORMAT = "recast-audit/1";

/** What an audit found, as plain data: numbers, texts, lists and null. */
export interface AuditReport {
  readonly format: typeof AUDIT_FORMAT;
  /** The kernels it was computed with: their last digits may differ. */
  readonly kernels: Kernels["name"];
  readonly settings: AuditSettings;
  readonly evidence: EvidenceSummary;
  /** Per sensitive attribute: observed selection rates, which need no surrogate, and those of the rebuilt model on the same people. */
  readonly groups: readonly GroupComparison[];
  readonly prototypes: PrototypeSummary;
  /** Every method asked for, in that order, measured out of fold. */
  readonly methods: readonly Omit<MethodTrust, "acceptedShare">[];
  readonly recommendation: Recommendation;
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
}
