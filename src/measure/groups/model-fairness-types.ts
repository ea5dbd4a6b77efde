import type { Estimate, MeasuredShare } from "../../math/interval.js";
import type { Spread } from "./facts-types.js";

/**
 * Differences between groups as a rebuilt model shows them. With sampling weights every number but the counts takes people by
 * their weight.
 */
export interface ModelFairness {
  readonly method: string;
  /** Whose rows were scored: the observed people (out of fold), or the people of a population file. */
  readonly scored: "observations" | "population";
  readonly n: number;
  /** Whether the people scored have sampling weights. */
  readonly weighted: boolean;
  readonly attributes: readonly AttributeModelFairness[];
}

/** One sensitive attribute, or two together. */
export interface AttributeModelFairness {
  readonly attribute: string;
  readonly columns: readonly string[];
  readonly groups: readonly GroupModelFairness[];
  /** W₁ between the score distributions of groups: 0 = alike, 1 = as different as scores can be. */
  readonly dtidp: ScoreDistances | null;
  /** The same among people alike in y: the observed outcome where there is one, else the decision; empty where neither is known. */
  readonly dtieo: readonly ConditionalDistances[];
  /** Which column y is; null where the people scored have none. */
  readonly conditionedOn: { readonly column: string; readonly kind: "outcome" | "decision" } | null;
  /** Largest differences of true and false positive rates between measured groups; null without an outcome column. */
  readonly equalizedOdds: EqualizedOdds | null;
  /** Highest minus lowest rate of the rebuilt model over the measured groups. */
  readonly parityDifference: Spread | null;
  /** Least and greatest parity difference over the surrogates that are consistent with the evidence; null when only one is. */
  readonly range: SurrogateRange | null;
}

/** One group of the people scored. */
export interface GroupModelFairness {
  readonly group: string;
  /** People of the group among those scored. */
  readonly n: number;
  /** People of the group among the observed. */
  readonly observed: number;
  /** "insufficient" below ten people scored, or in a population below ten observed: shown, but left out of comparisons. */
  readonly status: "measured" | "insufficient";
  /** Share the rebuilt model accepts, everybody counted once. */
  readonly rate: MeasuredShare;
  /** The same by sampling weight; null without weights. */
  readonly weightedRate: Estimate | null;
  readonly meanScore: number;
  /** Impact ratio of the rebuilt model's rates against its highest measured group. */
  readonly impactRatio: Estimate | null;
  /** Agreement with the observed decisions out of fold; null in a group without observed people. */
  readonly agreement: MeasuredShare | null;
  /**
   * Prediction-powered rate of the population: mean decision of the surrogate there plus the mean out-of-fold error on the
   * observed people. Null without a population file, below ten people on either side, and where the observed people were picked
   * by their decision and have no weights.
   */
  readonly correctedRate: Estimate | null;
  /** Corrected rate over the highest corrected rate of the measured groups. */
  readonly correctedRatio: Estimate | null;
}

/** Distances between the score distributions of groups. */
export interface ScoreDistances {
  /** Every pair of measured groups; of more than 300 pairs the 300 that differ most. */
  readonly pairs: readonly PairDistance[];
  /** Pairs not listed. */
  readonly pairsLeftOut: number;
  /** Each measured group against everybody else whose group is known. */
  readonly againstRest: readonly PairDistance[];
  /** The largest of the pairs. */
  readonly worst: PairDistance;
}

/** W₁ between two groups. */
export interface PairDistance extends Estimate {
  readonly a: string;
  /** Null: everybody else. */
  readonly b: string | null;
}

/** Distances among the people with one value of y. */
export interface ConditionalDistances {
  /** The value of y. */
  readonly y: string;
  readonly n: number;
  /** Null with fewer than two groups of ten people. */
  readonly distances: ScoreDistances | null;
}

/** How often people with the same outcome are accepted, by group. Only groups with ten such people are compared. */
export interface EqualizedOdds {
  readonly favourableOutcome: string;
  /** Highest minus lowest share accepted among people with the favourable outcome. */
  readonly truePositiveDifference: Estimate | null;
  /** The same among people with any other known outcome. */
  readonly falsePositiveDifference: Estimate | null;
  /** The larger of the two. */
  readonly difference: Estimate | null;
  readonly groups: readonly {
    readonly group: string;
    readonly truePositiveRate: MeasuredShare | null;
    readonly falsePositiveRate: MeasuredShare | null;
  }[];
}

/** The same quantity over every surrogate that the evidence does not rule out. */
export interface SurrogateRange {
  readonly low: number;
  readonly high: number;
  /** How many surrogates: methods within one standard error of the best, and refits of the recommended one. */
  readonly surrogates: number;
  /** Which surrogate shows the least difference, and which the greatest. */
  readonly lowest: string;
  readonly highest: string;
}
