import * as v from "valibot";
import {
  count,
  type DataOf,
  distance,
  failed,
  finite,
  list,
  maybe,
  measuredShare,
  share,
  status,
} from "./quantities.js";

/** A share within a group; in `byAttribute` of a split it is the contested share. */
const groupShare = v.strictObject({ group: v.string(), n: count, status, share: maybe(measuredShare) });

const sharesByGroup = list(v.strictObject({ attribute: v.string(), groups: list(groupShare) }));

/** Shares of the people whose decision is settled, and how often answers agree with the decision out of fold. */
const determinedSplit = v.strictObject({
  accepted: measuredShare,
  rejected: measuredShare,
  contested: measuredShare,
  agreementDetermined: maybe(measuredShare),
  agreementContested: maybe(measuredShare),
  byAttribute: sharesByGroup,
  /** The same for people of the population file: all of them, or as many as were drawn from it. */
  population: maybe(v.strictObject({ n: count, accepted: count, rejected: count, contested: count })),
});

/** Over all (λ₀, λ₁) in [0, ½]²: who is accepted by all, rejected by all, or contested. RECAST's rule. */
const lambdaBand = v.strictObject({
  failure: v.null(),
  split: determinedSplit,
  /** How far the margin moves, per observed person in order of the mid-point: at most 200 points for drawing. */
  curve: list(v.strictObject({ low: finite, high: finite, chosen: finite })),
});

/** One number per class. */
const perClass = v.strictTuple([finite, finite]);

/** Upper bound of the worst-case risk under the stated tolerances, for readers who want the robust view. */
const worstCaseRisk = v.strictObject({
  /** √(variance / people) of the class. */
  epsilon: perClass,
  /** W₂(P_c, Pcf). */
  delta: perClass,
  /** Weight of the letters' term per class, and Young's constants. */
  alpha: perClass,
  eta: perClass,
  /** What these imply. */
  lambda: perClass,
  /** Sum over both classes. */
  bound: distance,
});

/** The lens of measures near the class and the letters (spec §6, §12). */
const lens = v.strictObject({
  failure: v.null(),
  /** W₂(P_c, Pcf) per class. */
  radii: perClass,
  /** Lipschitz constants 2(ε_c + W)·W at the ε_c of `risk`. */
  lipschitz: perClass,
  /** L_c · ½: how far the worst-case risk can move over the whole range of λ. */
  bounds: perClass,
  /**
   * Quantiles (0, 5, 25, 50, 75, 95, 100 %) of the certificates: the smallest evidence error that would let the
   * decision change.
   */
  certificates: list(distance),
  /** How far evidence of this size errs by chance: the larger of √(variance / people) over both classes. */
  tolerance: distance,
  /**
   * People whose certificate is above that tolerance: every pair of measures in the lenses of that size decides them
   * alike.
   */
  certain: measuredShare,
  /** Out-of-fold agreement of RECAST's rule among them, and among the others; null where there is nobody. */
  agreementCertain: maybe(measuredShare),
  agreementOther: maybe(measuredShare),
  risk: maybe(worstCaseRisk),
});

/** How decisions change when people are drawn again. */
const stability = v.strictObject({
  method: v.string(),
  /** Refits that worked, */
  refits: count,
  /** and draws on which the method could not be fitted. */
  failed: count,
  /** Mean share of people whose decision differs from the fit on all evidence; null without a refit. */
  changed: maybe(share),
  /** Share of people who get one decision in at least 95 % of the refits that did not see them. */
  steady: measuredShare,
});

/** Answering only the surest share of people. */
const abstentionPoint = v.strictObject({
  /** Share answered. */
  answered: share,
  /** Margin below which nothing is said. */
  margin: distance,
  agreement: measuredShare,
});

/** What the evidence determines about the observed people (and the population, if given), and what it leaves open. */
export const identificationSchema = v.strictObject({
  band: v.union([lambdaBand, failed]),
  lens: v.union([lens, failed]),
  stability,
  /** Determined people and the others, by refits of the recommended method. */
  determined: determinedSplit,
  /** Agreement when only the surest answers are given, out of fold, recommended method. */
  abstention: list(abstentionPoint),
  /** Out-of-fold agreement of the recommended method by group. */
  agreementByGroup: sharesByGroup,
});

export type Identification = DataOf<typeof identificationSchema>;
export type LambdaBand = DataOf<typeof lambdaBand>;
export type Lens = DataOf<typeof lens>;
export type DeterminedSplit = DataOf<typeof determinedSplit>;
export type GroupShare = DataOf<typeof groupShare>;
export type AbstentionPoint = DataOf<typeof abstentionPoint>;
