import type { PersonResults } from "../audit.js";
import type { AuditFile } from "../report/audit-file.js";
import { safeCsvCell } from "../report/tables/csv-cell.js";

const SETTLED_WORDS = new Map([
  [1, "accepted by all"],
  [0, "rejected by all"],
  [-1, "contested"],
]);

/** One line per observed person, by row of the decisions file: what was decided, what the rebuilt model says, and how sure that is. */
export function peopleCsv(
  people: PersonResults,
  rows: Int32Array,
  { favourable, unfavourable }: AuditFile["evidence"]["decision"],
): string {
  const words = [safeCsvCell(unfavourable), safeCsvCell(favourable)];
  const lines = [
    "row,decision,rebuilt,score,margin,out_of_fold_score,out_of_fold_margin,refits_asked,refits_accepted,determined,lambda_band,certificate",
  ];
  rows.forEach((row, i) => {
    lines.push(
      [
        row,
        words[people.decisions[i]!],
        words[people.rebuilt[i]!],
        people.scores[i],
        people.margins[i],
        people.outOfFoldScores[i],
        people.outOfFoldMargins[i],
        people.refitsAsked[i],
        people.refitsAccepted[i],
        SETTLED_WORDS.get(people.settled[i]!),
        people.band === null ? "" : SETTLED_WORDS.get(people.band[i]!),
        people.certificates === null ? "" : people.certificates[i],
      ].join(","),
    );
  });
  return `${lines.join("\n")}\n`;
}
