import { AuditError } from "../errors.js";
import { inspectTable, type TableSource } from "./csv.js";
import type { Decisions } from "./decisions.js";
import type { ClassEvidence } from "./evidence.js";
import { joinEvidence } from "./join.js";
import type { Letters } from "./letters.js";
import { missingTest } from "./letters-rows.js";
import { listValues } from "./problem.js";
import { cellAt } from "./raw-table.js";

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
  { to, from }: LetterClassColumns = {},
): ClassEvidence {
  const { unfavourable, favourable, column } = decisions.schema.decision;
  const names = decisions.classes ?? [unfavourable, favourable];
  const base = joinEvidence(decisions, letters);
  const none = new Int32Array(base.letters.rows).fill(-1);
  const said = letters && letterCells({ decisions, letters, rows: rows ?? "", names });
  const letterTo =
    said === null
      ? none
      : letters?.form === "long" && to === undefined
        ? said.lines(column)
        : said.cells(to ?? column, to !== undefined);
  const stated = said === null || from === undefined ? none : said.cells(from, true);
  const letterFrom = base.letterOf.map((person, k) => (person >= 0 ? base.decisions[person]! : stated[k]!));
  letterFrom.forEach((own, k) => {
    if (own < 0 || own !== letterTo[k]) return;
    const row = letters?.rowNumbers[k] ?? 0;
    throw new AuditError(
      "LETTER_TO_ACCEPTED",
      `${letters?.file ?? "letters"}, row ${row}: the letter offers '${names[own]}' to somebody who has it already; ` +
        "correct the offer or delete the letter",
      { row, ...(letters && { file: letters.file }) },
    );
  });
  return { ...base, classes: { names, ordered: true, letterFrom, letterTo } };
}

interface LetterFile {
  readonly decisions: Decisions;
  readonly letters: Letters;
  readonly rows: TableSource;
  readonly names: readonly string[];
}

/** The classes that a letters file says, one per letter; −1 where nothing is said. */
function letterCells({ decisions, letters, rows, names }: LetterFile) {
  const { file, delimiter, rowNumbers } = letters;
  const { table } = inspectTable(rows, { file, delimiter });
  const none = () => new Int32Array(rowNumbers.length).fill(-1);
  const classOf = (cell: string, column: string, row: number): number => {
    const place = names.indexOf(cell);
    if (place >= 0) return place;
    throw new AuditError(
      "CLASS_UNKNOWN",
      `${file}, column '${column}', row ${row}: '${cell}' is not among the classes ${listValues(names)}; ` +
        "correct the cell or name the class",
      { file, column, row },
    );
  };
  return {
    /** In one column of each letter's row. */
    cells(column: string, required: boolean): Int32Array {
      const raw = table?.columns.find(({ name }) => name === column);
      if (raw === undefined || table === null) {
        if (!required) return none();
        const message = `${file} has no column '${column}' with the classes of letters`;
        throw new AuditError("COLUMN_UNKNOWN", message, { file, column });
      }
      const isMissing = missingTest(decisions);
      const place = new Map(Array.from(table.rowNumbers, (row, i) => [row, i]));
      return rowNumbers.map((row) => {
        const cell = cellAt(raw, place.get(row) ?? 0);
        return isMissing(cell) ? -1 : classOf(cell, column, row);
      });
    },
    /** In the long form: in lines whose field is the decision. */
    lines(column: string): Int32Array {
      const at = (name: RegExp) => table?.columns.find((candidate) => name.test(candidate.name));
      const field = at(/^(?:field|feature|column|attribute|variable)$/i);
      const value = at(/^(?:new[_ -]?value|new|value|to)$/i);
      const idOf = new Map(decisions.ids?.map((id, i) => [id, i]) ?? []);
      const letterOfPerson = new Map(Array.from(letters.letterOf, (person, k) => [person, k]));
      const found = none();
      for (let i = 0; i < (table?.rows ?? 0); i++) {
        if (field === undefined || value === undefined || cellAt(field, i) !== column) continue;
        const person = table!.columns
          .map((candidate) => idOf.get(cellAt(candidate, i)))
          .find((place) => place !== undefined);
        const letter = person === undefined ? undefined : letterOfPerson.get(person);
        if (letter !== undefined) found[letter] = classOf(cellAt(value, i), column, table!.rowNumbers[i]!);
      }
      return found;
    },
  };
}
