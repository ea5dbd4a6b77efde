import type { Evidence, Schema } from "../evidence/evidence.js";
import { compareText } from "../math/compare.js";

/** How much evidence there is. */
export interface EvidenceSummary {
  readonly observations: number;
  readonly rejected: number;
  readonly accepted: number;
  readonly letters: number;
  /** Letters whose person is known. */
  readonly paired: number;
  /** Rejected people with at least one letter of their own. */
  readonly rejectedWithLetter: number;
  /** Whether observations carry sampling weights. */
  readonly weighted: boolean;
  readonly decision: Schema["decision"];
  /** Sorted by name. */
  readonly features: readonly string[];
}

/** Counts people and letters. */
export function countEvidence({ schema, decisions, letterOf, letters, weights }: Evidence): EvidenceSummary {
  const accepted = decisions.reduce((sum, decision) => sum + decision, 0);
  const answered = new Set(letterOf.filter((person) => person >= 0 && decisions[person] === 0));
  return {
    observations: decisions.length,
    rejected: decisions.length - accepted,
    accepted,
    letters: letters.rows,
    paired: letterOf.filter((person) => person >= 0).length,
    rejectedWithLetter: answered.size,
    weighted: weights !== null,
    decision: schema.decision,
    features: schema.features.map(({ name }) => name).sort(compareText),
  };
}
