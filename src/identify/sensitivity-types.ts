/** How far findings depend on choices: one variant at a time, everything else as in the audit. */
export interface Sensitivity {
  readonly method: string;
  readonly variants: readonly Variant[];
  readonly conclusions: readonly Conclusion[];
}

export interface Variant {
  readonly kind: "scaling" | "lambda" | "subsample" | "drop-column" | "noise";
  /** "scaling zscore", "without income", "half of the people (2 of 5)". */
  readonly name: string;
  readonly method: string;
  /** Share of observed people whose decision by the rebuilt model differs from the audit's. */
  readonly changed: number;
  /** Share of observed decisions the variant's model gives back on people it was not fitted on; null where it was fitted on all. */
  readonly agreement: number | null;
  /** Parity difference of the rebuilt model per attribute, null where it cannot be computed. */
  readonly gaps: readonly {
    readonly attribute: string;
    readonly difference: number | null;
    readonly highest: string | null;
    readonly lowest: string | null;
  }[];
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
