import type { Estimate, MeasuredShare } from "../../math/interval.js";

/** What the letters ask, of whom, and where they cannot all be true. Only letters whose person is known and was rejected say what changed. */
export interface LetterFindings {
  readonly letters: number;
  /** Letters whose person is known and was rejected: what the rest of this section is about. */
  readonly compared: number;
  /** Rejected people with a letter; null when no letter says whose it is, or nobody was rejected. */
  readonly coverage: MeasuredShare | null;
  readonly coverageByAttribute: readonly {
    readonly attribute: string;
    readonly groups: readonly {
      readonly group: string;
      readonly coverage: MeasuredShare | null;
      readonly status: "measured" | "insufficient";
    }[];
  }[];
  /** How many letters change 0, 1, 2 … fields. */
  readonly fieldCounts: readonly { readonly fields: number; readonly letters: number }[];
  /** Most often changed first; fields no letter changes come last. */
  readonly fields: readonly FieldFindings[];
  /** Letters that ask to change at least one immutable field. */
  readonly immutable: MeasuredShare | null;
  /** Certain ones first. */
  readonly contradictions: readonly Contradiction[];
  /** One entry per grouping. */
  readonly burden: readonly BurdenByAttribute[];
}

export interface FieldFindings {
  readonly field: string;
  readonly type: "number" | "category";
  readonly immutable: boolean;
  readonly changed: MeasuredShare;
  /** Numbers: letters that ask for more, and for less. */
  readonly up: number;
  readonly down: number;
  /** Numbers: size of the change where there is one, in the column's own units; null for categories and unchanged fields. */
  readonly size: {
    readonly least: number;
    readonly lowerQuartile: number;
    readonly median: number;
    readonly upperQuartile: number;
    readonly greatest: number;
  } | null;
  /** Categories: the most frequent changes, at most ten. */
  readonly moves: readonly { readonly from: string; readonly to: string; readonly letters: number }[];
}

export interface Contradiction {
  /**
   * "offer-rejected": the offered row is that of a person who was rejected; both cannot be true of one rule on these columns.
   * "offer-exceeded": a rejected person has at least what the letter asks, in the direction letters ask, and is alike elsewhere.
   * "opposite-directions": letters ask for more of a field of some people and for less of others.
   * "more-than-needed": one person got two letters, one asking strictly more than the other.
   */
  readonly kind: "offer-rejected" | "offer-exceeded" | "opposite-directions" | "more-than-needed";
  /** Whether the two statements exclude each other outright, or only if letters are read as people would read them. */
  readonly strength: "certain" | "indication";
  /** Letters concerned. */
  readonly count: number;
  readonly field: string | null;
  /** At most five: rows of the two files as a spreadsheet counts them; the person's row is null where it is the letter's own person. */
  readonly examples: readonly { readonly letterRow: number; readonly personRow: number | null }[];
  readonly sentence: string;
}

export interface BurdenByAttribute {
  readonly attribute: string;
  readonly columns: readonly string[];
  readonly groups: readonly GroupBurden[];
  /** Largest minus smallest mean encoded distance among measured groups; null with fewer than two. */
  readonly distanceGap: (Estimate & { readonly highest: string; readonly lowest: string }) | null;
}

/** What letters ask of one group; intervals by bootstrap over its people, so none where only one person was asked. */
export interface GroupBurden {
  readonly group: string;
  readonly letters: number;
  /** "insufficient" below ten people with a letter. */
  readonly status: "measured" | "insufficient";
  /** Mean Euclidean distance from person to offer in the encoded space; null with fewer than two people. */
  readonly distance: Estimate | null;
  /** Mean number of fields a letter changes; null with fewer than two people. */
  readonly fields: Estimate | null;
  /** Letters that ask to change an immutable field; null without letters. */
  readonly immutable: MeasuredShare | null;
  /**
   * Numeric fields some letter of the group changes, in the order of `fields` above: median size of the change among letters that
   * change it, own units; null with fewer than two people.
   */
  readonly changes: readonly { readonly field: string; readonly letters: number; readonly median: Estimate | null }[];
}
