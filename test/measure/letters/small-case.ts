import { fitEncoder } from "../../../src/encode/encoder.js";
import type { LetterFindings } from "../../../src/findings/letters.js";
import { parseDecisions } from "../../../src/input/decisions.js";
import type { DecisionsOptions } from "../../../src/input/decisions-options.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { joinEvidence } from "../../../src/input/join.js";
import { parseLetters } from "../../../src/input/letters.js";
import type { Grouping } from "../../../src/measure/groups/groups.js";
import { type LetterFindingsOptions, letterFindings } from "../../../src/measure/letters/measure-letters.js";

/** Evidence from two texts; `id` pairs them, `approved` is the decision. */
export function evidenceOf(decisions: string, letters: string | null, options: DecisionsOptions = {}): Evidence {
  const read = parseDecisions(decisions.trim(), {
    decision: "approved",
    favourable: "yes",
    id: "id",
    sensitive: ["sex"],
    ignore: ["sex"],
    ...options,
  });
  return joinEvidence(read, letters === null ? null : parseLetters(letters.trim(), read));
}

/** Groups of the first sensitive column, which must be a category. */
export function groupingOf({ groups: [column] }: Evidence): Grouping[] {
  if (column?.type !== "category") return [];
  const { name, levels, codes } = column;
  return [{ attribute: name, columns: [name], kind: "category", labels: levels, groupOf: codes }];
}

/** The findings, with few resamples and min–max scaling fitted on both tables. */
export function findingsOf(evidence: Evidence, options: Partial<LetterFindingsOptions> = {}): LetterFindings | null {
  const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters], {
    scaling: "minmax",
  });
  return letterFindings(evidence, encoder, groupingOf(evidence), { resamples: 200, seed: 1, ...options });
}
