import { AuditError, type ErrorCode } from "../errors.js";
import type { FeatureSchema } from "./evidence.js";
import { describeRows, EXAMPLE_ROWS, listValues, type Problem, problemList } from "./problem.js";
import type { Column, Table } from "./table.js";
import { canonicalCategory, MISSING_MARKERS, parseNumber } from "./values.js";

/** Records turned into rows for a model. */
export interface RecordsTable {
  readonly table: Table;
  /** 1 for each record that could not be read: too few or too many cells, a broken quote, or a number that is none. */
  readonly unreadable: Uint8Array;
}

export interface RecordsOptions {
  /** Name of the file, for messages. @default "the file" */
  readonly file?: string;
  /** Cells that mean "missing"; an empty cell always does. @default ?, NA, N/A */
  readonly missing?: readonly string[];
}

/** Turns batches of records of one file into tables of the given features. */
export interface RecordsReader {
  /** The next records with their row numbers; `badQuotes` are rows among them in which a quote is not closed. */
  read(records: readonly (readonly string[])[], rows: ArrayLike<number>, badQuotes?: readonly number[]): RecordsTable;
  /** What was wrong with all records so far; of severity "warning", because the other rows can be answered. */
  problems(): readonly Problem[];
}

/**
 * A reader for records under `header`. Throws COLUMN_MISSING when the header lacks a feature; other columns are left
 * alone. An unreadable cell is missing in the table and its record marked.
 */
export function recordsReader(
  features: readonly FeatureSchema[],
  header: readonly string[],
  { file = "the file", missing = MISSING_MARKERS }: RecordsOptions = {},
): RecordsReader {
  const names = header.map((name) => name.trim());
  const markers = new Set([...missing, ""]);
  const positions = features.map(({ name }) => findFeature(name, names, file));
  const ragged = noSightings();
  const unclosed = noSightings();
  const unparsable = features.map(noSightings);
  return {
    read(records, rows, badQuotes = []) {
      const unreadable = new Uint8Array(records.length);
      const bad = new Set(badQuotes);
      for (let i = 0; i < records.length; i++) {
        const row = rows[i]!;
        const isUnclosed = bad.has(row);
        if (!isUnclosed && records[i]!.length === names.length) continue;
        unreadable[i] = 1;
        sight(isUnclosed ? unclosed : ragged, row);
      }
      const columns = features.map(({ name, type }, f) =>
        type === "category"
          ? readCategory(name, positions[f]!, records, markers)
          : readNumbers(name, positions[f]!, records, rows, markers, unreadable, unparsable[f]!),
      );
      return { table: { rows: records.length, columns }, unreadable };
    },
    problems() {
      const problems = problemList(file);
      const report = (code: ErrorCode, found: Sightings, why: string, column?: string) => {
        if (found.count === 0) return;
        const place = column === undefined ? file : `${file}, column '${column}'`;
        const details = { count: found.count, rows: found.rows, ...(column === undefined ? {} : { column }) };
        problems.add("warning", code, `${place}, ${describeRows(found)}: ${why}`, details);
      };
      report(
        "QUOTE_UNCLOSED",
        unclosed,
        "a quote is opened and not closed properly; write two quotes for one inside a cell",
      );
      report("ROW_RAGGED", ragged, `the number of cells differs from the header's ${names.length} columns`);
      for (const [f, { name }] of features.entries()) {
        const found = unparsable[f]!;
        report("VALUE_UNPARSABLE", found, `${listValues([...found.cells])} cannot be read as a number`, name);
      }
      return problems.all;
    },
  };
}

/** Rows with one kind of trouble: their number, and the first few with their cells. */
interface Sightings {
  count: number;
  readonly rows: number[];
  readonly cells: Set<string>;
}

function noSightings(): Sightings {
  return { count: 0, rows: [], cells: new Set() };
}

function sight(found: Sightings, row: number, cell?: string): void {
  if (++found.count > EXAMPLE_ROWS) return;
  found.rows.push(row);
  if (cell !== undefined) found.cells.add(cell);
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

function readNumbers(
  name: string,
  position: number,
  records: readonly (readonly string[])[],
  rows: ArrayLike<number>,
  markers: ReadonlySet<string>,
  unreadable: Uint8Array,
  found: Sightings,
): Column {
  const values = new Float64Array(records.length).fill(Number.NaN);
  for (let i = 0; i < records.length; i++) {
    const cell = records[i]![position]?.trim() ?? "";
    if (markers.has(cell)) continue;
    const value = parseNumber(cell);
    if (value !== undefined && value !== Number.POSITIVE_INFINITY) values[i] = value;
    else {
      if (unreadable[i] === 0) sight(found, rows[i]!, cell);
      unreadable[i] = 1;
    }
  }
  return { name, type: "number", values };
}

function readCategory(
  name: string,
  position: number,
  records: readonly (readonly string[])[],
  markers: ReadonlySet<string>,
): Column {
  const lookup = new Map<string, number>();
  const levels: string[] = [];
  const codes = new Int32Array(records.length).fill(-1);
  for (let i = 0; i < records.length; i++) {
    const cell = records[i]![position]?.trim() ?? "";
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
