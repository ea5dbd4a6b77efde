import type { LettersSource } from "./letter-header.js";
import { listValues, noSightings, type ProblemList, sight } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { missingTest } from "./values.js";

/** No id in the row, */
export const NOBODY = -1;
/** or one that belongs to nobody among the observed. */
export const STRANGER = -2;

/** The person each row of the file is about; reports ids of nobody, and of people left out of the decisions. */
export function peopleOf({ table, decisions, skip }: LettersSource, ids: RawColumn, problems: ProblemList): Int32Array {
  const isMissing = missingTest(decisions.missing);
  const places = new Map(decisions.ids?.map((id, i) => [id, i]));
  const unknown = noSightings();
  const excluded = noSightings();
  const people = table.rowNumbers.map((row, i) => {
    const id = cellAt(ids, i);
    if (isMissing(id)) return NOBODY;
    const person = places.get(id) ?? STRANGER;
    if (person === STRANGER) sight(decisions.excludedIds.has(id) ? excluded : unknown, row, id);
    return person;
  });
  if (decisions.ids === null) return people;
  const isLeftOut = skip.includes("unmatched");
  const nobody =
    `nobody in ${decisions.file} has the id ${listValues(unknown.cells, 5)}` +
    (isLeftOut ? "; left out" : ". Fix the id, add the person, or leave the letter out (--skip unmatched)");
  const severity = isLeftOut ? "warning" : "error";
  problems.report(severity, "LETTER_WITHOUT_PERSON", { column: ids.name, ...unknown }, nobody);
  const left = `the letter is left out, as ${listValues(excluded.cells, 5)} is left out of ${decisions.file}`;
  problems.report("warning", "LETTER_TO_EXCLUDED", { column: ids.name, ...excluded }, left);
  return people;
}
