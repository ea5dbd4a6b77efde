import { numberIn } from "./column-style.js";
import { LARGEST_NUMBER, parseNumber } from "./decimal.js";
import { NUMBER_STYLES, type NumberStyle } from "./number-style.js";
import { EXAMPLE_ROWS } from "./problem.js";
import type { Census, RawColumn } from "./raw-table.js";

/** Different cells of a column that are held whatever they are; as many again that say something new. */
const MOST_LEVELS = 20_000;

const PLAIN = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
const PLAIN_UNSIGNED = /^\d{1,15}(?:\.\d{1,15})?$/;

/** A column of the whole file in bounded memory: enough of its cells to tell how all of them are to be read. */
export interface CountedColumn extends Pick<RawColumn, "name" | "levels" | "numbers"> {
  readonly census: Census;
}

/**
 * Counts the cells of a column batch by batch. Once it has too many different ones, cells that tell nothing new are no
 * longer held: plain numbers, and numbers in a convention that every cell fits so far. What does not fit is held, so a
 * single text among ten million numbers is known with its row.
 */
export function columnCensus(name: string, missing: ReadonlySet<string>, isWeight = false) {
  const known = new Map<string, number>();
  const levels: string[] = [];
  const plain = isWeight ? PLAIN_UNSIGNED : PLAIN; // a negative weight is a problem, so it is held
  const hasPlainMarker = [...missing].some((marker) => plain.test(marker));
  let counts = new Float64Array(64);
  let firstRows = new Int32Array(64 * EXAMPLE_ROWS);
  let rows = 0;
  let isNumeric = true;
  /** Conventions that every cell fits so far; null while all cells are held. */
  let fitting: readonly NumberStyle[] | null = null;

  function hold(cell: string): number {
    const place = known.get(cell);
    if (place !== undefined) return place;
    if (levels.length === 2 * MOST_LEVELS) return -1;
    const own = JSON.parse(JSON.stringify(cell)) as string; // a slice would keep the text it was cut from
    const added = levels.push(own) - 1;
    known.set(own, added);
    if (added === counts.length) {
      counts = enlarged(counts, Float64Array);
      firstRows = enlarged(firstRows, Int32Array);
    }
    if (fitting === null && levels.length === MOST_LEVELS) fitting = fittingStyles(levels, missing);
    return added;
  }

  /** Where a cell is counted; −1 for one that need not be. */
  function placeOf(cell: string, number: number | undefined): number {
    if (fitting === null) return hold(cell);
    const isPlain = number === undefined ? plain.test(cell) : number >= (isWeight ? 0 : -LARGEST_NUMBER);
    const isUsual = isPlain && !(number !== undefined && number > LARGEST_NUMBER);
    const isMarker = (!isUsual || hasPlainMarker) && (cell === "" || missing.has(cell));
    if (isMarker || fitting.length === 0 || fitting[0] === "plain") return isUsual && !isMarker ? -1 : hold(cell);
    const still = fitting.filter((style) => isRead(cell, style));
    if (still.length === fitting.length) return -1;
    fitting = still;
    return hold(cell);
  }

  return {
    /** Adds the rows of a batch with counted = 1. */
    take(column: RawColumn, rowNumbers: Int32Array, counted: Uint8Array): void {
      isNumeric &&= column.numbers !== undefined;
      const { codes, numbers } = column;
      const used = counted.includes(0) ? usedLevels(column, counted) : null;
      const places = new Int32Array(column.levels.length).fill(-1);
      let isAny = false;
      for (let code = 0; code < places.length; code++) {
        if (used !== null && used[code] === 0) continue;
        places[code] = placeOf(column.levels[code]!, numbers?.[code]);
        isAny ||= places[code]! >= 0;
      }
      for (let i = 0; i < codes.length; i++) rows += counted[i]!;
      if (!isAny) return;
      for (let i = 0; i < codes.length; i++) {
        const place = places[codes[i]!]!;
        if (place < 0 || counted[i] === 0) continue;
        const before = counts[place]!;
        if (before < EXAMPLE_ROWS) firstRows[place * EXAMPLE_ROWS + before] = rowNumbers[i]!;
        counts[place] = before + 1;
      }
    },
    finish: (): CountedColumn => ({
      name,
      levels,
      ...(isNumeric && { numbers: Float64Array.from(levels, numberOf) }),
      census: { rows, counts, firstRows },
    }),
  };
}

/** The number in a cell of a column of numbers; NaN for an empty one. */
export function numberOf(cell: string): number {
  return cell === "" ? Number.NaN : Number(cell);
}

function usedLevels({ codes, levels }: RawColumn, counted: Uint8Array): Uint8Array {
  const used = new Uint8Array(levels.length);
  for (let i = 0; i < codes.length; i++) if (counted[i] === 1) used[codes[i]!] = 1;
  return used;
}

/** The conventions that read every cell, or plain alone where it is one of them; none for a column of texts. */
function fittingStyles(cells: readonly string[], missing: ReadonlySet<string>): readonly NumberStyle[] {
  const present = cells.filter((cell) => cell !== "" && !missing.has(cell));
  if (present.every((cell) => parseNumber(cell) !== undefined)) return ["plain"];
  return NUMBER_STYLES.filter((style) => present.every((cell) => isRead(cell, style)));
}

function isRead(cell: string, style: NumberStyle): boolean {
  return numberIn(cell, { style, ranges: true }) !== undefined;
}

function enlarged<A extends Float64Array | Int32Array>(values: A, make: new (length: number) => A): A {
  const larger = new make(values.length * 2);
  larger.set(values);
  return larger;
}
