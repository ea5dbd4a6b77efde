import { type NumberReading, numberIn } from "./column-style.js";
import { listValues, noSightings, type ProblemList, plural } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { matchValue } from "./roles.js";
import type { Column } from "./table.js";

/** What dice-ml prints for a cell that stays as it is. */
export const UNCHANGED = "-";

/** More figures than people write: what is left of a number that was stored with too few bits. */
const MOST_FIGURES = 12;
const NOISY_DECIMALS = 7;
const MORE_DECIMALS = 3;

/** Cells of a letters file in the decisions' own words and numbers. */
export interface LetterCells {
  /** The cell of row `i`, or the number it stands for, in a letter to that person; −1: not known. */
  at(i: number, person: number): string | number;
  /** Whether the cell of row `i` is the mark for "unchanged". */
  isUnchanged(i: number): boolean;
  /** Whether dice-ml would print that mark for a change of this person's number, too. */
  mayHideChange(person: number): boolean;
  /** How many cells were cleared of noise, and the first of them. */
  readonly cleared: Cleared;
}

interface Cleared {
  count: number;
  /** A cell and what it was read as. */
  example: readonly [string, string] | null;
}

/** Reads cells as the decisions write them: 2.0 where a category is 2, 10.2 where 10.199999809265137 is stored. */
export function letterCells(column: RawColumn, observed: Column, reading: NumberReading): LetterCells {
  const cleared: Cleared = { count: 0, example: null };
  const texts = column.levels.map((level) => (observed.type === "number" ? level : ownWord(level, observed.levels)));
  const isMark = column.levels.map(
    (level) => level === UNCHANGED && (observed.type === "number" || !observed.levels.includes(level)),
  );
  const numbers = observed.type === "number" ? texts.map((text) => numberIn(text, reading)) : null;
  const clear = (cell: string, value: number): number => {
    cleared.count++;
    cleared.example ??= [cell, String(value)];
    return value;
  };
  const step = observed.type === "number" ? smallestStep(observed.values) : 0;
  return {
    cleared,
    // it compares with a tolerance that is a ten-thousandth of the number, relative to the number
    mayHideChange(person) {
      const own = observed.type === "number" ? observed.values[person]! : 0;
      return (own * own) / 1e4 >= step && own !== 0;
    },
    isUnchanged: (i) => isMark[column.codes[i]!] === true,
    at(i, person) {
      const code = column.codes[i]!;
      const cell = texts[code] ?? cellAt(column, i);
      const value = numbers?.[code];
      if (value === undefined || observed.type !== "number" || !Number.isFinite(value)) return cell;
      const own = person < 0 ? Number.NaN : observed.values[person]!;
      if (value !== own && isNoiseOn(own, value)) return clear(cell, own);
      const short = shortest(value);
      return short === value ? cell : clear(cell, short);
    },
  };
}

/** The smallest change that numbers with these decimals can have. */
function smallestStep(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, Number(`1e-${decimals(value)}`)), 1);
}

/** Whether a number is another one stored in single precision, or summed up with an error in its last places. */
export function isNoiseOn(own: number, value: number): boolean {
  if (Number.isNaN(own) || Math.fround(own) !== Math.fround(value)) return false;
  if (value === Math.fround(own)) return !Number.isInteger(value);
  const places = decimals(value);
  return places >= NOISY_DECIMALS && places > decimals(own) + MORE_DECIMALS;
}

/** The word of the decisions for a cell: the same, the same number, or the same truth value. */
export function ownWord(cell: string, levels: readonly string[]): string {
  const same = matchValue(cell, levels);
  if (same !== null) return same;
  const lower = cell.toLowerCase();
  if (lower !== "true" && lower !== "false") return cell;
  return levels.find((level) => level.toLowerCase() === lower) ?? cell;
}

/** The number with the fewest figures that single precision stores as this one; itself where it is no such number. */
function shortest(value: number): number {
  if (Number.isInteger(value) || Math.fround(value) !== value || figures(value) <= MOST_FIGURES) return value;
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function figures(value: number): number {
  const [digits = ""] = String(Math.abs(value)).split("e");
  return digits.replace(".", "").replace(/^0+/, "").length;
}

function decimals(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

/** What was read otherwise than it is written, in all columns of a file. */
export function noCleaning() {
  const all: Cleared = { count: 0, example: null };
  const marks = noSightings();
  const hidden = noSightings();
  return {
    /** Rows with the mark for "unchanged" in a letter to nobody who is known. */
    marks,
    /** Rows with the mark where dice-ml prints it for changed numbers as well; the cells are the names of fields. */
    hidden,
    add({ count, example }: Cleared): void {
      all.count += count;
      all.example ??= example;
    },
    report(problems: ProblemList): void {
      const mark =
        `'${UNCHANGED}' says that a field stays, but nobody knows whose letter it is. Add a column with the people's ` +
        "ids, or save the full rows";
      problems.report("error", "LETTER_VALUE_UNPARSABLE", marks, mark);
      const large =
        `dice-ml prints '${UNCHANGED}' also for changes of numbers as large as in ${listValues(hidden.cells, 5)}, so ` +
        "the new value is not known. Save the rows themselves: to_json(), or final_cfs_df.to_csv(file)";
      problems.report("error", "LETTER_VALUE_UNPARSABLE", hidden, large);
      if (all.example === null) return;
      const [written, read] = all.example;
      const words = `${plural(all.count, "number")} with lost digits read as meant, such as ${written} as ${read}`;
      problems.add("note", "LETTER_VALUE_IMPRECISE", `${problems.file}: ${words}`, { count: all.count });
    },
  };
}
