import type { NumberStyle } from "./number-style.js";
import type { CategoryColumn, ColumnType, NumberColumn, Table } from "./table.js";

/** A feature the rebuilt model may look at. */
export interface FeatureSchema {
  readonly name: string;
  readonly type: ColumnType;
  /** A letter should never ask a person to change it. */
  readonly immutable: boolean;
  /**
   * Numbers of one unit are divided by one scale together, so that small ones stay small. @default a scale of its own
   */
  readonly unit?: string;
  /** How its numbers are written. @default plain */
  readonly numbers?: NumberStyle;
  /** Whether ranges such as `18-24` are numbers too. @default false */
  readonly ranges?: boolean;
}

/** What every column of the decisions file is for. */
export interface Schema {
  readonly features: readonly FeatureSchema[];
  /** The decision column, and the two values found in it. */
  readonly decision: { readonly column: string; readonly favourable: string; readonly unfavourable: string };
  readonly sensitive: readonly string[];
  readonly outcome: string | null;
  /** The outcome that is good for the person; null without an outcome column, or when it was not said. */
  readonly favourableOutcome: string | null;
  readonly id: string | null;
  readonly weight: string | null;
  readonly ignored: readonly string[];
}

/** Decisions and letters, read, typed and joined: everything reconstruction may know about the target. */
export interface Evidence {
  readonly schema: Schema;
  /** One row per observed person, feature columns only, in schema order. */
  readonly observations: Table;
  /** 1 = favourable, one per observation; with `classes` the place of the decision among them. */
  readonly decisions: Uint8Array;
  /** One full row per counterfactual, same columns (and, for categories, same levels) as `observations`. */
  readonly letters: Table;
  /** The observation each letter answers, −1 when not known. */
  readonly letterOf: Int32Array;
  /** 1 for a letter that names a threshold: one step short of it the answer is still no. @default no letter does */
  readonly isThreshold?: Uint8Array;
  /** What refused people were told counts against them, without a value. @default nobody was told */
  readonly reasons?: Reasons;
  /** One column per sensitive attribute, one row per observation. */
  readonly groups: readonly (CategoryColumn | NumberColumn)[];
  /** Observed outcome per observation, as a category; null without an outcome column. */
  readonly outcomes: CategoryColumn | null;
  /** Sampling weight per observation; null without a weight column. */
  readonly weights: Float64Array | null;
  /** Person id per observation; null without an id column. */
  readonly ids: readonly string[] | null;
  /** The values of a decision that were all named, and which of them each letter goes between; absent for two. */
  readonly classes?: DecisionClasses;
}

/** Something a notice can name as a reason: one or several features, or none that is in the file ("other"). */
export interface ReasonName {
  readonly name: string;
  /** Features it stands for, by name; none where it is about something that is not in the file. */
  readonly features: readonly string[];
}

/** Reasons for refusals: what counted against whom. No reason has a value. */
export interface Reasons {
  /** All that could have been named, given to somebody or not. A feature in none of them is never cited. */
  readonly names: readonly ReasonName[];
  /** The observation each reason was given to, one entry per reason given. */
  readonly personOf: Int32Array;
  /** What was named, by its place in `names`. */
  readonly nameOf: Int32Array;
  /** What would have helped: 1 for a higher value, −1 for a lower one, 0 where the notice does not say. */
  readonly direction: Int8Array;
}

/** Whether somebody was told a reason. */
export function hasReasons(evidence: Evidence): evidence is Evidence & { readonly reasons: Reasons } {
  return evidence.reasons !== undefined && evidence.reasons.personOf.length > 0;
}

export function withoutReasons<Some extends Evidence>({ reasons: _, ...rest }: Some): Some {
  return rest as Some;
}

/** Decisions of K ≥ 2 values, and letters from one of them to another. */
export interface DecisionClasses {
  /** The least favourable first when they are ordered. */
  readonly names: readonly string[];
  /** Whether a later class is better for the person. */
  readonly ordered: boolean;
  /** Class of each letter's recipient, −1 when not known. */
  readonly letterFrom: Int32Array;
  /** Class each letter offers, −1 when not known. */
  readonly letterTo: Int32Array;
}

/** Evidence whose decisions have K named values. */
export type ClassEvidence = Evidence & { readonly classes: DecisionClasses };

export function hasClasses(evidence: Evidence): evidence is ClassEvidence {
  return evidence.classes !== undefined;
}
