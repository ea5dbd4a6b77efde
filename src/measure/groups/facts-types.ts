import type { Estimate, MeasuredShare } from "../../math/interval.js";

/** What the decisions say about groups without any model. */
export interface Facts {
  readonly overall: { readonly n: number; readonly rate: MeasuredShare; readonly weightedRate: Estimate | null };
  /** One entry per sensitive attribute, then one per pair of attributes. */
  readonly attributes: readonly AttributeFacts[];
  /** Whether the two decisions are so equally frequent that the sample looks drawn that way; rates then mean nothing without weights. */
  readonly balancedByDesign: boolean;
  /** How many tests the adjusted p-values take into account together. */
  readonly tests: number;
}

export interface AttributeFacts {
  /** "sex", or "sex × origin". */
  readonly attribute: string;
  readonly columns: readonly string[];
  readonly kind: "category" | "number" | "intersection";
  /** Every group, in the order of its labels; people without a value are in `unknown` and not here. */
  readonly groups: readonly GroupFacts[];
  /** The measured group with the highest rate, which impact ratios compare with; null with fewer than two measured groups. */
  readonly reference: string | null;
  /** Highest minus lowest rate of the measured groups; null with fewer than two. */
  readonly parityDifference: Spread | null;
  /** Lowest over highest rate of the measured groups; null with fewer than two or when the highest is 0. */
  readonly parityRatio: Spread | null;
  /** The same with sampling weights, which may put other groups highest and lowest; null without weights. */
  readonly weighted: WeightedSpread | null;
  /** People whose group is not known, and what they could change; null when there are none. */
  readonly unknown: UnknownGroup | null;
  /** What differences this many people can show; null with fewer than two measured groups. */
  readonly power: Power | null;
}

/** A comparison of the highest with the lowest group, both picked by the data: the interval is widened for that. */
export interface Spread extends Estimate {
  readonly highest: string;
  readonly lowest: string;
}

/** Comparisons of weighted rates; each null where its unweighted twin would be. */
export interface WeightedSpread {
  /** The measured group with the highest weighted rate, which weighted impact ratios compare with. */
  readonly reference: string | null;
  readonly parityDifference: Spread | null;
  readonly parityRatio: Spread | null;
}

/** One group: how often it got the favourable decision, and how that compares. */
export interface GroupFacts {
  readonly group: string;
  readonly n: number;
  /** "insufficient" below ten people: shown, but too few to carry a number; left out of comparisons. */
  readonly status: "measured" | "insufficient";
  readonly rate: MeasuredShare;
  /** With sampling weights; null without them, or when all of the group's are 0. */
  readonly weightedRate: Estimate | null;
  /** Rate over the reference group's; null for insufficient groups and where the reference's rate is 0; 1 with interval [1, 1] for the reference itself. */
  readonly impactRatio: Estimate | null;
  /** Weighted rate over the highest weighted rate of the measured groups; null as above, or without weights. */
  readonly weightedImpactRatio: Estimate | null;
  /** Rate minus that of everybody else whose group is known; null for insufficient groups or when nobody else is left. */
  readonly differenceFromRest: Estimate | null;
  /** Against everybody else whose group is known; null for insufficient groups or when nobody else is left. */
  readonly test: GroupTest | null;
  /**
   * Rate and impact ratio over every way the people of unknown group could belong, the highest group of each way being the one compared
   * with; null when there are none. Ratios are null where the impact ratio is not measured.
   */
  readonly bounds: {
    readonly rateLow: number;
    readonly rateHigh: number;
    readonly ratioLow: number | null;
    readonly ratioHigh: number | null;
  } | null;
}

/** A two-sided test that the group's rate equals that of the rest. */
export interface GroupTest {
  /** "fisher": exact; "z": pooled two-proportion test, used when every expected cell is large. */
  readonly name: "fisher" | "z";
  readonly p: number;
  /** Holm's correction over all tests of the facts. */
  readonly adjusted: number;
}

export interface UnknownGroup {
  readonly n: number;
  readonly favourable: number;
  readonly rate: MeasuredShare;
}

/** What a comparison of the reference group with the largest other measured group could show, at 5 % and 80 % power. */
export interface Power {
  readonly reference: string;
  readonly group: string;
  /** The largest impact ratio below 1 that a file of this size would detect; null when none. */
  readonly detectableRatio: number | null;
  /** People needed in each of two equal groups to detect an impact ratio of 0.8. */
  readonly neededPerGroup: number | null;
}
