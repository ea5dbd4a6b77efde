import { listValues, type ProblemList } from "./problem.js";
import type { RawColumn, RawTable } from "./raw-table.js";
import { parseNumber } from "./values.js";

const MOST_OTHERS = 1; // an id of its own in each row is no value of its column

/** Warns when the names of the columns look like values of them: a file without a header loses its first person. */
export function checkHeader({ file, columns }: RawTable, problems: ProblemList): void {
  const likeText = columns.filter(({ name, levels }) => parseNumber(name) === undefined && levels.includes(name));
  const likeNumber = columns.filter(isNumberAmongNumbers);
  const like = likeText.length + likeNumber.length;
  if (like < 2 || columns.length - like > MOST_OTHERS) return;
  if (likeText.length === 0 && isCounting(likeNumber)) return;
  problems.add(
    "warning",
    "HEADER_LIKE_ROW",
    `${file}, row 1: ${listValues(
      columns.map(({ name }) => name),
      5,
    )} look like a person, but are read as the names of the columns; if the file has no header, write one above`,
    { count: 1, rows: [1] },
  );
}

function isNumberAmongNumbers({ name, levels }: RawColumn): boolean {
  if (parseNumber(name) === undefined) return false;
  const numbers = levels.filter((level) => parseNumber(level) !== undefined).length;
  return numbers > levels.length / 2; // the others may be markers of missing values
}

/** Whether names number the columns, or name years: each is one more than the one before. */
function isCounting(columns: readonly RawColumn[]): boolean {
  return columns.every(({ name }, k) => k === 0 || Number(name) - Number(columns[k - 1]?.name) === 1);
}
