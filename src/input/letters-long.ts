import type { ErrorCode } from "../errors.js";
import type { Decisions } from "./decisions.js";
import { draftOfLetters, type LetterDraft, type LettersSource, personLookup, reportStrangers } from "./letter-draft.js";
import { missingTest } from "./letters-rows.js";
import { describeRows, isNot, listValues, type ProblemList, plural, type Severity } from "./problem.js";
import { cellAt, type RawColumn, type RawTable } from "./raw-table.js";
import { nameColumns } from "./roles.js";
import type { ColumnType } from "./table.js";
import { parseNumber } from "./values.js";

/** The three columns of the long form. */
export interface LongHeader {
  readonly id: RawColumn;
  readonly field: RawColumn;
  readonly value: RawColumn;
}

const FIELD_NAMES = ["field", "feature", "column", "attribute", "variable"];
const VALUE_NAMES = ["new_value", "newvalue", "new", "value", "to"];

/** The columns of the long form (`id, field, new_value`) when the header has them; null for full rows. */
export function longHeader(
  table: RawTable,
  decisions: Decisions,
  idName: string | null,
  ignored: ReadonlySet<string>,
): LongHeader | null {
  const features = new Set(decisions.schema.features.map(({ name }) => name));
  const find = (names: readonly string[]) => {
    for (const wanted of names) {
      const found = table.columns.find(
        ({ name }) =>
          name.toLowerCase().replace(/[\s-]+/g, "_") === wanted.toLowerCase() &&
          !features.has(name) &&
          !ignored.has(name),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const field = find(FIELD_NAMES);
  const value = find(VALUE_NAMES);
  const named = idName ?? decisions.schema.id;
  const id = table.columns.find(({ name }) => name === named) ?? find(["id", "person_id", "applicant_id", "case_id"]);
  return field === undefined || value === undefined || id === undefined ? null : { id, field, value };
}

/** Letters from one change per row: the changes of a person are one letter on top of the person's own row. */
export function lettersFromChanges(
  { table, decisions, ignored }: LettersSource,
  header: LongHeader,
  problems: ProblemList,
): LetterDraft {
  const { rowNumbers } = table;
  nameColumns(table, ignored, problems);
  if (decisions.ids === null) {
    problems.add(
      "error",
      "ID_MISSING",
      `${problems.file} gives one change per row, which needs to know the person; ` +
        `name the id column of ${decisions.file} with id`,
      { column: header.id.name },
    );
  }
  const isMissing = missingTest(decisions);
  const people = personLookup(decisions);
  const letterOfPerson = new Map<number, number>();
  const letterOf: number[] = [];
  const firstRows: number[] = [];
  const changes: Change[] = [];
  const strangers: { row: number; id: string }[] = [];
  const nameless: number[] = [];
  for (let i = 0; i < table.rows; i++) {
    const id = cellAt(header.id, i);
    const row = rowNumbers[i]!;
    const person = people.get(id);
    if (isMissing(id)) nameless.push(row);
    else if (person === undefined) strangers.push({ row, id });
    else {
      let letter = letterOfPerson.get(person);
      if (letter === undefined) {
        letter = letterOf.push(person) - 1;
        firstRows.push(row);
        letterOfPerson.set(person, letter);
      }
      changes.push({ letter, row, field: cellAt(header.field, i), cell: cellAt(header.value, i) });
    }
  }
  if (decisions.ids !== null) reportStrangers(strangers, header.id.name, decisions, problems);
  if (nameless.length > 0) {
    const found = { count: nameless.length, rows: nameless };
    problems.add(
      "error",
      "ID_MISSING",
      `${problems.file}, column '${header.id.name}', ${describeRows(found)}: ` +
        "no id, so it is not known whom the change was offered to; add the id or delete the row",
      { column: header.id.name, ...found },
    );
  }
  const pairing = { letterOf: Int32Array.from(letterOf), rowNumbers: Int32Array.from(firstRows) };
  const draft = draftOfLetters(pairing, decisions, problems);
  const found = applyChanges(draft, changes, decisions);
  reportChanges(found, header, decisions, problems);
  return draft;
}

/** A row of the file: the new value of a field in a letter. */
interface Change {
  readonly letter: number;
  readonly row: number;
  readonly field: string;
  readonly cell: string;
}

/** Writes the changes into the draft and gives those that could not be written as they stand, by kind. */
function applyChanges(draft: LetterDraft, changes: readonly Change[], decisions: Decisions) {
  const isMissing = missingTest(decisions);
  const features = new Map(decisions.schema.features.map(({ name }, f) => [name, f]));
  const types = decisions.schema.features.map(({ type }) => type);
  const known = new Set(decisions.columns.map(({ name }) => name));
  const found = {
    unknown: noSightings(),
    unused: noSightings(),
    empty: noSightings(),
    repeated: noSightings(),
    contradicting: noSightings(),
  };
  const written = new Map<number, string>();
  const offered = decisions.classes === null ? null : decisions.schema.decision.column;
  for (const { letter, row, field, cell } of changes) {
    const feature = features.get(field);
    if (feature === undefined && field === offered) continue; // the class the letter offers, read where classes are
    if (feature === undefined) note(known.has(field) ? found.unused : found.unknown, row, field);
    else if (isMissing(cell)) note(found.empty, row, field);
    else {
      const key = letter * features.size + feature;
      const before = written.get(key);
      if (before === undefined) {
        written.set(key, cell);
        draft.set(letter, feature, cell, row);
      } else note(sameValue(before, cell, types[feature]) ? found.repeated : found.contradicting, row, field);
    }
  }
  return found;
}

function reportChanges(
  found: ReturnType<typeof applyChanges>,
  { field, value }: LongHeader,
  { file: decisionsFile, schema }: Decisions,
  problems: ProblemList,
): void {
  const report = (
    [severity, code]: readonly [Severity, ErrorCode],
    { rows, words }: Sightings,
    column: string,
    message: (fields: string, count: number) => string,
  ) => {
    if (rows.length === 0) return;
    const seen = { count: rows.length, rows };
    const place = `${problems.file}, column '${column}', ${describeRows(seen)}`;
    const details = { column, ...seen };
    problems.add(severity, code, `${place}: ${message(listValues([...words], 5), words.size)}`, details);
  };
  report(["error", "LETTER_FIELD_UNKNOWN"], found.unknown, field.name, (fields, count) => {
    const names = listValues([...new Set(schema.features.map(({ name }) => name))], 30);
    return `${fields} ${isNot(count, "column")} of ${decisionsFile}; name one of its features: ${names}`;
  });
  report(["error", "LETTER_VALUE_UNPARSABLE"], found.empty, value.name, (fields) => {
    return `the new value of ${fields} is missing; write it, or delete the row`;
  });
  report(["error", "LETTER_CONTRADICTS"], found.contradicting, value.name, (fields) => {
    return (
      `another new value of ${fields} than an earlier row gives the same person; ` +
      "keep one of them, or write several letters to a person as full rows"
    );
  });
  report(["warning", "LETTER_FIELD_UNUSED"], found.unused, field.name, (fields, count) => {
    return `${fields} ${isNot(count, "feature")}, so the change is left out`;
  });
  report(["note", "LETTER_FIELD_REPEATED"], found.repeated, field.name, (fields) => {
    return `${plural(found.repeated.rows.length, "change")} of ${fields} repeated with the same new value; read once`;
  });
}

/** Whether two cells mean the same: as numbers where the feature is one. */
function sameValue(a: string, b: string, type: ColumnType | undefined): boolean {
  return a === b || (type === "number" && parseNumber(a) !== undefined && parseNumber(a) === parseNumber(b));
}

interface Sightings {
  readonly rows: number[];
  readonly words: Set<string>;
}

function noSightings(): Sightings {
  return { rows: [], words: new Set() };
}

function note({ rows, words }: Sightings, row: number, word: string): void {
  rows.push(row);
  words.add(word);
}
