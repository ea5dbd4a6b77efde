import type { EvidenceSummary } from "../../findings/evidence.js";
import type { Evidence } from "../../input/evidence.js";
import { compareText } from "../../math/compare.js";

/** Counts people and letters. */
export function countEvidence(evidence: Evidence): EvidenceSummary {
  const { schema, decisions, letterOf, letters, weights } = evidence;
  const accepted = decisions.reduce((sum, decision) => sum + decision, 0);
  const answered = new Set(letterOf.filter((person) => person >= 0 && decisions[person] === 0));
  return {
    observations: decisions.length,
    rejected: decisions.length - accepted,
    accepted,
    letters: letters.rows,
    paired: letterOf.filter((person) => person >= 0).length,
    rejectedWithLetter: answered.size,
    contradicting: countContradicting(evidence),
    weighted: weights !== null,
    decision: schema.decision,
    features: schema.features.map(({ name }) => name).sort(compareText),
  };
}

function countContradicting({ observations, decisions }: Evidence): number {
  const answers = new Map<string, [number, number]>();
  for (let i = 0; i < observations.rows; i++) {
    const cells = observations.columns.map((column) => {
      if (column.type === "category") return column.codes[i]!;
      return Number.isNaN(column.values[i]!) ? "" : column.values[i]! + 0;
    });
    const key = cells.join(" ");
    const counts = answers.get(key) ?? [0, 0];
    counts[decisions[i]!]! += 1;
    answers.set(key, counts);
  }
  let people = 0;
  for (const [rejected, accepted] of answers.values()) if (rejected > 0 && accepted > 0) people += rejected + accepted;
  return people;
}
