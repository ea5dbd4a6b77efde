// Words that leave no doubt: what is guessed from them is said, and can be corrected.

/** Names of a decision column. */
export const DECISION_NAMES: readonly string[] =
  "decision approved accepted granted admitted approval hired favourable".split(" ");

/** Names of an id column, the likeliest first. */
export const ID_NAMES: readonly string[] = ["id", "person_id", "applicant_id", "case_id"];

/** Names of the columns that say which field a letter changes, and to what. */
export const FIELD_NAMES: readonly string[] = ["field", "feature", "column", "attribute", "variable"];
export const VALUE_NAMES: readonly string[] = ["new_value", "newvalue", "new", "value", "to"];

/** A column's name as these lists write it. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s-]+/g, "_");
}

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
