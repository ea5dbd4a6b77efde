import { currencyOf, isDateStyle, marksIn, NUMBER_STYLES, type NumberStyle, parseStyled } from "./number-style.js";
import { isDivision, middleOf, parseRange, type Range } from "./range-cells.js";

/** What becomes of ranges such as `18-24`: numbers at their middle, or categories. */
export const RANGE_READINGS = ["middle", "category"] as const;
export type RangeReading = (typeof RANGE_READINGS)[number];

/** How the cells of a column are read as numbers. */
export interface NumberReading {
  readonly style: NumberStyle;
  /** Whether ranges are numbers. */
  readonly ranges: boolean;
  /** Whether the column writes percentages, so that one elsewhere is a value and no relative change. @default false */
  readonly percents?: boolean;
}

/** What is known about a column before its cells are looked at; what is not is found from them. */
export interface GivenReading {
  readonly style?: NumberStyle | undefined;
  readonly ranges?: RangeReading | undefined;
}

/** A reading that is to be used as it is. */
export function asGiven({ style, ranges }: NumberReading): GivenReading {
  return { style, ranges: ranges ? "middle" : "category" };
}

export const PLAIN_READING: NumberReading = { style: "plain", ranges: false };

/** The convention of a column, found from its distinct cells. */
export interface SettledReading extends NumberReading {
  /** The number of each cell, undefined where it holds none. */
  readonly numbers: readonly (number | undefined)[];
  readonly unread: number;
  /** Another convention that fits every cell and reads some of them as another number; null where none does. */
  readonly rival: NumberStyle | null;
}

/** A cell without a digit is no number; above this share of them nothing is tried. */
const MOST_WORDS = 0.5;

/** Whether a column may be one of numbers, whatever the convention: free text is not looked at again and again. */
export function mayHoldNumbers(cells: readonly string[]): boolean {
  return cells.filter((cell) => !/\d/.test(cell)).length <= MOST_WORDS * cells.length;
}

const MOST_RANGES = 500; // different ones; more are no steps
const LEAST_RANGES = 2; // different ones, before they are taken for the steps of one quantity

/** The convention that reads the most of the cells. Plain numbers are taken as they are. */
export function settleReading(cells: readonly string[], given: GivenReading = {}): SettledReading {
  const { style, ranges } = given;
  const styles = style === undefined ? NUMBER_STYLES : [style];
  const found = best(styles, cells, false);
  if (found.unread === 0 || ranges === "category") return found;
  if (ranges === undefined && found.unread > MOST_RANGES) return found;
  const ranged = best(styles, cells, true);
  if (ranges === "middle") return ranged;
  return ranged.unread === 0 && hasSteps(cells, ranged) ? ranged : found;
}

/** The convention of other cells of a column: as there, unless they are all written in another, which is clear. */
export function settleAs(cells: readonly string[], own: NumberReading): NumberReading {
  const isRead = (cell: string) => numberIn(cell, own) !== undefined;
  if (cells.every(isRead)) return own;
  const found = settleReading(cells, own.ranges ? { ranges: "middle" } : {});
  const isClear = found.unread === 0 && found.rival === null;
  return isClear ? { style: found.style, ranges: found.ranges, percents: own.percents === true } : own;
}

/** The number in a trimmed cell; undefined and Infinity as `parseNumber` has them. */
export function numberIn(cell: string, { style, ranges }: NumberReading): number | undefined {
  const value = parseStyled(cell, style);
  if (value !== undefined || !ranges) return value;
  const range = parseRange(cell, style);
  return range && middleOf(range);
}

/** Different cells of a long column that are looked at first, */
const SAMPLE = 1000;
/** and how many of them a style may leave unread to be tried on all. */
const MOST_UNREAD = 0.2;

/** The styles that are worth trying on every cell: a column of a million texts is not read eight times. */
function likelyStyles(
  styles: readonly NumberStyle[],
  cells: readonly string[],
  ranges: boolean,
): readonly NumberStyle[] {
  if (styles.length === 1) return styles;
  const step = Math.ceil(cells.length / SAMPLE);
  const sample = step === 1 ? null : cells.filter((_, k) => k % step === 0);
  const isLikely = (style: NumberStyle) =>
    sample === null ||
    sample.filter((cell) => numberIn(cell, { style, ranges }) === undefined).length <= MOST_UNREAD * sample.length;
  const likely = styles.filter((style) => style === "plain" || isLikely(style));
  const isPlainOrDate = (style: NumberStyle) => style === "plain" || isDateStyle(style);
  if (likely.every(isPlainOrDate) || !hasTwoCurrencies(cells)) return likely;
  return likely.filter(isPlainOrDate);
}

/** Money in two currencies adds up to nothing. */
function hasTwoCurrencies(cells: readonly string[]): boolean {
  const currencies = new Set(cells.map(currencyOf));
  currencies.delete(null);
  return currencies.size > 1;
}

function best(styles: readonly NumberStyle[], cells: readonly string[], ranges: boolean): SettledReading {
  const read = inOrder(likelyStyles(styles, cells, ranges), cells).map((style) => {
    const numbers = cells.map((cell) => numberIn(cell, { style, ranges }));
    return { style, ranges, numbers, unread: numbers.filter((value) => value === undefined).length };
  });
  const least = Math.min(...read.map(({ unread }) => unread));
  const [first, ...others] = read.filter(({ unread }) => unread === least);
  if (first === undefined) throw new Error("a column can be read in at least one style");
  const other = first.style === "plain" ? undefined : others.find((one) => differs(one.numbers, first.numbers));
  if (other === undefined) return { ...first, rival: null };
  // amounts of money have two decimals, not three: 61.800 are thousands
  if (cells.some((cell) => currencyOf(cell) !== null)) {
    return { ...(sizeOf(other.numbers) > sizeOf(first.numbers) ? other : first), rival: null };
  }
  return { ...first, rival: other.style };
}

/**
 * The styles in the order in which they are preferred where they read every cell alike. Without a blank `fr` reads no
 * cell that `de` does not, and without an apostrophe `ch` none that `en` does not.
 */
function inOrder(styles: readonly NumberStyle[], cells: readonly string[]): readonly NumberStyle[] {
  if (styles.length === 1) return styles;
  const hasBlanks = cells.some((cell) => /\s/.test(cell) && marksIn(cell, "fr")?.group === " ");
  const hasApostrophes = cells.some((cell) => /['\u2019]/.test(cell));
  const others = styles.filter((style) => style !== "plain" && style !== "fr" && (style !== "ch" || hasApostrophes));
  return ["plain", ...(hasBlanks && styles.includes("fr") ? (["fr"] as const) : []), ...others];
}

function differs(a: readonly (number | undefined)[], b: readonly (number | undefined)[]): boolean {
  return a.some((value, k) => value !== b[k]);
}

function sizeOf(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce((sum: number, value = 0) => sum + Math.abs(value), 0);
}

function hasSteps(cells: readonly string[], { style }: NumberReading): boolean {
  const found = new Map<string, Range>();
  for (const cell of cells) {
    const range = parseStyled(cell, style) === undefined ? parseRange(cell, style) : undefined;
    if (range !== undefined) found.set(`${range.low} ${range.high}`, range);
  }
  return found.size >= LEAST_RANGES && isDivision([...found.values()]);
}
