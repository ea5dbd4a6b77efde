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

/**
 * How columns write their numbers. Where the cells of one do not tell, the other columns may, if they agree; else it is
 * a question.
 */
export function guessNumbers(
  columns: readonly ReadColumn[],
  answers: Answers,
  questions: Question[],
): RolesGuess["numbers"] {
  const numeric = columns.filter(({ type }) => type === "number");
  const common = commonStyle(numeric);
  return numeric.flatMap((column): RolesGuess["numbers"] => {
    const { raw, style } = column;
    const name = raw.name;
    const levels = presentLevels(column);
    const rival = style === "plain" && hasPointedThousands(levels) ? "de" : column.rival;
    if (rival === null) {
      if (style === "plain") return [];
      const cell = levels.find((level) => isOwn(level, style)) ?? "";
      const value = parseStyled(cell, style);
      const what = isDateStyle(style) ? `day ${value} since 1970-01-01` : value;
      return [guess(name, style, `${quoteValue(cell)} is ${what}`)];
    }
    const answer = answers[questionKey({ setting: "numbers", column: name })];
    if (answer !== undefined)
      return answer === "" ? [] : [guess(name, answer === rival ? rival : style, "as answered")];
    const cell = levels.find((level) => parseStyled(level, style) !== parseStyled(level, rival)) ?? "";
    if (common === style || common === rival) {
      const reason = `${quoteValue(cell)} is ${parseStyled(cell, common)}, as the other columns write their numbers`;
      return [{ ...guess(name, common, reason), confidence: "medium" }];
    }
    const [one, other] = [style, rival].map((as) => `${parseStyled(cell, as)} (${as})`);
    const question = `Is ${quoteValue(cell)} in '${name}' ${one} or ${other}?`;
    questions.push({ setting: "numbers", column: name, question, choices: [style, rival], needed: true });
    return [];
  });
}

/** The one convention that all columns follow whose cells tell; null where they differ, or none tells. */
function commonStyle(columns: readonly ReadColumn[]): NumberStyle | null {
  const styles = new Set(
    columns
      .filter(({ style, rival }) => style !== "plain" && rival === null && !isDateStyle(style))
      .map(({ style }) => style),
  );
  const [only] = styles;
  return styles.size === 1 && only !== undefined ? only : null;
}

/** Different cells such as 3.667 before a point may separate thousands. */
const LEAST_POINTED = 5;

/** Whether every number is whole and below 1,000, or has three digits after a point. */
function hasPointedThousands(levels: readonly string[]): boolean {
  const cells = levels.map((level) => level.trim());
  const pointed = cells.filter((cell) => cell.includes("."));
  return pointed.length >= LEAST_POINTED && cells.every((cell) => /^-?(?:[1-9]\d{0,2}\.\d{3}|\d{1,3})$/.test(cell));
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
