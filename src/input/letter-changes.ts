import { addDecimals, percentOf, readsDifferences, signedNumber } from "./change-cells.js";
import { type NumberReading, numberIn, PLAIN_READING } from "./column-style.js";
import { type Amount, parseAmount } from "./letter-amount.js";
import { boundsOf, type LetterBounds } from "./letter-bounds.js";
import { type ChangesFound, noChangesFound, reportChanges, sightIn } from "./letter-changes-found.js";
import { draftOfLetters, type LetterDraft } from "./letter-draft.js";
import type { LettersSource, LongHeader, ValueColumn, ValueMeaning } from "./letter-header.js";
import { NOBODY, peopleOf } from "./letter-people.js";
import { isPercentage } from "./number-style.js";
import { listValues, noSightings, type ProblemList, sight } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { nameColumns } from "./roles.js";
import { missingTest } from "./values.js";

/** Letters from one change per row: the changes of a person are one letter on top of the person's own row. */
export function lettersFromChanges(source: LettersSource, header: LongHeader, problems: ProblemList): LetterDraft {
  const { table, decisions } = source;
  nameColumns(table, source, problems);
  if (decisions.ids === null) {
    const headless = decisions.problems.find(({ code }) => code === "HEADER_LIKE_ROW");
    const message =
      `${problems.file} has one change per row, so each row must name a person. ` +
      (headless?.message ?? `Name the id column of ${decisions.file} (--id)`);
    problems.add("error", "ID_MISSING", message, { column: header.id.name });
  }
  const people = peopleOf(source, header.id, problems);
  const { letterAt, letterOf, firstRows } = lettersIn(source, header, people);
  reportNameless(source, header.id, people, problems);
  const draft = draftOfLetters(Int32Array.from(letterOf), Int32Array.from(firstRows), decisions, problems);
  const columns = settledColumns(source, header, problems);
  if (columns === null) return draft;
  const found = applyChanges({ draft, columns, letterAt }, source, header);
  reportChanges(found, source, problems);
  return draft;
}

/** The letters of a file: one for each person, and for each option where the file has a column of them. */
function lettersIn(source: LettersSource, header: LongHeader, people: Int32Array) {
  const { option } = header;
  const letters = new Map<string, number>();
  const letterOf: number[] = [];
  const firstRows: number[] = [];
  const keyAt = (i: number) => `${people[i]} ${option === null ? "" : cellAt(option, i)}`;
  const hasChange = changeTest(source, header);
  for (const [i, row] of source.table.rowNumbers.entries()) {
    const person = people[i]!;
    const key = keyAt(i);
    if (person < 0 || letters.has(key) || !hasChange(i)) continue;
    letters.set(key, letterOf.push(person) - 1);
    firstRows.push(row);
  }
  const letterAt = (i: number) => (people[i]! < 0 || !hasChange(i) ? undefined : letters.get(keyAt(i)));
  return { letterAt, letterOf, firstRows };
}

/** Whether a row asks for a change: always, except for rows of reasons, which have no value. */
export function changeTest({ decisions }: LettersSource, { values, hasReasons }: LongHeader): (i: number) => boolean {
  if (!hasReasons) return () => true;
  const isMissing = missingTest(decisions.missing);
  return (i) => values.some(({ column }) => !isMissing(cellAt(column, i)));
}

function reportNameless(
  { table, skip }: LettersSource,
  id: RawColumn,
  people: Int32Array,
  problems: ProblemList,
): void {
  const nameless = noSightings();
  for (const [i, row] of table.rowNumbers.entries()) if (people[i] === NOBODY) sight(nameless, row);
  const isLeftOut = skip.includes("unmatched");
  const advice = isLeftOut ? "; left out" : ". Add the id, or leave the row out (--skip unmatched)";
  const words = `no id, so nobody knows who was offered the change${advice}`;
  problems.report(isLeftOut ? "warning" : "error", "ID_MISSING", { column: id.name, ...nameless }, words);
}

/** The columns of changes, each with what its numbers are; null, with a problem, where that cannot be told. */
function settledColumns(
  source: LettersSource,
  header: LongHeader,
  problems: ProblemList,
): readonly ValueColumn[] | null {
  const settled: ValueColumn[] = [];
  for (const given of header.values) {
    const { column, says } = given;
    const { differences, unclear } = readsDifferences(source, header, given);
    if (unclear.count > 0) {
      const either =
        `${listValues(unclear.cells, 5)} could be the new value or the difference to the old one. ` +
        "Write differences with a sign (+4000, -500), or rename the column: 'new_value' for new values, " +
        "'difference' for differences";
      problems.report("error", "LETTER_CHANGE_UNCLEAR", { column: column.name, ...unclear }, either);
      return null;
    }
    if (differences && says === "new value") {
      const words = "every number has a sign, so they are read as differences to the old values";
      problems.report("note", "LETTER_READ_AS_DIFFERENCE", { column: column.name }, words);
    }
    settled.push(differences ? { column, says: "difference" } : given);
  }
  return settled;
}

interface Changes {
  readonly draft: LetterDraft;
  readonly columns: readonly ValueColumn[];
  /** The letter that row `i` of the file belongs to. */
  readonly letterAt: (i: number) => number | undefined;
}

/** One cell that asks for a change. */
interface Asked {
  readonly letter: number;
  readonly feature: number;
  readonly row: number;
  readonly column: string;
  readonly cell: string;
  readonly says: ValueMeaning;
  /** How the file writes the field's numbers. */
  readonly reading: NumberReading;
}

const BOUNDS: readonly ValueMeaning[] = ["at least", "at most", "threshold"];

/** Writes each row's change into its letter, and gives those that cannot be written as they stand, by kind. */
function applyChanges({ draft, columns, letterAt }: Changes, { table, decisions }: LettersSource, header: LongHeader) {
  const isMissing = missingTest(decisions.missing);
  const { features, decision } = decisions.schema;
  const placeOf = new Map(features.map(({ name }, f) => [name, f]));
  const known = new Set(decisions.columns.map(({ name }) => name));
  const found = noChangesFound();
  const bounds = boundsOf(draft, decisions, found);
  const writer = changeWriter(draft, bounds, found);
  const offered = decisions.classes === null ? null : decision.column;
  for (const [i, row] of table.rowNumbers.entries()) {
    const letter = letterAt(i);
    const name = cellAt(header.field, i);
    const feature = placeOf.get(name);
    // the class the letter offers is read where classes are
    if (letter === undefined || (feature === undefined && name === offered)) continue;
    if (feature === undefined) {
      sightIn(known.has(name) ? found.unused : found.unknown, header.field.name, row, name);
      continue;
    }
    const filled = columns.filter(({ column }) => !isMissing(cellAt(column, i)));
    const limits = filled.filter(({ says }) => BOUNDS.includes(says));
    const plain = filled.filter(({ says }) => !BOUNDS.includes(says)).slice(0, 1);
    if (filled.length === 0) {
      sightIn(found.empty, header.values[0].column.name, row, name);
      draft.spoil(letter);
    }
    for (const { column, says } of [...limits, ...plain]) {
      const reading = decisions.readings.get(name) ?? PLAIN_READING;
      const asked = { letter, feature, row, column: column.name, cell: cellAt(column, i), says, reading };
      if (features[feature]!.type === "number") writer.number(asked, name);
      else writer.category(asked, name);
    }
  }
  return { ...found, ...bounds.settle() };
}

function changeWriter(draft: LetterDraft, bounds: LetterBounds, found: ChangesFound) {
  const written = new Map<string, string>();
  const refuse = (why: keyof ChangesFound, { letter, row, column }: Asked, cell: string) => {
    sightIn(found[why], column, row, cell);
    draft.spoil(letter);
  };
  /** Whether a field of a letter was not written before; otherwise notes whether it was the same. */
  const isFirst = (asked: Asked, value: string, name: string): boolean => {
    const key = `${asked.letter} ${asked.feature}`;
    const before = written.get(key) ?? bounds.textOf(asked.letter, asked.feature);
    if (before === undefined) {
      written.set(key, value);
      return true;
    }
    if (before === value) sightIn(found.repeated, asked.column, asked.row, name);
    else refuse("contradicting", asked, name);
    return false;
  };

  return {
    category(asked: Asked, name: string): void {
      const { letter, feature, row, cell, says } = asked;
      if (BOUNDS.includes(says)) refuse("noOrder", asked, name);
      if (BOUNDS.includes(says) || !isFirst(asked, cell, name)) return;
      if (says !== "new value" && !draft.hasCategory(feature, cell)) refuse("noCategory", asked, cell);
      draft.set(letter, feature, cell, row);
    },
    number(asked: Asked, name: string): void {
      const { letter, feature, row, cell } = asked;
      const amount = amountIn(asked);
      if (amount === undefined) {
        if (asked.says === "new value" && isFirst(asked, cell, name)) draft.set(letter, feature, cell, row);
        else if (asked.says !== "new value")
          refuse(asked.says === "difference" ? "noDifference" : "noNumber", asked, cell);
        return;
      }
      const own = draft.numberAt(letter, feature);
      const { relative, value } = amount;
      if (relative !== null && Number.isNaN(own)) {
        refuse("noStart", asked, name);
        return;
      }
      const step = relative === "percent" ? percentOf(own, value) : value;
      const target = relative === null ? value : addDecimals(own, step);
      if (amount.bound === null) {
        if (isFirst(asked, String(target), name)) draft.set(letter, feature, target, row);
        return;
      }
      const before = written.get(`${letter} ${feature}`);
      if (before !== undefined) {
        if (before === String(target)) sightIn(found.repeated, asked.column, row, name);
        else refuse("contradicting", asked, name);
        return;
      }
      const bound = relative === null ? amount.bound : value < 0 ? "most" : "least";
      bounds.add({ letter, feature, row, column: asked.column, name }, { bound, value: target });
    },
  };
}

/** What a cell asks of a number, by its column and its own words; undefined where it cannot be read. */
function amountIn({
  cell,
  says,
  reading,
}: Asked): (Omit<Amount, "bound"> & { bound: Amount["bound"] | "either" }) | undefined {
  const isDifference = says === "difference" || says === "unclear";
  const number = isDifference ? signedNumber(cell, reading)?.value : letterNumber(cell, reading);
  const bound = says === "at least" ? "least" : says === "at most" ? "most" : says === "threshold" ? "either" : null;
  if (number !== undefined && number !== Number.POSITIVE_INFINITY) {
    return { value: number, relative: isDifference ? "difference" : null, bound };
  }
  // "+4000" alone is a difference only where the whole column holds them
  const spoken = signedNumber(cell, reading) === undefined ? parseAmount(cell) : undefined;
  if (spoken === undefined || bound === null) return spoken;
  if (spoken.bound === null) return { ...spoken, bound };
  return fits(says, spoken.bound) ? spoken : undefined; // "at least" in the column of the most is a slip
}

function fits(says: ValueMeaning, bound: NonNullable<Amount["bound"]>): boolean {
  if (says === "threshold") return true;
  return (says === "at least") === (bound === "least" || bound === "above");
}

/** A number in a letter as the decisions write theirs; undefined for anything else, and with a plus before it. */
function letterNumber(cell: string, reading: NumberReading): number | undefined {
  if (cell.startsWith("+") || (isPercentage(cell) && reading.percents !== true)) return undefined;
  return numberIn(cell, reading);
}
