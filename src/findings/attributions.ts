import * as v from "valibot";
import { columnType, count, type DataOf, estimate, finite, list, maybe, share } from "./quantities.js";

/** How much a feature matters to the rebuilt model. */
const featureImportance = v.strictObject({ feature: v.string(), importance: estimate });

/** Points per one unit of a number, or points of each level of a category against the most frequent one. */
const featureWeight = v.variant("type", [
  v.strictObject({
    feature: v.string(),
    type: v.literal("number"),
    perUnit: finite,
    /** A step people would speak of: the power of ten at or below the 5–95 % range of the observed values. */
    unit: finite,
  }),
  v.strictObject({
    feature: v.string(),
    type: v.literal("category"),
    base: v.string(),
    levels: list(v.strictObject({ level: v.string(), points: finite })),
  }),
]);

/** A linear rule in the columns' own units: it accepts where intercept + points of all features ≥ 0. */
const linearWeights = v.strictObject({
  /**
   * What a point is: log-odds of acceptance; or, for rules of two prototypes, a difference of squared encoded
   * distances, which has the sign of the margin.
   */
  points: v.picklist(["log-odds", "squared distance"]),
  /** Points of a person with all numbers 0 and all categories at their base. */
  intercept: finite,
  features: list(featureWeight),
});

/** Mean score when one feature is set to a value for everybody. */
const partialDependence = v.strictObject({
  feature: v.string(),
  type: columnType,
  /** Numbers ascending; categories by how many people have them. At most 20. */
  points: list(v.strictObject({ value: v.union([finite, v.string()]), score: share, accepted: share })),
});

/** What the rebuilt model seems to look at. It describes the rebuilt model, not causes. */
export const attributionsSchema = v.strictObject({
  method: v.string(),
  /** Linear methods only: points per unit in the column's own units. */
  weights: maybe(linearWeights),
  /** Why there are no weights; null where there are. */
  withoutWeights: maybe(v.picklist(["not linear", "rank scaling"])),
  /** Share of decisions that change when a feature is shuffled; mean over shuffles. Largest first. */
  permutation: list(featureImportance),
  /** Mean |Shapley value| of the score; exact for few features, sampled with error bars for more. */
  shapley: v.strictObject({
    exact: v.boolean(),
    /** People whose values were averaged. */
    people: count,
    /** Orders of the features drawn per person; 0 where all coalitions were gone through. */
    samples: count,
    /** Observed rows that stood in for a feature that is left out. */
    background: count,
    /** Mean score of the background: what a person's values add up from. */
    base: share,
    /** Largest first. */
    features: list(featureImportance),
  }),
  partialDependence: list(partialDependence),
  /** How much was computed, so that the figures can be read with care. */
  sizes: v.strictObject({
    /** People behind the shuffles, and how often each feature was shuffled. */
    shuffledPeople: count,
    shuffles: count,
    /** People behind each point of partial dependence. */
    partialDependencePeople: count,
  }),
});

export type Attributions = DataOf<typeof attributionsSchema>;
export type FeatureImportance = DataOf<typeof featureImportance>;
export type LinearWeights = DataOf<typeof linearWeights>;
export type PartialDependence = DataOf<typeof partialDependence>;
