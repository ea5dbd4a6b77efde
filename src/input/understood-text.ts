import type { Amount } from "./letter-amount.js";
import { idColumn, type LettersSource } from "./letter-header.js";
import { peopleOf } from "./letter-people.js";
import { type TextStatement, textColumn, textReader } from "./letter-text.js";
import { describeRows, type ProblemList, plural, problemList, quoteValue } from "./problem.js";
import { cellAt } from "./raw-table.js";

/** What was understood of letters in free text, to be checked before it is used. */
export interface UnderstoodText {
  /** The column with the text. */
  readonly column: string;
  readonly letters: readonly UnderstoodLetter[];
}

export interface UnderstoodLetter {
  readonly row: number;
  readonly id: string;
  readonly text: string;
  /** Nothing where the letter was not understood. */
  readonly statements: readonly TextStatement[];
}

/** What a file of free text says; null where no column holds text, or nobody knows whom it is about. */
export function understoodText(source: LettersSource): UnderstoodText | null {
  const { table, decisions, ignored } = source;
  const free = table.columns.filter(({ name }) => !ignored.has(name));
  const ids = idColumn(source, free);
  const column = textColumn(source, ids);
  if (ids === undefined || column === undefined || decisions.ids === null) return null;
  const people = peopleOf(source, ids, problemList(null));
  const read = textReader(decisions);
  const letters = Array.from(table.rowNumbers, (row, i): UnderstoodLetter => {
    const text = cellAt(column, i);
    return { row, id: cellAt(ids, i), text, statements: people[i]! < 0 ? [] : distinct(read(text, people[i]!)) };
  });
  return { column: column.name, letters };
}

function distinct(statements: readonly TextStatement[]): readonly TextStatement[] {
  return [...new Map(statements.map((one) => [JSON.stringify(one), one])).values()];
}

const LETTERS_SHOWN = 3;

/** Refuses letters in free text until somebody has looked at what was understood of them. */
export function refuseUnconfirmed({ column, letters }: UnderstoodText, problems: ProblemList): void {
  const understood = letters.filter(({ statements }) => statements.length > 0);
  const lost = letters.filter(({ statements }) => statements.length === 0);
  const found = { count: lost.length, rows: lost.map(({ row }) => row) };
  const shown = understood.slice(0, LETTERS_SHOWN).map(letterWords).join("; ");
  const rest = lost.length === 0 ? "" : `. Not understood: ${describeRows(found)}`;
  const message =
    `${problems.file}: '${column}' is free text. ${understood.length} of ${plural(letters.length, "letter")} were ` +
    `understood (${shown})${rest}. Nothing is used before you have checked it: correct what was understood in ` +
    "letters-understood.csv, which 'recast init' writes and Studio saves, and give that file as the letters";
  const rows = letters.slice(0, LETTERS_SHOWN).map(({ row }) => row);
  problems.add("error", "LETTER_TEXT_UNCONFIRMED", message, { column, count: letters.length, rows });
}

/** "row 2 to p1: income at least 3000, debt 5 lower". */
export function letterWords({ row, id, statements, text }: UnderstoodLetter): string {
  const what = statements.map(statementWords).join(", ");
  return `row ${row} to ${id}: ${what === "" ? `not understood: ${quoteValue(text)}` : what}`;
}

/** What was understood, row by row. */
export function understoodWords({ column, letters }: UnderstoodText): readonly string[] {
  const count = letters.filter(({ statements }) => statements.length > 0).length;
  const head = `'${column}' is free text: ${count} of ${plural(letters.length, "letter")} understood`;
  return [head, ...letters.map(letterWords)];
}

function statementWords({ option, field, said, direction }: TextStatement): string {
  const way = direction > 0 ? " is too low" : direction < 0 ? " is too high" : "";
  const what = said === null ? `${field}${way} (a reason)` : `${field} ${amountWords(said)}`;
  return option > 1 ? `or ${what}` : what;
}

const BOUND_WORDS = { least: "at least ", most: "at most ", above: "more than ", below: "less than " } as const;

/** An amount as a letters file can say it. */
export function amountWords(said: Amount | string): string {
  if (typeof said === "string") return said;
  const { value, relative, bound } = said;
  const before = bound === null ? "" : BOUND_WORDS[bound];
  if (relative === null) return `${before}${value}`;
  const unit = relative === "percent" ? " %" : "";
  return bound === null
    ? `${value > 0 ? "+" : ""}${value}${unit}`
    : `${before}${Math.abs(value)}${unit} ${value < 0 ? "lower" : "higher"}`;
}
