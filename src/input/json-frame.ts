import { AuditError } from "../errors.js";
import { nested } from "./columnar-file.js";
import { collectValues, type RawRows, type RawValue } from "./raw-table.js";
import { requireCells } from "./unpack.js";

export type JsonObject = Readonly<Record<string, unknown>>;

/** A table as libraries write one in JSON: its columns by name, each with one value per row. */
export interface JsonFrame {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, readonly unknown[]>;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own members only: a key such as "constructor" is no member of a file without it. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

const WHOLE = /^\d+$/;

/**
 * The table in a value, however pandas and others lay it out: a list of records, columns of lists, columns or rows by
 * index, or `columns` and `data`. Null for anything else.
 */
export function frameOf(value: unknown, file: string): JsonFrame | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? ofRecords(value, file) : null;
  if (!isObject(value)) return null;
  const { columns: names, data } = { columns: member(value, "columns"), data: member(value, "data") };
  if (Array.isArray(names) && isMatrix(data)) return ofMatrix(names.map(String), data, file);
  const entries = Object.entries(value);
  if (entries.length === 0) return null;
  if (entries.every(([, column]) => Array.isArray(column) && !column.some(isNested))) {
    const rows = entries.reduce((most, [, column]) => Math.max(most, (column as readonly unknown[]).length), 0);
    requireCells(file, { rows, columns: entries.length });
    return { rows, columns: new Map(entries as [string, unknown[]][]) };
  }
  if (!entries.every(([, one]) => isObject(one) && !Object.values(one).some(isNested))) return null;
  const lines = entries as [string, JsonObject][];
  if (lines.every(([key]) => WHOLE.test(key)))
    return ofRecords(
      lines.map(([, record]) => record),
      file,
    );
  const index = [...new Set(lines.flatMap(([, column]) => Object.keys(column)))];
  requireCells(file, { rows: index.length, columns: lines.length });
  const columns = lines.map(([name, column]) => [name, index.map((key) => member(column, key))] as const);
  return { rows: index.length, columns: new Map(columns) };
}

/** Rows of cells under names; a column without a name is called by its place. */
export function ofMatrix(names: readonly string[], data: readonly (readonly unknown[])[], file: string): JsonFrame {
  const width = data.reduce((most, row) => Math.max(most, row.length), names.length);
  requireCells(file, { rows: data.length, columns: width });
  const columns = new Map<string, unknown[]>();
  for (let j = 0; j < width; j++)
    columns.set(
      names[j] ?? `column ${j + 1}`,
      data.map((row) => row[j]),
    );
  return { rows: data.length, columns };
}

export function isMatrix(value: unknown): value is readonly (readonly unknown[])[] {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && !row.some(isNested));
}

function ofRecords(records: readonly JsonObject[], file: string): JsonFrame {
  const names = new Set<string>();
  for (const record of records) for (const name of Object.keys(record)) names.add(name);
  requireCells(file, { rows: records.length, columns: names.size });
  const columns = new Map([...names].map((name) => [name, records.map((record) => member(record, name))]));
  return { rows: records.length, columns };
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** The cell of a value; undefined for lists and objects, which no cell can hold. */
function cellOf(value: unknown): RawValue | undefined {
  if (value === null || value === undefined) return null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

/** The frame as every reader gives rows: the first is row 2, as below a header. */
export function rawRowsOf({ rows, columns }: JsonFrame, file: string): RawRows {
  const raw = [...columns].map(([name, values]) => {
    const collector = collectValues(name);
    for (let i = 0; i < rows; i++) {
      const cell = cellOf(values[i]);
      const place = { file, column: name, row: i + 2 };
      if (cell === undefined) throw nested(place);
      if (typeof cell === "number" && hasLostDigits(cell)) throw tooManyDigits(place);
      if (typeof cell === "string" && cell.includes("\0")) throw hasNul(place);
      collector.add(cell);
    }
    return collector.finish();
  });
  return { rows, rowNumbers: Int32Array.from({ length: rows }, (_, i) => i + 2), columns: raw };
}

interface CellPlace {
  readonly file: string;
  readonly column: string;
  readonly row: number;
}

/** Whether a whole number is too long to be kept exactly: another id would be read as this one. */
function hasLostDigits(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
}

function tooManyDigits(place: CellPlace): AuditError {
  const { file, column, row } = place;
  const message = `${file}, column '${column}', row ${row}: a number of more than 15 digits. Write it in quotes`;
  return new AuditError("FILE_UNREADABLE", message, place);
}

function hasNul(place: CellPlace): AuditError {
  const { file, column, row } = place;
  const message = `${file}, column '${column}', row ${row}: the text contains a NUL character. Remove it`;
  return new AuditError("FILE_NOT_TEXT", message, place);
}
