import type { Estimate } from "../../math/interval.js";

/** What the rebuilt model seems to look at. It describes the rebuilt model, not causes. */
export interface Attributions {
  readonly method: string;
  /** Linear methods only: points per unit in the column's own units. */
  readonly weights: LinearWeights | null;
  /** Why there are no weights; null where there are. */
  readonly withoutWeights: "not linear" | "rank scaling" | null;
  /** Share of decisions that change when a feature is shuffled; mean over shuffles. Largest first. */
  readonly permutation: readonly FeatureImportance[];
  /** Mean |Shapley value| of the score; exact for few features, sampled with error bars for more. Largest first. */
  readonly shapley: {
    readonly exact: boolean;
    /** People whose values were averaged. */
    readonly people: number;
    /** Orders of the features drawn per person; 0 where all coalitions were gone through. */
    readonly samples: number;
    /** Observed rows that stood in for a feature that is left out. */
    readonly background: number;
    /** Mean score of the background: what a person's values add up from. */
    readonly base: number;
    readonly features: readonly FeatureImportance[];
  };
  readonly partialDependence: readonly PartialDependence[];
  /** How much was computed, so that the figures can be read with care. */
  readonly sizes: {
    /** People behind the shuffles, and how often each feature was shuffled. */
    readonly shuffledPeople: number;
    readonly shuffles: number;
    /** People behind each point of partial dependence. */
    readonly partialDependencePeople: number;
  };
}

/** How much a feature matters to the rebuilt model. */
export interface FeatureImportance {
  readonly feature: string;
  readonly importance: Estimate;
}

/** A linear rule in the columns' own units: it accepts where intercept + points of all features ≥ 0. */
export interface LinearWeights {
  /**
   * What a point is: log-odds of acceptance; or, for rules of two prototypes, a difference of squared encoded
   * distances, whose sign is that of the margin.
   */
  readonly points: "log-odds" | "squared distance";
  /** Points of a person with all numbers 0 and all categories at their base. */
  readonly intercept: number;
  /** Numbers: points per one unit. Categories: points of each level against the most frequent one. */
  readonly features: readonly (
    | {
        readonly feature: string;
        readonly type: "number";
        readonly perUnit: number;
        /** A step people would speak of: the power of ten at or below the 5–95 % range of the observed values. */
        readonly unit: number;
      }
    | {
        readonly feature: string;
        readonly type: "category";
        readonly base: string;
        readonly levels: readonly { readonly level: string; readonly points: number }[];
      }
  )[];
}

/** Mean score when one feature is set to a value for everybody. */
export interface PartialDependence {
  readonly feature: string;
  readonly type: "number" | "category";
  /** Numbers ascending; categories by how many people have them. At most 20. */
  readonly points: readonly { readonly value: number | string; readonly score: number; readonly accepted: number }[];
}

/** The smallest found change that flips the rebuilt model's answer for one person. */
export interface NearestFlip {
  readonly changes: readonly {
    readonly feature: string;
    readonly from: string | number | null;
    readonly to: string | number;
  }[];
  /** Σ |change of a scaled number| + 1 per changed category; 0 when nothing was found. */
  readonly distance: number;
  /** Whether it is known that, rounding aside, nothing smaller within the observed ranges flips the answer: linear rules only. */
  readonly least: boolean;
  readonly status: "found" | "not found";
  /** Features that were left alone because they are immutable. */
  readonly kept: readonly string[];
}
