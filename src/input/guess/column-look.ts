import type { ColumnType } from "../table.js";
import { countMissing, presentLevels, type ReadColumn } from "../values.js";

/** What can be seen of a column. */
export interface ColumnLook {
  readonly name: string;
  readonly type: ColumnType;
  /** Different values, missing ones left out. */
  readonly distinct: number;
  /** The first few of them, as written. */
  readonly values: readonly string[];
  /** Rows with a value. */
  readonly present: number;
  /** Every row has a value and none occurs twice. */
  readonly isUnique: boolean;
  /** A number of at least 0 in every row. */
  readonly isNonNegative: boolean;
}

const MOST_VALUES = 20;

/** Describes a column as far as guessing needs it. */
export function lookAt(column: ReadColumn): ColumnLook {
  const { raw, type, numbers } = column;
  const levels = presentLevels(column);
  const rows = raw.codes.length;
  const present = rows - countMissing(column);
  return {
    name: raw.name,
    type,
    distinct: levels.length,
    values: levels.slice(0, MOST_VALUES),
    present,
    isUnique: rows > 0 && present === rows && levels.length === rows,
    isNonNegative: type === "number" && present === rows && numbers.every((value) => Number.isNaN(value) || value >= 0),
  };
}
