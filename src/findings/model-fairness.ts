import * as v from "valibot";
import { groupComparison } from "./facts.js";
import { count, type DataOf, estimate, list, maybe, measuredShare, share, spread, status } from "./quantities.js";

/** One group of the people scored. */
const groupModelFairness = v.strictObject({
  group: v.string(),
  /** People of the group among those scored. */
  n: count,
  /** People of the group among the observed. */
  observed: count,
  /**
   * "insufficient" below ten people scored, or in a population below ten observed: shown, but left out of comparisons.
   */
  status,
  /** Share the rebuilt model accepts, everybody counted once. */
  rate: measuredShare,
  /** The same by sampling weight; null without weights. */
  weightedRate: maybe(estimate),
  meanScore: share,
  /** Impact ratio of the rebuilt model's rates against its highest measured group. */
  impactRatio: maybe(estimate),
  /** Agreement with the observed decisions out of fold; null in a group without observed people. */
  agreement: maybe(measuredShare),
  /**
   * Prediction-powered rate of the population: mean decision of the surrogate there plus the mean out-of-fold error on
   * the observed people. Null without a population file, below ten people on either side, and where the observed
   * people were picked by their decision and have no weights.
   */
  correctedRate: maybe(estimate),
  /** Corrected rate over the highest corrected rate of the measured groups. */
  correctedRatio: maybe(estimate),
  /**
   * How the corrected rate compares with everybody else's in the population, for attributes of one column; corrected
   * for these comparisons and for all that the facts make. Null without a corrected rate, or without another group's.
   */
  correctedComparison: maybe(groupComparison),
});

/** W₁ between two groups; `b` is null for everybody else. */
const pairDistance = v.strictObject({ ...estimate.entries, a: v.string(), b: maybe(v.string()) });

/** Distances between the score distributions of groups. */
const scoreDistances = v.strictObject({
  /** Every pair of measured groups; of more than 300 pairs the 300 that differ most. */
  pairs: list(pairDistance),
  /** Pairs not listed. */
  pairsLeftOut: count,
  /** Each measured group against everybody else whose group is known. */
  againstRest: list(pairDistance),
  /** The largest of the pairs. */
  worst: pairDistance,
});

/** Distances among the people with one value of y. */
const conditionalDistances = v.strictObject({
  /** The value of y. */
  y: v.string(),
  n: count,
  /** Null with fewer than two groups of ten people. */
  distances: maybe(scoreDistances),
});

/** How often people with the same outcome are accepted, by group. Only groups with ten such people are compared. */
const equalizedOdds = v.strictObject({
  favourableOutcome: v.string(),
  /** Highest minus lowest share accepted among people with the favourable outcome. */
  truePositiveDifference: maybe(estimate),
  /** The same among people with any other known outcome. */
  falsePositiveDifference: maybe(estimate),
  /** The larger of the two. */
  difference: maybe(estimate),
  groups: list(
    v.strictObject({
      group: v.string(),
      truePositiveRate: maybe(measuredShare),
      falsePositiveRate: maybe(measuredShare),
    }),
  ),
});

/** The same quantity over every surrogate that the evidence does not rule out. */
const surrogateRange = v.strictObject({
  low: share,
  high: share,
  /** How many surrogates: methods within one standard error of the best, and refits of the recommended one. */
  surrogates: count,
  /** Which surrogate shows the least difference, and which the greatest. */
  lowest: v.string(),
  highest: v.string(),
});

/** One sensitive attribute, or two together. */
const attributeModelFairness = v.strictObject({
  attribute: v.string(),
  columns: list(v.string()),
  groups: list(groupModelFairness),
  /** W₁ between the score distributions of groups: 0 = alike, 1 = as different as scores can be. */
  dtidp: maybe(scoreDistances),
  /**
   * The same among people alike in y: the observed outcome where there is one, else the decision; empty where neither
   * is known.
   */
  dtieo: list(conditionalDistances),
  /** Which column y is; null where the people scored have none. */
  conditionedOn: maybe(v.strictObject({ column: v.string(), kind: v.picklist(["outcome", "decision"]) })),
  /** Largest differences of true and false positive rates between measured groups; null without an outcome column. */
  equalizedOdds: maybe(equalizedOdds),
  /** Highest minus lowest rate of the rebuilt model over the measured groups. */
  parityDifference: maybe(spread),
  /** Least and greatest parity difference over the surrogates consistent with the evidence; null when only one is. */
  range: maybe(surrogateRange),
});

/**
 * Differences between groups as a rebuilt model shows them. With sampling weights every number but the counts takes
 * people by their weight.
 */
export const modelFairnessSchema = v.strictObject({
  method: v.string(),
  /** Whose rows were scored: the observed people (out of fold), or the people of a population file. */
  scored: v.picklist(["observations", "population"]),
  n: count,
  /** Whether the people scored have sampling weights. */
  weighted: v.boolean(),
  attributes: list(attributeModelFairness),
});

export type ModelFairness = DataOf<typeof modelFairnessSchema>;
export type AttributeModelFairness = DataOf<typeof attributeModelFairness>;
export type GroupModelFairness = DataOf<typeof groupModelFairness>;
export type PairDistance = DataOf<typeof pairDistance>;
export type ScoreDistances = DataOf<typeof scoreDistances>;
export type ConditionalDistances = DataOf<typeof conditionalDistances>;
export type EqualizedOdds = DataOf<typeof equalizedOdds>;
export type SurrogateRange = DataOf<typeof surrogateRange>;
