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
  /** "folds": people are dealt into other folds and nothing else is changed. */
  kind: v.picklist(["folds", "scaling", "lambda", "subsample", "drop-column", "noise"]),
  /** "scaling zscore", "without income", "half of the people (2 of 2)". */
  name: v.string(),
  /** The recommended method; RECAST for the variants of λ, which is its own. */
  method: v.string(),
  /**
   * Share of observed people whose answer the variant changes: it differs from the audit's, and other folds alone did
   * not change it. For the kind "folds": the share those alone change. Null after a failure.
   */
  changed: maybe(share),
  /** Share of observed people it gives their real decision, each by a fit that had not seen them. */
  agreement: maybe(share),
  /** By the answers of the variant about the observed people; empty after a failure. */
  gaps: list(gap),
  failure: maybe(v.string()),
});

/** A clear finding of the report, and in how many variants the rebuilt model shows it too. */
const conclusion = v.strictObject({
  /** Files of an earlier format have "LOWEST_GROUP" and "BELOW_FOUR_FIFTHS" too. */
  code: v.picklist(["GAP_SIGN", "AGREEMENT_ABOVE_MAJORITY", "LOWEST_GROUP", "BELOW_FOUR_FIFTHS"]),
  attribute: maybe(v.string()),
  sentence: v.string(),
  holds: count,
  of: count,
  /** Names of the variants in which it does not hold. */
  fails: list(v.string()),
});

/**
 * How far findings depend on choices: one variant at a time, everything else as in the audit. Every answer about a
 * person comes from a fit that had not seen the person.
 */
export const sensitivitySchema = v.strictObject({
  method: v.string(),
  /** Folds of the variants; null in a file of an earlier format, whose fits were asked about people they had seen. */
  folds: maybe(count),
  /** The audit's own out-of-fold answers, to compare with. */
  gaps: list(gap),
  variants: list(variant),
  conclusions: list(conclusion),
});

export type Sensitivity = DataOf<typeof sensitivitySchema>;
export type Gap = DataOf<typeof gap>;
export type Variant = DataOf<typeof variant>;
export type Conclusion = DataOf<typeof conclusion>;
