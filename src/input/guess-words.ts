// Words that leave no doubt: what is guessed from them is said, and can be corrected.

/** Names of a decision column. */
export const DECISION_NAMES: readonly string[] =
  "decision approved accepted granted admitted approval hired favourable".split(" ");

/** Decisions that are good for the person. */
export const FAVOURABLE_WORDS: ReadonlySet<string> = new Set(
  (
    "yes y true t approved approve accepted accept granted grant admitted admit hired favourable favorable positive " +
    "passed pass eligible offered selected shortlisted invited"
  ).split(" "),
);

/** Outcomes that are good for the person. */
export const GOOD_OUTCOMES: ReadonlySet<string> = new Set(
  "repaid paid good success successful succeeded passed completed graduated".split(" "),
);
