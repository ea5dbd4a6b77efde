import { count, number, percent, points, pValue, ratio } from "../../document/format.js";
import type { Cell, CellKind } from "../tables/report-table.js";
import { CELL_WORDS } from "../text/table-labels.js";
import type { Words } from "./block.js";

/** Differences of shares, which readers expect in percentage points. */
const DIFFERENCES = new Set([
  "parityDifference",
  "weightedParityDifference",
  "differenceFromRest",
  "difference",
  "range",
]);

/** A word so long that it may be broken anywhere. */
const LONG_WORD = /\S{19}/u;

/** Whether a column holds a difference of shares. */
export function isDifference(key: string, kind: CellKind): boolean {
  return kind === "number" && DIFFERENCES.has(key);
}

/** A number as its column wants it written. */
export function writeNumber(value: number, key: string, kind: CellKind): string {
  if (kind === "count") return Number.isInteger(value) ? count(value) : number(value);
  if (kind === "share") return percent(value);
  if (kind === "ratio") return ratio(value);
  if (kind === "p") return pValue(value);
  return isDifference(key, kind) ? points(value) : number(value);
}

/** A cell's content: numbers written out, words of ours in English, words of the user's apart from the page's direction. */
export function writeCell(cell: Exclude<Cell, null>, key: string, kind: CellKind): Words {
  if (typeof cell === "number") return writeNumber(cell, key, kind);
  if (kind === "word") return Object.hasOwn(CELL_WORDS, cell) ? (CELL_WORDS[cell] ?? cell) : cell;
  return { text: cell, as: LONG_WORD.test(cell) ? "long" : "given" };
}
