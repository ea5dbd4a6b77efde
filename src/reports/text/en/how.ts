import type { AuditFile } from "../../../findings/audit-file.js";
import type { HowKey } from "../statement.js";
import { howFacts } from "./how-facts.js";
import { howModel } from "./how-model.js";

/** How one kind of number was computed. */
export interface HowEntry {
  readonly title: string;
  /** In words, with the formula. */
  readonly text: string;
  /** The sizes, seeds and counts of this audit that it used; null where there are none. */
  readonly here: ((file: AuditFile) => string) | null;
  /** Pages of the documentation. */
  readonly docs: readonly string[];
}

const entries: Readonly<Record<HowKey, HowEntry>> = { ...howFacts, ...howModel };

/** The appendix. */
export const how = {
  intro:
    "Every table and every headline number of the report carries a reference such as A.1 to an entry here. “In this audit” gives the counts, seeds and resamples that were used.",
  here: "In this audit",
  docs: "Documentation",
  entries,
};
