import { PLAIN_READING } from "./column-style.js";
import type { Decisions } from "./decisions.js";
import { letterCells, noCleaning } from "./letter-cells.js";
import { draftOfLetters, type LetterDraft } from "./letter-draft.js";
import type { LettersSource } from "./letter-header.js";
import { failedRows, outcomeColumn } from "./letter-outcome.js";
import { NOBODY, peopleOf, STRANGER } from "./letter-people.js";
import { encodingHint } from "./library-letters.js";
import { hasStart, peopleByValues } from "./library-people.js";
import { listValues, type ProblemList, plural, sight } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { nameColumns } from "./roles.js";
import { missingTest } from "./values.js";

/** Letters from full rows: a cell that is missing, or a column left out, keeps the person's own value. */
export function lettersFromRows(source: LettersSource, problems: ProblemList): LetterDraft {
  const { table, decisions, ignored } = source;
  const columns = nameColumns(table, source, problems);
  const isMissing = missingTest(decisions.missing);
  checkColumns(columns, source, problems);
  const ids = findIds(columns, source);
  const people = ids === null ? peopleByValues(source, problems) : peopleOf(source, ids, problems);
  const failed = failedRows(columns, source, people, problems);
  const hasChange = letterTest(source, columns);
  const isLetter = (i: number) => people[i] !== STRANGER && failed[i] === 0 && hasChange(i);
  const places = Int32Array.from(people.keys()).filter(isLetter); // rows of the table
  const letterOf = places.map((i) => people[i]!);
  const rowNumbers = places.map((i) => table.rowNumbers[i]!);
  const unpaired = rowNumbers.filter((_, k) => letterOf[k] === NOBODY);
  const found = { count: unpaired.length, rows: Array.from(unpaired) };
  if (ids !== null) {
    const words = "no id, so nobody knows whom the letter answers. It is used all the same";
    problems.report("note", "LETTER_UNPAIRED", { column: ids.name, ...found }, words);
  } else if (found.count > 0 && !hasStart(source)) {
    const words = "has no column with person ids, so nobody knows whom its letters answer. They are used all the same";
    problems.add("note", "LETTER_UNPAIRED", `${problems.file} ${words}`, found);
  }
  const draft = draftOfLetters(letterOf, rowNumbers, decisions, problems);
  const kept: number[] = [];
  const cleaning = noCleaning();
  const isPrinted = outcomeColumn(columns, source) !== null; // dice-ml's own mark, not a person's
  for (const [f, { name }] of decisions.schema.features.entries()) {
    const column = ignored.has(name) ? undefined : columns.get(name);
    if (column === undefined) {
      if (found.count === 0) continue; // the person, and so the person's own value, is known
      const message =
        `${problems.file} has no column '${name}', and without a person id its value cannot be taken ` +
        "from the decisions. Add the column, or a column with the people's ids";
      problems.add("error", "COLUMN_MISSING", message, { column: name, ...found });
      continue;
    }
    const cells = letterCells(
      column,
      decisions.observations.columns[f]!,
      decisions.readings.get(name) ?? PLAIN_READING,
    );
    for (const [k, row] of rowNumbers.entries()) {
      const person = letterOf[k]!;
      const cell = cells.at(places[k]!, person);
      const isUnchanged = cells.isUnchanged(places[k]!);
      if (isUnchanged && person < 0) sight(cleaning.marks, row);
      else if (isUnchanged && isPrinted && cells.mayHideChange(person)) {
        sight(cleaning.hidden, row, name);
        draft.spoil(k);
      } else if (!isUnchanged && !isMissing(String(cell))) draft.set(k, f, cell, row);
      else if (person >= 0 && isPresent(decisions, f, person)) kept.push(row);
    }
    cleaning.add(cells.cleared);
  }
  cleaning.report(problems);
  if (kept.length > 0) {
    const cells = `${plural(kept.length, "missing cell")} read as "unchanged"`;
    const place = { count: kept.length, rows: [...new Set(kept)].sort((a, b) => a - b) };
    const message = `${problems.file}: ${cells}: the person keeps their own value`;
    problems.add("note", "LETTER_VALUE_MISSING", message, place);
  }
  return draft;
}

/** Whether a row is a letter: always, except for rows that give a reason and change nothing. */
function letterTest(
  { decisions, ignored, reasons }: LettersSource,
  columns: ReadonlyMap<string, RawColumn>,
): (i: number) => boolean {
  if (reasons === null) return () => true;
  const isMissing = missingTest(decisions.missing);
  const fields = decisions.schema.features.flatMap(({ name }) => (ignored.has(name) ? [] : (columns.get(name) ?? [])));
  return (i) => fields.some((column) => !isMissing(cellAt(column, i)));
}

function checkColumns(columns: ReadonlyMap<string, RawColumn>, source: LettersSource, problems: ProblemList): void {
  const { table, decisions, idName, ignored } = source;
  const known = new Set(decisions.columns.map(({ name }) => name));
  const outcome = table.library?.outcome ?? outcomeColumn(columns, source)?.name;
  for (const column of columns.keys()) {
    if (known.has(column) || column === outcome || ignored.has(column) || column === idName) continue;
    const message =
      `${problems.file}, row 1: ${decisions.file} has no column '${column}'. ` +
      `Rename it to one of ${listValues(known, 30)}, or leave it unread (--letters-ignore)` +
      encodingHint(column, decisions);
    problems.add("error", "LETTER_FIELD_UNKNOWN", message, { column, rows: [1] });
  }
}

function findIds(
  columns: ReadonlyMap<string, RawColumn>,
  { decisions, idName: column }: LettersSource,
): RawColumn | null {
  return decisions.ids === null ? null : (columns.get(column ?? decisions.schema.id ?? "") ?? null);
}

function isPresent(decisions: Decisions, feature: number, person: number): boolean {
  const column = decisions.observations.columns[feature]!;
  return column.type === "number" ? !Number.isNaN(column.values[person]) : column.codes[person] !== -1;
}
