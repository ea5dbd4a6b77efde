import type { Estimate, MeasuredShare } from "../math/interval.js";

/** Whose answers were compared: the method with and without letters, and simpler ones beside it. */
export type ArmName = "letters" | "no-letters" | "recast" | "ridge";

/** Fidelity at one size. */
export interface CurvePoint {
  /** People of each class. */
  readonly n: number;
  /** Letters these people received, on average over the repeats. */
  readonly letters: number;
  /** Null where fewer than two repeats could be measured. */
  readonly fidelity: Estimate | null;
}

/** Fidelity against the number of people. */
export interface LeakCurve {
  readonly arm: ArmName;
  /** The method behind it. */
  readonly method: string;
  readonly points: readonly CurvePoint[];
}

/** A number of decisions per class, or a bound of it where the curve does not reach so far. */
export interface Reach {
  readonly status: "measured" | "more-than" | "at-most" | "unknown";
  /** Null where nothing is known. */
  readonly decisions: number | null;
}

/** What the letters of one size are worth. */
export interface LetterWorth {
  readonly n: number;
  readonly letters: number;
  /** Decisions per class that give the same fidelity without letters. */
  readonly equivalent: Reach;
  /** The least and the most of that over the repeats. */
  readonly least: Reach;
  readonly most: Reach;
  /** Further decisions, of both classes together, that one letter replaces. */
  readonly perLetter: Reach;
}

/** What one field of the letters gives away. */
export interface FieldLeak {
  readonly field: string;
  /** Share of the letters to known people that change it. */
  readonly changed: MeasuredShare;
  /** Fidelity when this field's change is not told, and what is lost by that. */
  readonly masked: Estimate | null;
  readonly drop: Estimate | null;
  /** Fidelity when only this field's change is told, and what that adds to no letters at all. */
  readonly alone: Estimate | null;
  readonly reveals: Estimate | null;
}

/** Kinds of mitigation. */
export type MitigationKind = "rounding" | "binning" | "sparse" | "once" | "fewer";

/** Fidelity after a mitigation, and what it costs those who get the letters. */
export interface MitigationEffect {
  readonly kind: MitigationKind;
  /** Share of a field's range, number of bins, most fields, letters per person, share of the people. */
  readonly strength: number;
  readonly fidelity: Estimate | null;
  /** Fidelity after minus before. */
  readonly change: Estimate | null;
  /** Fidelity after minus that of no letters at all. */
  readonly left: Estimate | null;
  /** Letters that are still sent, of all letters. */
  readonly sent: MeasuredShare;
  /** Letters that have no change left to tell, and are not sent for that. */
  readonly empty: number;
  /** Mean further distance asked of those who still get a letter, in 5–95 % ranges; null without a known person. */
  readonly addedDistance: number | null;
  /** Mean further number of fields asked of them. */
  readonly addedFields: number | null;
  /** Share of the letters the target accepted before and does not accept now; null where it was not asked. */
  readonly invalid: MeasuredShare | null;
}

/** Why something was not measured, or fits that failed. */
export interface LeakNote {
  readonly code: string;
  readonly text: string;
}

/** A number of the report that a condition speaks of. */
export interface ConditionValue {
  readonly call: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** "more-than" and "at-most" where the value is a bound. */
  readonly status: Reach["status"];
}

/** A condition of `--fail-if` and what came of it. */
export interface ConditionResult {
  readonly text: string;
  /** Whether it holds by the estimates; null where they do not tell. */
  readonly holds: boolean | null;
  /** Whether the whole intervals say the same. */
  readonly clear: boolean;
  /** Whether it makes the run fail. */
  readonly failed: boolean;
  readonly values: readonly ConditionValue[];
}

/** What the decisions and letters of a platform give away. */
export interface LeakReport {
  readonly format: "recast-leak/1";
  readonly settings: {
    readonly method: string;
    readonly withoutLetters: string;
    readonly sizes: readonly number[];
    readonly sizesWithoutLetters: readonly number[];
    readonly at: number;
    readonly repeats: number;
    /** Null with reference rows of their own. */
    readonly holdOut: number | null;
    readonly seed: number;
    readonly scaling: string;
    readonly failBy: "point" | "interval";
  };
  readonly evidence: {
    readonly rejected: number;
    readonly accepted: number;
    readonly letters: number;
    /** Letters whose person is known and was rejected. */
    readonly paired: number;
    /** Rejected people with a letter. */
    readonly answered: number;
    readonly features: number;
  };
  readonly reference: {
    readonly kind: "held-out" | "file";
    /** Rows compared with in each repeat. */
    readonly rows: number;
    readonly rejected: number;
    readonly accepted: number;
    /** Rows of a reference file left out because their person is among the decisions. */
    readonly alsoObserved: number;
  };
  readonly fits: number;
  /** Share of the more frequent decision among the reference rows: the fidelity of one answer for everybody. */
  readonly majority: number;
  readonly curves: readonly LeakCurve[];
  /** Fidelity against the number of letters, with as many decisions as the largest size. */
  readonly letterCurve: { readonly n: number; readonly points: readonly CurvePoint[] };
  /** What letters add, at each size. */
  readonly gains: readonly { readonly n: number; readonly gain: Estimate | null }[];
  readonly worth: readonly LetterWorth[];
  /** Ordered by what is lost when the field is not told. */
  readonly fields: readonly FieldLeak[];
  /** Fields that letters change and that were not looked at. */
  readonly fieldsLeftOut: number;
  readonly mitigations: readonly MitigationEffect[];
  /** Who was asked whether changed letters are still accepted; null when nobody was. */
  readonly validity: {
    readonly target: string;
    readonly asked: number;
    readonly acceptedBefore: MeasuredShare | null;
  } | null;
  readonly conditions: readonly ConditionResult[];
  readonly notes: readonly LeakNote[];
}
