/** How far findings depend on choices: one variant at a time, everything else as in the audit. */
export interface Sensitivity {
  readonly method: string;
  /** The audit's own, to compare with. */
  readonly gaps: readonly Gap[];
  readonly variants: readonly Variant[];
  readonly conclusions: readonly Conclusion[];
}

/** Parity difference of a rebuilt model for one attribute, null where fewer than two groups are large enough. */
export interface Gap {
  readonly attribute: string;
  readonly difference: number | null;
  readonly highest: string | null;
  readonly lowest: string | null;
}

export interface Variant {
  readonly kind: "scaling" | "lambda" | "subsample" | "drop-column" | "noise";
  /** "scaling zscore", "without income", "half of the people (2 of 5)". */
  readonly name: string;
  /** The recommended method; RECAST for the variants of λ, which is its own. */
  readonly method: string;
  /** Share of observed people whose decision differs from that of the same method in the audit; null after a failure. */
  readonly changed: number | null;
  /** Share of observed decisions the variant's model gives back on people it was not fitted on; null where it was fitted on all. */
  readonly agreement: number | null;
  /** By the decisions of the variant on the observed people; empty after a failure. */
  readonly gaps: readonly Gap[];
  readonly failure: string | null;
}

/** A statement of the report, and in how many variants it stays true. */
export interface Conclusion {
  readonly code: "LOWEST_GROUP" | "GAP_SIGN" | "BELOW_FOUR_FIFTHS" | "AGREEMENT_ABOVE_MAJORITY";
  readonly attribute: string | null;
  readonly sentence: string;
  readonly holds: number;
  readonly of: number;
  /** Names of the variants in which it does not hold. */
  readonly fails: readonly string[];
}
