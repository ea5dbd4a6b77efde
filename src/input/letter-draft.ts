import { type NumberReading, numberIn, PLAIN_READING } from "./column-style.js";
import { usableNumber } from "./decimal.js";
import type { Decisions } from "./decisions.js";
import { isPercentage } from "./number-style.js";
import { isNot, listValues, noSightings, type ProblemList, sight } from "./problem.js";
import { selectTableRows, type Table } from "./table.js";
import { canonicalCategory, sizeLimit } from "./values.js";

export type CompletedLetters = Readonly<{
  table: Table;
  letterOf: Int32Array;
  rowNumbers: Int32Array;
  /** 1 for a letter whose every change is a threshold: one step short of it the person is still refused. */
  isThreshold: Uint8Array;
}>;

/** Letters being written: each begins as its person's own row, or all missing, and is then changed cell by cell. */
export type LetterDraft = ReturnType<typeof draftOfLetters>;

/** A draft of one letter per entry of `letterOf`; reports unreadable numbers when it is finished. */
export function draftOfLetters(
  letterOf: Int32Array,
  rowNumbers: Int32Array,
  decisions: Decisions,
  problems: ProblemList,
) {
  const persons = selectTableRows(decisions.observations, letterOf);
  const columns = persons.columns.map((column) => {
    const cells = column.type === "number" ? column.values : column.codes;
    const missing = column.type === "number" ? Number.NaN : -1;
    letterOf.forEach((person, i) => {
      if (person < 0) cells[i] = missing;
    });
    if (column.type === "number") return { ...column, bad: noSightings() };
    const lookup = new Map(column.levels.map((level, code) => [level, code]));
    return { ...column, levels: [...column.levels], lookup };
  });

  const readings = columns.map(({ name }) => decisions.readings.get(name) ?? PLAIN_READING);
  const unreadable = new Set<number>();
  const empty = new Set<number>();
  /** Letters with a change to a threshold, and with one to another value. */
  const reaching = new Set<number>();
  const offering = new Set<number>();

  return {
    /** Leaves a letter out if nothing in it was changed, or could not be read. */
    dropIfSame(letter: number): void {
      if (!reaching.has(letter) && !offering.has(letter) && !unreadable.has(letter)) empty.add(letter);
    },
    /** Changes a number to the value from which on it is enough. */
    reach(letter: number, feature: number, value: number): void {
      const column = columns[feature]!;
      if (column.type !== "number") return;
      // without the person's own value nobody knows from which side the threshold is reached
      (Number.isNaN(column.values[letter]!) ? offering : reaching).add(letter);
      column.values[letter] = value;
    },
    /** Says that a letter cannot be read as it is meant. */
    spoil(letter: number): void {
      unreadable.add(letter);
    },
    /** A number of a letter as it is now; NaN where it is missing, or no number. */
    numberAt(letter: number, feature: number): number {
      const column = columns[feature]!;
      return column.type === "number" ? column.values[letter]! : Number.NaN;
    },
    /** Whether somebody in the decisions has this value of a category; another letter's new one counts as well. */
    hasCategory(feature: number, cell: string): boolean {
      const column = columns[feature]!;
      return column.type === "category" && column.lookup.has(cell);
    },
    /** Writes a present, trimmed cell of row `row`, or a number made of it, into a feature of a letter. */
    set(letter: number, feature: number, given: string | number, row: number): void {
      const column = columns[feature]!;
      const cell = String(given);
      if (column.type === "number") {
        const value = typeof given === "number" ? usableNumber(given) : numberOf(given, readings[feature]!);
        if (value === undefined || value === Number.POSITIVE_INFINITY) {
          sight(column.bad, row, cell);
          unreadable.add(letter);
        } else {
          if (column.values[letter] !== value) offering.add(letter);
          column.values[letter] = value;
        }
        return;
      }
      let code = column.lookup.get(cell);
      if (code === undefined) {
        code = column.levels.push(cell) - 1;
        column.lookup.set(cell, code);
      }
      if (column.codes[letter] !== code) offering.add(letter);
      column.codes[letter] = code;
    },
    /** The letters; without those that cannot be read where they are to be left out. */
    finish(leavesOut: boolean): CompletedLetters {
      const isKept = (k: number) => !empty.has(k) && !(leavesOut && unreadable.has(k));
      const kept = Int32Array.from(letterOf.keys()).filter(isKept);
      const done = columns.map((column) => {
        const { name } = column;
        if (column.type === "category") {
          return canonicalCategory(
            name,
            kept.map((k) => column.codes[k]!),
            column.levels,
          );
        }
        const { cells } = column.bad;
        const isDifference = [...cells].some((cell) => cell.startsWith("+"));
        const words =
          `${noNumbers(cells)}. ` +
          (isDifference
            ? "Write the new value itself, or put differences in a file with the columns id, field and difference"
            : `Write the new value with a decimal point and no unit, or read '${name}' as a category (--type)`);
        problems.report("error", "LETTER_VALUE_UNPARSABLE", { column: name, ...column.bad }, words);
        return { name, type: column.type, values: Float64Array.from(kept, (k) => column.values[k]!) };
      });
      return {
        table: { rows: kept.length, columns: done },
        letterOf: kept.map((k) => letterOf[k]!),
        rowNumbers: kept.map((k) => rowNumbers[k]!),
        isThreshold: Uint8Array.from(kept, (k) => Number(reaching.has(k) && !offering.has(k))),
      };
    },
  };
}

/** The number in a cell of a letter. Where the decisions have no percentages, one asks for a relative change. */
function numberOf(cell: string, reading: NumberReading): number | undefined {
  if (cell.startsWith("+")) return undefined; // meant as a difference, which only a column of that name may hold
  return isPercentage(cell) && reading.percents !== true ? undefined : numberIn(cell, reading);
}

/** "'12 kg' is not a decimal number", "'1e999' cannot be used as a number (…)". */
export function noNumbers(cells: ReadonlySet<string>): string {
  const size = sizeLimit(cells);
  const wrong = size === "" ? isNot(cells.size, "decimal number") : `cannot be used as a number${size}`;
  return `${listValues(cells, 5)} ${wrong}`;
}
