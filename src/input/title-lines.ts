import { listValues, type ProblemList } from "./problem.js";

/** Lines that may be above a header, */
const MOST_TITLE_LINES = 5;
/** and rows below it that must all be as wide. */
const LEAST_ROWS = 3;

type Records = readonly (readonly string[])[];

/** How many lines are above the header, at most half as wide as the rows that follow: a title, a date. Notes them. */
export function titleLines(records: Records, rows: readonly number[], problems: ProblemList): number {
  const found = countTitles(records);
  if (found === 0) return 0;
  const words = listValues(records.slice(0, found).map((record) => record.join(" ").trim()));
  const message = `${problems.file}: ${words} above the header left out`;
  problems.add("note", "TITLE_SKIPPED", message, { count: found, rows: rows.slice(0, found) });
  return found;
}

function countTitles(records: Records): number {
  for (let k = 1; k <= MOST_TITLE_LINES; k++) {
    const width = records[k]?.length ?? 0;
    const below = records.slice(k, k + 1 + LEAST_ROWS);
    const isTable = below.length > LEAST_ROWS && below.every((record) => record.length === width);
    if (isTable) return records.slice(0, k).every((record) => 2 * record.length <= width) ? k : 0;
  }
  return 0;
}
