import { AuditError } from "../errors.js";
import type { FeatureSchema } from "./evidence.js";
import { describeRows, EXAMPLE_ROWS, listValues, type Problem, problemList } from "./problem.js";
import type { Column, Table } from "./table.js";
import { canonicalCategory, MISSING_MARKERS, parseNumber } from "./values.js";

/** Records turned into rows for a model. */
export interface RecordsTable {
  readonly table: Table;
  /** 1 for each record that could not be read: too few or too many cells, or a number that is none. */
  readonly unreadable: Uint8Array;
  /** What was wrong with them; of severity "warning", because the other rows can be answered. */
  readonly problems: readonly Problem[];
}

export interface RecordsOptions {
  /** Name of the file, for messages. @default "the file" */
  readonly file?: string;
  /** Cells that mean "missing"; an empty cell always does. @default ?, NA, N/A */
  readonly missing?: readonly string[];
}

/** Turns batches of records of one file into tables of the given features. */
export type RecordsReader = (records: readonly (readonly string[])[], rows: ArrayLike<number>) => RecordsTable;

/**
 * A reader for records under `header`. Throws COLUMN_MISSING when the header lacks a feature; other columns are left
 * alone. The reader takes the records and their row numbers; an unreadable cell is missing in the table and its
 * record marked.
 */
export function recordsReader(
  features: readonly FeatureSchema[],
  header: readonly string[],
  { file = "the file", missing = MISSING_MARKERS }: RecordsOptions = {},
): RecordsReader {
  const names = header.map((name) => name.trim());
  const markers = new Set([...missing, ""]);
  const positions = features.map(({ name }) => findFeature(name, names, file));
  return (records, rows) => {
    const problems = problemList(file);
    const unreadable = new Uint8Array(records.length);
    markRagged(records, rows, names.length, unreadable, file, problems.all);
    const columns = features.map((feature, f) =>
      readFeature(feature, positions[f]!, records, rows, markers, unreadable, file, problems.all),
    );
    return { table: { rows: records.length, columns }, unreadable, problems: problems.all };
  };
}

function findFeature(name: string, names: readonly string[], file: string): number {
  const position = names.indexOf(name);
  if (position === -1) {
    const message = `${file} has no column '${name}', which the model looks at; its columns are ${listValues(names, 30)}`;
    throw new AuditError("COLUMN_MISSING", message, { file, column: name });
  }
  if (names.indexOf(name, position + 1) !== -1) {
    const message = `${file}, row 1: the column name '${name}' occurs more than once; rename or delete all but one`;
    throw new AuditError("COLUMN_DUPLICATE", message, { file, column: name, row: 1 });
  }
  return position;
}

function markRagged(
  records: readonly (readonly string[])[],
  rows: ArrayLike<number>,
  width: number,
  unreadable: Uint8Array,
  file: string,
  problems: Problem[],
): void {
  const found: number[] = [];
  let count = 0;
  for (let i = 0; i < records.length; i++) {
    if (records[i]!.length === width) continue;
    unreadable[i] = 1;
    if (++count <= EXAMPLE_ROWS) found.push(rows[i]!);
  }
  if (count > 0) {
    const message = `${file}, ${describeRows({ count, rows: found })}: the number of cells differs from the header's ${width} columns`;
    problems.push({ severity: "warning", code: "ROW_RAGGED", message, file, column: null, count, rows: found });
  }
}

function readFeature(
  { name, type }: FeatureSchema,
  position: number,
  records: readonly (readonly string[])[],
  rows: ArrayLike<number>,
  markers: ReadonlySet<string>,
  unreadable: Uint8Array,
  file: string,
  problems: Problem[],
): Column {
  if (type === "category") return readCategory(name, position, records, markers, unreadable);
  const values = new Float64Array(records.length).fill(Number.NaN);
  const found: number[] = [];
  const cells: string[] = [];
  let count = 0;
  for (let i = 0; i < records.length; i++) {
    if (records[i]!.length <= position) continue;
    const cell = records[i]![position]!.trim();
    if (markers.has(cell)) continue;
    const value = parseNumber(cell);
    if (value !== undefined && value !== Number.POSITIVE_INFINITY) values[i] = value;
    else {
      unreadable[i] = 1;
      if (++count > EXAMPLE_ROWS) continue;
      found.push(rows[i]!);
      cells.push(cell);
    }
  }
  if (count > 0) {
    const message = `${file}, column '${name}', ${describeRows({ count, rows: found })}: ${listValues(cells)} cannot be read as a number`;
    problems.push({ severity: "warning", code: "VALUE_UNPARSABLE", message, file, column: name, count, rows: found });
  }
  return { name, type: "number", values };
}

function readCategory(
  name: string,
  position: number,
  records: readonly (readonly string[])[],
  markers: ReadonlySet<string>,
  unreadable: Uint8Array,
): Column {
  const lookup = new Map<string, number>();
  const levels: string[] = [];
  const codes = new Int32Array(records.length).fill(-1);
  for (let i = 0; i < records.length; i++) {
    if (unreadable[i] === 1 && records[i]!.length <= position) continue;
    const cell = records[i]![position]!.trim();
    if (markers.has(cell)) continue;
    let code = lookup.get(cell);
    if (code === undefined) {
      code = levels.push(cell) - 1;
      lookup.set(cell, code);
    }
    codes[i] = code;
  }
  return canonicalCategory(name, codes, levels);
}
