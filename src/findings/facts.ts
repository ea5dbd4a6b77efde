import * as v from "valibot";
import {
  count,
  type DataOf,
  distance,
  estimate,
  list,
  maybe,
  measuredShare,
  share,
  spread,
  status,
} from "./quantities.js";

/** A two-sided test that the group's rate equals the rate of everybody else. */
const groupTest = v.strictObject({
  /** "fisher": exact; "z": pooled two-proportion test, used when every expected cell is large. */
  name: v.picklist(["fisher", "z"]),
  p: share,
  /** Holm's correction over all tests of the facts. */
  adjusted: share,
});

/** The group against everybody else whose group is known, corrected for every comparison the facts make. */
export const groupComparison = v.strictObject({
  /** Rate of the group and of everybody else; by sampling weight where there are weights. */
  rate: share,
  rest: share,
  /** Rate minus the rest's, with the 95 % interval of this one comparison, */
  single: estimate,
  /** and with the interval corrected for all of them. */
  difference: estimate,
  p: share,
  /** Holm's correction over all comparisons. */
  adjusted: share,
});

/** One group: how often it got the favourable decision, and how that compares. */
const groupFacts = v.strictObject({
  group: v.string(),
  n: count,
  /** "insufficient" below ten people: shown, but left out of comparisons. */
  status,
  rate: measuredShare,
  /** With sampling weights; null without them, or when all weights of the group are 0. */
  weightedRate: maybe(estimate),
  /**
   * Rate over the reference group's; 1 with interval [1, 1] for the reference itself. Null for insufficient groups
   * and where the reference's rate is 0.
   */
  impactRatio: maybe(estimate),
  /** Weighted rate over the highest weighted rate of the measured groups; null as above, or without weights. */
  weightedImpactRatio: maybe(estimate),
  /** Rate minus the rate of everybody else whose group is known; null as for `test`. */
  differenceFromRest: maybe(estimate),
  /** Against everybody else whose group is known; null for insufficient groups or when nobody else is left. */
  test: maybe(groupTest),
  /** The same with its corrected interval, as findings use it; null in files of an earlier format. */
  comparison: maybe(groupComparison),
  /**
   * Rate and impact ratio over every way the people of unknown group could belong; each way is compared with its own
   * highest group. Null when there are no such people. Ratios are null where the impact ratio is not measured.
   */
  bounds: maybe(
    v.strictObject({ rateLow: share, rateHigh: share, ratioLow: maybe(distance), ratioHigh: maybe(distance) }),
  ),
});

/**
 * What a comparison of the reference group with the largest other measured group could show with 80 % power, at 5 %
 * shared among all tests of the facts.
 */
const power = v.strictObject({
  reference: v.string(),
  group: v.string(),
  /** The largest impact ratio below 1 that a file of this size would detect; null when none. */
  detectableRatio: maybe(distance),
  /** People needed in each of two equal groups to detect an impact ratio of 0.8. */
  neededPerGroup: maybe(count),
});

const attributeFacts = v.strictObject({
  /** "sex", or "sex × origin". */
  attribute: v.string(),
  columns: list(v.string()),
  kind: v.picklist(["category", "number", "intersection"]),
  /** Every group, in the order of its labels; people without a value are in `unknown` and not here. */
  groups: list(groupFacts),
  /** The measured group with the highest rate, which impact ratios compare with; null with fewer than two. */
  reference: maybe(v.string()),
  /** Highest minus lowest rate of the measured groups; null with fewer than two. */
  parityDifference: maybe(spread),
  /** Lowest over highest rate of the measured groups; null with fewer than two or when the highest is 0. */
  parityRatio: maybe(spread),
  /** The same with sampling weights, which may put other groups highest and lowest; null without weights. */
  weighted: maybe(
    v.strictObject({
      /** The measured group with the highest weighted rate, which weighted impact ratios compare with. */
      reference: maybe(v.string()),
      parityDifference: maybe(spread),
      parityRatio: maybe(spread),
    }),
  ),
  /** People whose group is not known; null when there are none. */
  unknown: maybe(v.strictObject({ n: count, favourable: count, rate: measuredShare })),
  /** What differences this many people can show; null with fewer than two measured groups. */
  power: maybe(power),
});

/** What the decisions say about groups without any model. */
export const factsSchema = v.strictObject({
  overall: v.strictObject({ n: count, rate: measuredShare, weightedRate: maybe(estimate) }),
  /** One entry per sensitive attribute, then one per pair of attributes. */
  attributes: list(attributeFacts),
  /**
   * Whether the two decisions are so equally frequent that the sample looks drawn that way; rates then mean nothing
   * without weights.
   */
  balancedByDesign: v.boolean(),
  /** How many tests the adjusted p-values take into account together. */
  tests: count,
});

export type Facts = DataOf<typeof factsSchema>;
export type AttributeFacts = DataOf<typeof attributeFacts>;
export type GroupFacts = DataOf<typeof groupFacts>;
export type GroupComparison = DataOf<typeof groupComparison>;
export type GroupTest = DataOf<typeof groupTest>;
export type Power = DataOf<typeof power>;
