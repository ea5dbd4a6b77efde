import { AuditError } from "../errors.js";
import { inspectTable, type TableSource } from "../input/csv.js";
import type { Decisions } from "../input/decisions.js";
import { joinEvidence } from "../input/join.js";
import type { Letters } from "../input/letters.js";
import { missingTest } from "../input/letters-rows.js";
import { listValues } from "../input/problem.js";
import { cellAt } from "../input/raw-table.js";
import type { ClassEvidence } from "../surrogate/class-evidence.js";

/** The columns of the letters file that say which classes a letter lies between. */
export interface LetterClassColumns {
  /** Class the letter offers. @default the column named as the decision is; not known without one */
  readonly to?: string | undefined;
  /** Class of the recipient, where the person is not known. @default not known */
  readonly from?: string | undefined;
}

/** Decisions of K classes and the letters' classes as one body of evidence; `rows` are those of the letters file. */
export function joinClassEvidence(
  decisions: Decisions,
  letters: Letters | null,
  rows: TableSource | null,
  columns: LetterClassColumns = {},
): ClassEvidence {
  const classes = decisions.classes ?? [decisions.schema.decision.unfavourable, decisions.schema.decision.favourable];
  const base = joinEvidence(decisions, letters);
  const offered =
    letters === null ? new Int32Array(0) : offeredClasses(decisions, letters, rows ?? "", columns.to, classes);
  const said =
    letters === null ? new Int32Array(0) : saidClasses(decisions, letters, rows ?? "", columns.from, classes);
  const letterFrom = base.letterOf.map((person, k) => (person >= 0 ? base.decisions[person]! : said[k]!));
  letterFrom.forEach((from, k) => {
    if (from < 0 || from !== offered[k]) return;
    const row = letters?.rowNumbers[k] ?? 0;
    throw new AuditError(
      "LETTER_TO_ACCEPTED",
      `${letters?.file ?? "letters"}, row ${row}: the letter offers '${classes[from]}' to somebody who has it already; correct the offer or delete the letter`,
      { row, ...(letters && { file: letters.file }) },
    );
  });
  return { base, classes, ordered: true, letterFrom, letterTo: offered };
}

/** The class each letter offers: a cell of its row, or in the long form a line whose field is the decision; −1 where nothing is said. */
function offeredClasses(
  decisions: Decisions,
  letters: Letters,
  rows: TableSource,
  named: string | undefined,
  classes: readonly string[],
): Int32Array {
  const column = named ?? decisions.schema.decision.column;
  if (letters.form === "rows" || named !== undefined)
    return cellsOf(decisions, letters, rows, column, named !== undefined, classes);
  const { table } = inspectTable(rows, { file: letters.file, delimiter: letters.delimiter });
  const at = (name: RegExp) => table?.columns.find((candidate) => name.test(candidate.name));
  const field = at(/^(?:field|feature|column|attribute|variable)$/i);
  const value = at(/^(?:new[_ -]?value|new|value|to)$/i);
  const idOf = new Map(decisions.ids?.map((id, i) => [id, i]) ?? []);
  const letterOfPerson = new Map(Array.from(letters.letterOf, (person, k) => [person, k]));
  const found = new Int32Array(letters.letterOf.length).fill(-1);
  for (let i = 0; i < (table?.rows ?? 0); i++) {
    if (field === undefined || value === undefined || cellAt(field, i) !== column) continue;
    const person = table!.columns
      .map((candidate) => idOf.get(cellAt(candidate, i)))
      .find((place) => place !== undefined);
    const letter = person === undefined ? undefined : letterOfPerson.get(person);
    if (letter !== undefined)
      found[letter] = classOf(cellAt(value, i), classes, letters.file, column, table!.rowNumbers[i]!);
  }
  return found;
}

function saidClasses(
  decisions: Decisions,
  letters: Letters,
  rows: TableSource,
  named: string | undefined,
  classes: readonly string[],
): Int32Array {
  if (named === undefined) return new Int32Array(letters.letterOf.length).fill(-1);
  return cellsOf(decisions, letters, rows, named, true, classes);
}

/** The class in one column of each letter's row, −1 where the cell is missing or there is no such column. */
function cellsOf(
  decisions: Decisions,
  letters: Letters,
  rows: TableSource,
  column: string,
  required: boolean,
  classes: readonly string[],
): Int32Array {
  const { file, delimiter, rowNumbers } = letters;
  const { table } = inspectTable(rows, { file, delimiter });
  const raw = table?.columns.find(({ name }) => name === column);
  if (raw === undefined || table === null) {
    if (!required) return new Int32Array(rowNumbers.length).fill(-1);
    throw new AuditError("COLUMN_UNKNOWN", `${file} has no column '${column}' with the classes of letters`, {
      file,
      column,
    });
  }
  const isMissing = missingTest(decisions);
  const place = new Map(Array.from(table.rowNumbers, (row, i) => [row, i]));
  return rowNumbers.map((row) => {
    const cell = cellAt(raw, place.get(row) ?? 0);
    return isMissing(cell) ? -1 : classOf(cell, classes, file, column, row);
  });
}

function classOf(cell: string, classes: readonly string[], file: string, column: string, row: number): number {
  const place = classes.indexOf(cell);
  if (place >= 0) return place;
  throw new AuditError(
    "CLASS_UNKNOWN",
    `${file}, column '${column}', row ${row}: '${cell}' is not among the classes ${listValues(classes)}; correct the cell or name the class`,
    { file, column, row },
  );
}
