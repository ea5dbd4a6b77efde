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
