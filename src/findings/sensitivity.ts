import * as v from "valibot";
import { count, type DataOf, list, maybe, share } from "./quantities.js";

/** Parity difference of a rebuilt model for one attribute, null where fewer than two groups are large enough. */
const gap = v.strictObject({
  attribute: v.string(),
  difference: maybe(share),
  highest: maybe(v.string()),
  lowest: maybe(v.string()),
});

const variant = v.strictObject({
  kind: v.picklist(["scaling", "lambda", "subsample", "drop-column", "noise"]),
  /** "scaling zscore", "without income", "half of the people (2 of 5)". */
  name: v.string(),
  /** The recommended method; RECAST for the variants of λ, which is its own. */
  method: v.string(),
  /** Share of observed people the same method decides otherwise in the audit; null after a failure. */
  changed: maybe(share),
  /**
   * Share of observed decisions the variant's model gives back on people it was not fitted on; null where it was
   * fitted on all.
   */
  agreement: maybe(share),
  /** By the decisions of the variant on the observed people; empty after a failure. */
  gaps: list(gap),
  failure: maybe(v.string()),
});

/** A statement of the report, and in how many variants it stays true. */
const conclusion = v.strictObject({
  code: v.picklist(["LOWEST_GROUP", "GAP_SIGN", "BELOW_FOUR_FIFTHS", "AGREEMENT_ABOVE_MAJORITY"]),
  attribute: maybe(v.string()),
  sentence: v.string(),
  holds: count,
  of: count,
  /** Names of the variants in which it does not hold. */
  fails: list(v.string()),
});

/** How far findings depend on choices: one variant at a time, everything else as in the audit. */
export const sensitivitySchema = v.strictObject({
  method: v.string(),
  /** The audit's own, to compare with. */
  gaps: list(gap),
  variants: list(variant),
  conclusions: list(conclusion),
});

export type Sensitivity = DataOf<typeof sensitivitySchema>;
export type Gap = DataOf<typeof gap>;
export type Variant = DataOf<typeof variant>;
export type Conclusion = DataOf<typeof conclusion>;
