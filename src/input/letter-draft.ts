import type { Decisions } from "./decisions.js";
import { describeRows, isNot, listValues, type ProblemList } from "./problem.js";
import type { RawTable } from "./raw-table.js";
import { selectTableRows, type Table } from "./table.js";
import { canonicalCategory, parseNumber } from "./values.js";

/** A letters file, and what it is read against. */
export interface LettersSource {
  readonly table: RawTable;
  readonly decisions: Decisions;
  /** The column with the person's id; null: named as in the decisions. */
  readonly idName: string | null;
  /** Columns left unread. */
  readonly ignored: ReadonlySet<string>;
}

/** Letters completed to full rows. */
export interface CompletedLetters {
  readonly table: Table;
  readonly letterOf: Int32Array;
  readonly rowNumbers: Int32Array;
}

/** Letters being written: each begins as its person's own row, or all missing, and is then changed cell by cell. */
export interface LetterDraft {
  /** Writes a present, trimmed cell of row `row` into feature `feature` of letter `letter`. */
  set(letter: number, feature: number, cell: string, row: number): void;
  finish(): CompletedLetters;
}

/** A draft of one letter per entry of `letterOf`; reports unreadable numbers when it is finished. */
export function draftOfLetters(
  { letterOf, rowNumbers }: Omit<CompletedLetters, "table">,
  decisions: Decisions,
  problems: ProblemList,
): LetterDraft {
  const persons = selectTableRows(decisions.observations, letterOf);
  const columns = persons.columns.map((column) => {
    if (column.type === "number") {
      letterOf.forEach((person, i) => {
        if (person < 0) column.values[i] = Number.NaN;
      });
      return { ...column, bad: [] as { row: number; cell: string }[] };
    }
    letterOf.forEach((person, i) => {
      if (person < 0) column.codes[i] = -1;
    });
    return {
      ...column,
      levels: [...column.levels],
      lookup: new Map(column.levels.map((level, code) => [level, code])),
    };
  });

  return {
    set(letter, feature, cell, row) {
      const column = columns[feature];
      if (column?.type === "number") {
        // "+4000" could be meant as a change: refused, because a letter states the new value itself
        const value = cell.startsWith("+") ? undefined : parseNumber(cell);
        if (value === undefined || value === Number.POSITIVE_INFINITY) column.bad.push({ row, cell });
        else column.values[letter] = value;
      } else if (column?.type === "category") {
        let code = column.lookup.get(cell);
        if (code === undefined) {
          code = column.levels.push(cell) - 1;
          column.lookup.set(cell, code);
        }
        column.codes[letter] = code;
      }
    },
    finish() {
      for (const column of columns) {
        if (column.type !== "number" || column.bad.length === 0) continue;
        const found = { count: column.bad.length, rows: column.bad.map(({ row }) => row) };
        const cells = [...new Set(column.bad.map(({ cell }) => cell))];
        problems.add(
          "error",
          "LETTER_VALUE_UNPARSABLE",
          `${problems.file}, column '${column.name}', ${describeRows(found)}: ` +
            `${listValues(cells, 5)} ${isNot(cells.length, "decimal number")}; ` +
            `write the new value itself with a decimal point and no unit, or make '${column.name}' a category`,
          { column: column.name, ...found },
        );
      }
      const done = columns.map((column) =>
        column.type === "number"
          ? { name: column.name, type: column.type, values: column.values }
          : canonicalCategory(column.name, column.codes, column.levels),
      );
      return { table: { rows: letterOf.length, columns: done }, letterOf, rowNumbers };
    },
  };
}

/** The observation of each id. */
export function personLookup(decisions: Decisions): ReadonlyMap<string, number> {
  const lookup = new Map<string, number>();
  decisions.ids?.forEach((id, i) => {
    if (id !== "") lookup.set(id, i);
  });
  return lookup;
}

/** Reports letters whose id belongs to nobody, or to a person left out of the decisions. */
export function reportStrangers(
  strangers: readonly { readonly row: number; readonly id: string }[],
  column: string,
  decisions: Decisions,
  problems: ProblemList,
): void {
  const excluded = strangers.filter(({ id }) => decisions.excludedIds.has(id));
  const unknown = strangers.filter(({ id }) => !decisions.excludedIds.has(id));
  const details = (some: typeof strangers) => ({ count: some.length, rows: some.map(({ row }) => row) });
  const idsOf = (some: typeof strangers) => listValues([...new Set(some.map(({ id }) => id))], 5);
  if (unknown.length > 0) {
    problems.add(
      "error",
      "LETTER_WITHOUT_PERSON",
      `${problems.file}, column '${column}', ${describeRows(details(unknown))}: ` +
        `no person with id ${idsOf(unknown)} in ${decisions.file}; ` +
        "correct the id, add the person, or delete the letter",
      { column, ...details(unknown) },
    );
  }
  if (excluded.length > 0) {
    problems.add(
      "warning",
      "LETTER_TO_EXCLUDED",
      `${problems.file}, column '${column}', ${describeRows(details(excluded))}: ` +
        `the decision of person ${idsOf(excluded)} is missing in ${decisions.file}; left out`,
      { column, ...details(excluded) },
    );
  }
}
