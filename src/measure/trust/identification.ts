import type { ErrorCode } from "../../errors.js";
import type { MeasuredShare } from "../../math/interval.js";

/** What the evidence determines about the observed people (and the population, where one is given), and what it leaves open. */
export interface Identification {
  readonly band: LambdaBand | Failed;
  readonly lens: Lens | Failed;
  readonly stability: Stability;
  /** Determined people and the others, by refits of the recommended method. */
  readonly determined: DeterminedSplit;
  /** Agreement when only the surest answers are given, out of fold, recommended method. */
  readonly abstention: readonly AbstentionPoint[];
  /** Out-of-fold agreement of the recommended method by group. */
  readonly agreementByGroup: readonly { readonly attribute: string; readonly groups: readonly GroupShare[] }[];
}

export interface Failed {
  readonly failure: { readonly code: ErrorCode; readonly message: string };
}

/** Over all (λ₀, λ₁) in [0, ½]²: who is accepted by all, rejected by all, or contested. RECAST's rule. */
export interface LambdaBand {
  readonly failure: null;
  readonly split: DeterminedSplit;
  /** How far the margin moves, per observed person in order of the mid-point: at most 200 points for drawing. */
  readonly curve: readonly { readonly low: number; readonly high: number; readonly chosen: number }[];
}

/** Shares of the people whose decision is settled, and how often answers agree with the observed decision out of fold. */
export interface DeterminedSplit {
  readonly accepted: MeasuredShare;
  readonly rejected: MeasuredShare;
  readonly contested: MeasuredShare;
  readonly agreementDetermined: MeasuredShare | null;
  readonly agreementContested: MeasuredShare | null;
  readonly byAttribute: readonly { readonly attribute: string; readonly groups: readonly GroupShare[] }[];
  /** The same for people of the population file: all of them, or as many as were drawn from it. */
  readonly population: {
    readonly n: number;
    readonly accepted: number;
    readonly rejected: number;
    readonly contested: number;
  } | null;
}

/** A share within a group; in `byAttribute` of a split it is the contested share. */
export interface GroupShare {
  readonly group: string;
  readonly n: number;
  readonly status: "measured" | "insufficient";
  readonly share: MeasuredShare | null;
}

/** The lens of measures near the class and the letters (spec §6, §12). */
export interface Lens {
  readonly failure: null;
  /** W₂(P_c, Pcf) per class. */
  readonly radii: readonly [number, number];
  /** Lipschitz constants 2(ε_c + W)·W at the ε_c of `risk`. */
  readonly lipschitz: readonly [number, number];
  /** L_c · ½: how far the worst-case risk can move over the whole range of λ. */
  readonly bounds: readonly [number, number];
  /** Quantiles (0, 5, 25, 50, 75, 95, 100 %) of the certificates: the smallest evidence error that would let the decision change. */
  readonly certificates: readonly number[];
  /** How far evidence of this size errs by chance: the larger of √(variance / people) over both classes. */
  readonly tolerance: number;
  /** People whose certificate is above that tolerance: every pair of measures in the lenses of that size decides them alike. */
  readonly certain: MeasuredShare;
  /** Out-of-fold agreement of RECAST's rule among them, and among the others; null where there is nobody. */
  readonly agreementCertain: MeasuredShare | null;
  readonly agreementOther: MeasuredShare | null;
  /** Upper bound of the worst-case risk under the stated tolerances, for readers who want the robust view. */
  readonly risk: {
    /** √(variance / people) of the class. */
    readonly epsilon: readonly [number, number];
    /** W₂(P_c, Pcf). */
    readonly delta: readonly [number, number];
    /** Weight of the letters' term per class, and Young's constants. */
    readonly alpha: readonly [number, number];
    readonly eta: readonly [number, number];
    /** What these imply. */
    readonly lambda: readonly [number, number];
    /** Sum over both classes. */
    readonly bound: number;
  } | null;
}

/** How decisions change when people are drawn anew. */
export interface Stability {
  readonly method: string;
  /** Refits that worked, */
  readonly refits: number;
  /** and draws on which the method could not be fitted. */
  readonly failed: number;
  /** Mean share of people whose decision differs from that of the fit on all evidence; null without a refit. */
  readonly changed: number | null;
  /** Share of people who get one decision in at least 95 % of the refits that did not see them. */
  readonly steady: MeasuredShare;
}

/** Answering only the surest share of people. */
export interface AbstentionPoint {
  /** Share answered. */
  readonly answered: number;
  /** Margin below which nothing is said. */
  readonly margin: number;
  readonly agreement: MeasuredShare;
}
