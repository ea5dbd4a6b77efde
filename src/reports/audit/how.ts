import type { ComputedBy } from "../../document/document.js";
import type { AuditFile } from "../../findings/audit-file.js";
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

/** What stands above the entries. */
export const HOW_INTRO =
  "Every table and every headline number of the report carries a reference such as A.1 to an entry here. “In " +
  "this audit” gives the counts, seeds and resamples that were used.";

/** The appendix in its order: how each number was computed. `how-${key}` is an entry's anchor, and stays. */
export function howEntries(file: AuditFile): ComputedBy[] {
  return Object.entries({ ...howFacts, ...howModel }).map(([key, { title, text, here, docs }], k) => ({
    key,
    reference: `A.${k + 1}`,
    title,
    text,
    here: here === null ? null : here(file),
    docs,
  }));
}
