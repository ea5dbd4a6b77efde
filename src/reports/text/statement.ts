/** Entries of the appendix "How each number was computed", in its order; `how-${key}` is the anchor, and stays. */
export const HOW_KEYS = [
  "wilson",
  "selection-rate",
  "impact-ratio",
  "parity-difference",
  "tests",
  "power",
  "unknown-groups",
  "small-cells",
  "weighted-rates",
  "balanced-sample",
  "letter-changes",
  "contradictions",
  "burden",
  "agreement",
  "letter-consistency",
  "recommendation",
  "prototypes",
  "linear-weights",
  "permutation",
  "shapley",
  "partial-dependence",
  "projection",
  "determined",
  "lambda-band",
  "lens",
  "stability",
  "abstention",
  "model-rates",
  "score-distance",
  "equalized-odds",
  "consistent-range",
  "corrected-rates",
  "sensitivity",
  "files",
  "reproduction",
] as const;

/** The key of an entry of that appendix. */
export type HowKey = (typeof HOW_KEYS)[number];

/** "A.3": the place of an entry in that appendix. */
export function howReference(key: HowKey): string {
  return `A.${HOW_KEYS.indexOf(key) + 1}`;
}

/** A sentence of the report, and where the appendix says how its numbers were computed. */
export interface Statement {
  readonly text: string;
  readonly how: HowKey | null;
}

/** A sentence with a reference to the appendix. */
export function statement(text: string, how: HowKey | null = null): Statement {
  return { text, how };
}
