import { parseNumber } from "./decimal.js";
import { isDateStyle, type Marks, marksIn, type NumberStyle, parseStyled } from "./number-style.js";
import { type ProblemList, quoteValue } from "./problem.js";
import { middleOf, parseRange } from "./range-cells.js";
import { rowsWhere } from "./raw-table.js";
import { presentLevels, type ReadColumn } from "./values.js";

/** Says how the numbers of a column were read where they are not plain; refuses what can be read in two ways. */
export function noteReading(column: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { type, style, ranges, rival } = column;
  if (type !== "number") return;
  if (rival !== null) refuseRivals(column, rival, problems);
  else if (isDateStyle(style)) noteDates(column, rowNumbers, problems);
  else if (style !== "plain") noteNumbers(column, rowNumbers, problems);
  if (ranges && rival === null) noteRanges(column, rowNumbers, problems);
}

const DATE_ORDER = { date: "the year", "date-dmy": "the day", "date-mdy": "the month" } as const;

const GROUP_WORDS = { ".": "points", ",": "commas", " ": "blanks", "'": "apostrophes" } as const;

/** "a decimal comma and points between thousands": what the marks of a style mean. */
function marksWords({ decimal, group }: Pick<Marks, "decimal" | "group">): string {
  const words = [
    decimal === null ? "" : `a decimal ${decimal === "," ? "comma" : "point"}`,
    group === null ? "" : `${GROUP_WORDS[group]} between thousands`,
  ];
  return words.filter((word) => word !== "").join(" and ");
}

/** What a style makes of a cell, in words. */
function readingWords(cell: string, style: NumberStyle): string {
  const value = parseStyled(cell, style);
  if (value === undefined) return "no number";
  if (isDateStyle(style)) return `day ${value} since 1970-01-01 with ${DATE_ORDER[style]} first`;
  const marks = marksIn(cell, style);
  const words = marks === null ? "" : marksWords(marks);
  return words === "" ? String(value) : `${value} with ${words}`;
}

function refuseRivals(column: ReadColumn, rival: NumberStyle, problems: ProblemList): void {
  const { raw, style } = column;
  const levels = presentLevels(column).filter((level) => parseStyled(level, style) !== parseStyled(level, rival));
  const isReadTwice = (level: string) => [style, rival].every((as) => parseStyled(level, as) !== undefined);
  const cell = levels.find(isReadTwice) ?? levels[0] ?? "";
  const way = (as: NumberStyle) => `${readingWords(cell, as)} (--numbers ${raw.name}=${as})`;
  const words = `is ${quoteValue(cell)} ${way(style)}, or ${way(rival)}? No cell tells: say which`;
  problems.report("error", "NUMBERS_AMBIGUOUS", { column: raw.name, count: raw.codes.length }, words);
}

/** The cells that are more than a plain number, with the one that shows most of how they are written. */
function written(column: ReadColumn, rowNumbers: Int32Array, isMeant: (cell: string) => boolean) {
  const { raw, missing } = column;
  const isWritten = raw.levels.map((level, code) => missing[code] === 0 && isMeant(level));
  const { count } = rowsWhere(raw, rowNumbers, (code) => isWritten[code]!);
  const cells = raw.levels.filter((_, code) => isWritten[code]);
  const example = cells.reduce((best, cell) => (marksOf(cell) > marksOf(best) ? cell : best), cells[0] ?? "");
  return { count, cells, example };
}

function marksOf(cell: string): number {
  return new Set(cell.replace(/\d/g, "")).size;
}

function noteNumbers(column: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { raw, style } = column;
  const isOwn = (cell: string) => {
    const value = parseStyled(cell, style);
    return value !== undefined && value !== parseNumber(cell);
  };
  const { count, cells, example } = written(column, rowNumbers, isOwn);
  if (count === 0) return;
  const marks = cells.flatMap((cell) => marksIn(cell, style) ?? []);
  const decimal = marks.find((one) => one.decimal !== null)?.decimal ?? null;
  const group = marks.find((one) => one.group !== null)?.group ?? null;
  const factors = new Set(marks.flatMap((one) => one.factor ?? []));
  const parts = [
    marksWords({ decimal, group }).replace(/^(?=.)/, "with "),
    marks.some((one) => one.currency !== null) ? "without the currency" : "",
    marks.some((one) => one.isPercent) ? "without the percent sign" : "",
    factors.has("k") ? "k as thousand" : "",
    factors.has("M") ? "M as million" : "",
    marks.some((one) => one.hasParentheses) ? "parentheses as a minus" : "",
    cells.some((one) => /[\u2212\u2013]/.test(one)) ? "a long dash as a minus" : "",
  ].filter((part) => part !== "");
  const cell = count === 1 ? `1 cell, ${quoteValue(example)},` : `${count} cells such as ${quoteValue(example)}`;
  const words = [`${cell} read as ${parseStyled(example, style)}`, ...parts].join(", ");
  problems.report("note", "NUMBERS_READ", { column: raw.name, count }, words);
}

function noteDates(column: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { raw, style } = column;
  if (!isDateStyle(style)) return;
  const { count, example } = written(column, rowNumbers, (cell) => parseStyled(cell, style) !== undefined);
  if (count === 0) return;
  const order = style === "date" ? "" : `, with ${DATE_ORDER[style]} first`;
  const day = parseStyled(example, style);
  const words = `${count} dates such as ${quoteValue(example)} read as days since 1970-01-01 (${day})${order}`;
  problems.report("note", "NUMBERS_READ", { column: raw.name, count }, words);
}

function noteRanges(column: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { raw, style } = column;
  const rangeIn = (cell: string) => (parseStyled(cell, style) === undefined ? parseRange(cell, style) : undefined);
  const { count, cells } = written(column, rowNumbers, (cell) => rangeIn(cell) !== undefined);
  if (count === 0) return;
  const ranges = cells.flatMap((cell) => {
    const range = rangeIn(cell);
    return range ? [{ cell, middle: middleOf(range), isOpen: !Number.isFinite(range.high - range.low) }] : [];
  });
  const closed = ranges.find(({ isOpen }) => !isOpen);
  const open = ranges.find(({ isOpen }) => isOpen);
  const parts = [
    closed === undefined ? "" : `such as ${quoteValue(closed.cell)} at their middle, ${closed.middle}`,
    open === undefined
      ? ""
      : `${closed === undefined ? "" : "open ones "}such as ${quoteValue(open.cell)} at their bound, ${open.middle}`,
  ].filter((part) => part !== "");
  const advice = `To keep them as categories: --ranges ${raw.name}=category`;
  const words = `${count} cells with ranges ${parts.join(", ")}. ${advice}`;
  problems.report("note", "RANGES_READ", { column: raw.name, count }, words);
}
