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

const LEAST_RANGES = 2; // different ones, before they are taken for the steps of one quantity

/** The convention that reads the most of the cells. Plain numbers are taken as they are. */
export function settleReading(cells: readonly string[], given: GivenReading = {}): SettledReading {
  const { style, ranges } = given;
  const styles = style === undefined ? possibleStyles(cells) : [style];
  const found = best(styles, cells, false);
  if (found.unread === 0 || ranges === "category") return found;
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

/** Money in two currencies adds up to nothing. */
function possibleStyles(cells: readonly string[]): readonly NumberStyle[] {
  const currencies = new Set(cells.map(currencyOf));
  currencies.delete(null);
  return currencies.size < 2 ? NUMBER_STYLES : NUMBER_STYLES.filter((one) => one === "plain" || isDateStyle(one));
}

function best(styles: readonly NumberStyle[], cells: readonly string[], ranges: boolean): SettledReading {
  const read = inOrder(styles, cells).map((style) => {
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

/** Styles that read every cell alike are told apart by their order alone. */
function inOrder(styles: readonly NumberStyle[], cells: readonly string[]): readonly NumberStyle[] {
  const hasBlanks = styles.length > 1 && cells.some((cell) => marksIn(cell, "fr")?.group === " ");
  return hasBlanks ? ["plain", "fr", ...styles.filter((style) => style !== "plain" && style !== "fr")] : styles;
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
