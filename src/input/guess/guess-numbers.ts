import type { RangeReading } from "../column-style.js";
import { MOST_CATEGORIES } from "../decision-checks.js";
import { isDateStyle, type NumberStyle, parseStyled } from "../number-style.js";
import { quoteValue } from "../problem.js";
import { presentLevels, type ReadColumn } from "../values.js";
import type { ColumnLook } from "./guess-columns.js";
import type { Answers, Guess, Question, RolesGuess } from "./guess-roles.js";

/** What an answer to a question is kept under. */
export function questionKey({ setting, column }: Pick<Question, "setting" | "column">): string {
  return column === undefined ? setting : `${setting} ${column}`;
}

/** How columns write their numbers; a question for each whose cells do not tell. */
export function guessNumbers(
  columns: readonly ReadColumn[],
  answers: Answers,
  questions: Question[],
): RolesGuess["numbers"] {
  return columns.flatMap((column): RolesGuess["numbers"] => {
    const { raw, type, style, rival } = column;
    if (type !== "number" || style === "plain") return [];
    const name = raw.name;
    const levels = presentLevels(column);
    const answer = answers[questionKey({ setting: "numbers", column: name })];
    if (rival !== null && answer === undefined) {
      const cell = levels.find((level) => parseStyled(level, style) !== parseStyled(level, rival)) ?? "";
      const [one, other] = [style, rival].map((as) => `${parseStyled(cell, as)} (${as})`);
      const question = `Is ${quoteValue(cell)} in '${name}' ${one} or ${other}?`;
      questions.push({ setting: "numbers", column: name, question, choices: [style, rival], needed: true });
      return [];
    }
    if (rival !== null) return answer === "" ? [] : [guess(name, answer === rival ? rival : style, "as answered")];
    const cell = levels.find((level) => isOwn(level, style)) ?? "";
    const value = parseStyled(cell, style);
    const what = isDateStyle(style) ? `day ${value} since 1970-01-01` : value;
    return [guess(name, style, `${quoteValue(cell)} is ${what}`)];
  });
}

function guess(column: string, style: NumberStyle, reason: string): RolesGuess["numbers"][number] {
  return { value: { column, style }, confidence: "high", reason };
}

function isOwn(cell: string, style: NumberStyle): boolean {
  const value = parseStyled(cell, style);
  return value !== undefined && value !== parseStyled(cell, "plain");
}

/** Columns whose ranges become numbers. */
export function guessRanges(
  columns: readonly ReadColumn[],
): readonly Guess<{ column: string; reading: RangeReading }>[] {
  return columns.flatMap((column) => {
    if (column.type !== "number" || !column.ranges) return [];
    const cell = presentLevels(column).find((level) => parseStyled(level, column.style) === undefined) ?? "";
    const value = { column: column.raw.name, reading: "middle" as const };
    return [{ value, confidence: "medium" as const, reason: `ranges such as ${quoteValue(cell)} have an order` }];
  });
}

const LEAST_DIGITS = 2;

/** That a column holds codes, such as postcodes: digits of one length, some with a zero in front. */
export function codesWithZeros({ name, type, values, distinct }: ColumnLook): RolesGuess["types"] {
  const zero = values.find((value) => value.startsWith("0"));
  const length = values[0]?.length ?? 0;
  const isCode = (value: string) => /^\d+$/.test(value) && value.length === length;
  if (type !== "number" || zero === undefined || length < LEAST_DIGITS || !values.every(isCode)) return [];
  if (distinct < 2 || distinct > MOST_CATEGORIES) return [];
  const reason = `digits of one length, some with a zero in front, as in ${quoteValue(zero)}`;
  return [{ value: { column: name, type: "category" }, confidence: "medium", reason }];
}
