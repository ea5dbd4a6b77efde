import { addDecimals, readsDifferences, signedNumber } from "./change-cells.js";
import { type NumberReading, numberIn, PLAIN_READING } from "./column-style.js";
import type { Decisions } from "./decisions.js";
import { letterCells, noCleaning } from "./letter-cells.js";
import { draftOfLetters, type LetterDraft, noNumbers } from "./letter-draft.js";
import type { LettersSource, LongHeader } from "./letter-header.js";
import { failedRows, outcomeColumn } from "./letter-outcome.js";
import { encodingHint } from "./library-letters.js";
import { hasStart, peopleByValues } from "./library-people.js";
import { isNot, listValues, noSightings, type ProblemList, plural, type Sightings, sight } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { nameColumns } from "./roles.js";
import { missingTest } from "./values.js";

/** No id in the row, */
const NOBODY = -1;
/** or one that belongs to nobody among the observed. */
const STRANGER = -2;

/** The person each row of the file is about; reports ids of nobody, and of people left out of the decisions. */
function peopleOf({ table, decisions, skip }: LettersSource, ids: RawColumn, problems: ProblemList): Int32Array {
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

/** Letters from full rows: a cell that is missing, or a column left out, keeps the person's own value. */
export function lettersFromRows(source: LettersSource, problems: ProblemList): LetterDraft {
  const { table, decisions, ignored } = source;
  const columns = nameColumns(table, source, problems);
  const isMissing = missingTest(decisions.missing);
  checkColumns(columns, source, problems);
  const ids = findIds(columns, source);
  const people = ids === null ? peopleByValues(source, problems) : peopleOf(source, ids, problems);
  const failed = failedRows(columns, source, people, problems);
  const isLetter = (i: number) => people[i] !== STRANGER && failed[i] === 0;
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
    const cells = letterCells(column, decisions.observations.columns[f]!);
    for (const [k, row] of rowNumbers.entries()) {
      const person = letterOf[k]!;
      const cell = cells.at(places[k]!, person);
      const isUnchanged = cells.isUnchanged(places[k]!);
      if (isUnchanged && person < 0) sight(cleaning.marks, row);
      else if (isUnchanged && isPrinted && cells.mayHideChange(person)) {
        sight(cleaning.hidden, row, name);
        draft.spoil(k);
      } else if (!isMissing(cell) && !isUnchanged) draft.set(k, f, cell, row);
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

/** Letters from one change per row: the changes of a person are one letter on top of the person's own row. */
export function lettersFromChanges(source: LettersSource, header: LongHeader, problems: ProblemList): LetterDraft {
  const { table, decisions, skip } = source;
  const { rowNumbers } = table;
  const column = header.id.name;
  nameColumns(table, source, problems);
  if (decisions.ids === null) {
    const headless = decisions.problems.find(({ code }) => code === "HEADER_LIKE_ROW");
    const message =
      `${problems.file} has one change per row, so each row must name a person. ` +
      (headless?.message ?? `Name the id column of ${decisions.file} (--id)`);
    problems.add("error", "ID_MISSING", message, { column });
  }
  const people = peopleOf(source, header.id, problems);
  const letterOfPerson = new Map<number, number>();
  const letterOf: number[] = [];
  const firstRows: number[] = [];
  const nameless = noSightings();
  for (const [i, row] of rowNumbers.entries()) {
    const person = people[i]!;
    if (person === NOBODY) sight(nameless, row);
    if (person < 0 || letterOfPerson.has(person)) continue;
    letterOfPerson.set(person, letterOf.push(person) - 1);
    firstRows.push(row);
  }
  const isLeftOut = skip.includes("unmatched");
  const advice = isLeftOut ? "; left out" : ". Add the id, or leave the row out (--skip unmatched)";
  const words = `no id, so nobody knows who was offered the change${advice}`;
  problems.report(isLeftOut ? "warning" : "error", "ID_MISSING", { column, ...nameless }, words);
  const draft = draftOfLetters(Int32Array.from(letterOf), Int32Array.from(firstRows), decisions, problems);
  const { differences, unclear } = readsDifferences(source, header);
  if (unclear.count > 0) {
    const either =
      `${listValues(unclear.cells, 5)} could be the new value or the difference to the old one. ` +
      "Write differences with a sign (+4000, -500), or rename the column: 'new_value' for new values, " +
      "'difference' for differences";
    problems.report("error", "LETTER_CHANGE_UNCLEAR", { column: header.value.name, ...unclear }, either);
    return draft;
  }
  const changes: Changes = { draft, differences, letterAt: (i) => letterOfPerson.get(people[i]!) };
  const found = applyChanges(changes, source, header);
  reportChanges(found, source, header, problems);
  return draft;
}

interface Changes {
  readonly draft: LetterDraft;
  /** Whether numbers say by how much a field changes. */
  readonly differences: boolean;
  /** The letter that row `i` of the file belongs to. */
  readonly letterAt: (i: number) => number | undefined;
}

/** Writes each row's change into its letter, and gives those that cannot be written as they stand, by kind. */
function applyChanges(
  { draft, differences, letterAt }: Changes,
  { table, decisions }: LettersSource,
  { field, value, says }: LongHeader,
) {
  const isMissing = missingTest(decisions.missing);
  const { features, decision } = decisions.schema;
  const placeOf = new Map(features.map(({ name }, f) => [name, f]));
  const known = new Set(decisions.columns.map(({ name }) => name));
  const found = {
    unknown: noSightings(),
    unused: noSightings(),
    empty: noSightings(),
    repeated: noSightings(),
    contradicting: noSightings(),
    noDifference: noSightings(),
    noStart: noSightings(),
    noCategory: noSightings(),
  };
  const refuse = (why: Sightings, letter: number, row: number, cell: string) => {
    sight(why, row, cell);
    draft.spoil(letter);
  };
  const written = new Map<number, string>();
  const offered = decisions.classes === null ? null : decision.column;
  for (const [i, row] of table.rowNumbers.entries()) {
    const letter = letterAt(i);
    const name = cellAt(field, i);
    const feature = placeOf.get(name);
    // the class the letter offers is read where classes are
    if (letter === undefined || (feature === undefined && name === offered)) continue;
    const cell = cellAt(value, i);
    if (feature === undefined) sight(known.has(name) ? found.unused : found.unknown, row, name);
    else if (isMissing(cell)) refuse(found.empty, letter, row, name);
    else {
      const key = letter * features.length + feature;
      const before = written.get(key);
      const isNumber = features[feature]!.type === "number";
      if (before !== undefined) {
        const reading = isNumber ? (decisions.readings.get(name) ?? PLAIN_READING) : null;
        if (sameValue(before, cell, reading)) sight(found.repeated, row, name);
        else refuse(found.contradicting, letter, row, name);
        continue;
      }
      written.set(key, cell);
      const isNewCategory = !isNumber && says !== "new value" && !draft.hasCategory(feature, cell);
      if (isNewCategory) refuse(found.noCategory, letter, row, cell);
      if (!differences || !isNumber) {
        draft.set(letter, feature, cell, row);
        continue;
      }
      const step = signedNumber(cell, decisions.readings.get(name))?.value;
      const own = draft.numberAt(letter, feature);
      if (step === undefined) refuse(found.noDifference, letter, row, cell);
      else if (Number.isNaN(own)) refuse(found.noStart, letter, row, name);
      else draft.set(letter, feature, addDecimals(own, step), row);
    }
  }
  return found;
}

function reportChanges(
  found: ReturnType<typeof applyChanges>,
  { decisions }: LettersSource,
  { field, value }: LongHeader,
  problems: ProblemList,
): void {
  const { unknown, unused, empty, repeated, contradicting, noDifference, noStart, noCategory } = found;
  const at = { column: field.name };
  const atValue = { column: value.name };
  const names = listValues(new Set(decisions.schema.features.map(({ name }) => name)), 30);
  const none = `has no ${unknown.cells.size === 1 ? "column" : "columns"} ${listValues(unknown.cells, 5)}`;
  const advice = `Use one of its features: ${names}`;
  problems.report("error", "LETTER_FIELD_UNKNOWN", { ...at, ...unknown }, `${decisions.file} ${none}. ${advice}`);
  const absent = `the new value of ${listValues(empty.cells, 5)} is missing. Write it, or delete the row`;
  problems.report("error", "LETTER_VALUE_UNPARSABLE", { ...atValue, ...empty }, absent);
  const words =
    `${noNumbers(noDifference.cells)}. ` +
    "Write the difference as +4000 or -500, with a decimal point and no unit or percent sign";
  problems.report("error", "LETTER_VALUE_UNPARSABLE", { ...atValue, ...noDifference }, words);
  const start =
    `${decisions.file} has no ${listValues(noStart.cells, 5)} of this person to add the difference to. ` +
    "Write new values instead, in a column 'new_value'";
  problems.report("error", "LETTER_VALUE_UNPARSABLE", { ...atValue, ...noStart }, start);
  const strange =
    `nobody in ${decisions.file} has ${listValues(noCategory.cells, 5)}. Write the new value as the decisions ` +
    "write it, or rename the column to 'new_value' if the category is new";
  problems.report("error", "LETTER_VALUE_UNPARSABLE", { ...atValue, ...noCategory }, strange);
  const other =
    `an earlier row gives the same person another new value of ${listValues(contradicting.cells, 5)}. ` +
    "Keep one, or write several letters to a person as full rows";
  problems.report("error", "LETTER_CONTRADICTS", { ...atValue, ...contradicting }, other);
  const left = `${listValues(unused.cells, 5)} ${isNot(unused.cells.size, "feature")}, so the change is left out`;
  problems.report("warning", "LETTER_FIELD_UNUSED", { ...at, ...unused }, left);
  const changes = `${plural(repeated.count, "change")} of ${listValues(repeated.cells, 5)}`;
  const again = `${changes} repeated with the same new value; read once`;
  problems.report("note", "LETTER_FIELD_REPEATED", { ...at, ...repeated }, again);
}

/** Whether two cells say the same; cells of numbers, in a reading, may be written differently. */
function sameValue(a: string, b: string, reading: NumberReading | null): boolean {
  if (a === b || reading === null) return a === b;
  const value = numberIn(a, reading);
  return value !== undefined && value === numberIn(b, reading);
}
