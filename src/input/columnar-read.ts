import type { FileMetaData } from "hyparquet";
import { AuditError } from "../errors.js";
import { collectValues, type RawBatch, type RawRows, type RawValue } from "./raw-table.js";

export type ColumnarFormat = "parquet" | "arrow";

export interface ByteSource {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
}

/** Which column-wise format bytes begin as; null for anything else. Eight bytes are enough. */
export function columnarFormat(head: Uint8Array): ColumnarFormat | null {
  const begins = (...bytes: number[]) => bytes.every((byte, k) => head[k] === byte);
  if (begins(0x50, 0x41, 0x52, 0x31)) return "parquet"; // PAR1
  if (begins(0x41, 0x52, 0x52, 0x4f, 0x57, 0x31)) return "arrow"; // ARROW1: a file
  return begins(0xff, 0xff, 0xff, 0xff) ? "arrow" : null; // a stream
}

const BATCH_ROWS = 50_000;

export type ColumnarFile = Readonly<{ format: ColumnarFormat; source: ByteSource; name: string }>;

interface ValueBatch {
  readonly rows: number;
  valueAt(row: number, column: number): unknown;
}

type OpenColumns = Readonly<{ names: readonly string[]; batches: AsyncIterable<ValueBatch> }>;

/**
 * The rows of a Parquet or Arrow file. Numbers stay as they are, dates are ISO 8601 in UTC, and a null or NaN is an
 * empty cell. Throws FILE_UNREADABLE for a damaged file, COLUMN_NESTED for columns of lists, structures or bytes, and
 * FILE_NOT_TEXT for a NUL character in a text.
 */
export async function readColumnar(file: ColumnarFile): Promise<RawRows> {
  for await (const whole of collected(file, Number.POSITIVE_INFINITY)) return whole;
  throw new Error("a columnar file has at least one batch");
}

/** The same rows, some at a time; a file without rows gives one batch without rows. */
export async function* columnarBatches(file: ColumnarFile): AsyncGenerator<RawBatch> {
  for await (const rows of collected(file, 0)) yield { ...rows, broken: new Map() };
}

/** Rows collected until there are at least `enough`. */
async function* collected(file: ColumnarFile, enough: number): AsyncGenerator<RawRows> {
  const { name } = file;
  try {
    const { names, batches } = file.format === "parquet" ? await openParquet(file) : await openArrow(file);
    const start = () => names.map((column) => collectValues(column));
    let collectors = start();
    let [rows, first] = [0, 2]; // the header is row 1
    let isFirst = true;
    const finish = (): RawRows => ({
      rows,
      rowNumbers: Int32Array.from({ length: rows }, (_, i) => first + i),
      columns: collectors.map((collector) => collector.finish()),
    });
    for await (const batch of batches) {
      for (const [k, collector] of collectors.entries()) {
        const column = names[k]!;
        for (let i = 0; i < batch.rows; i++) {
          const given = batch.valueAt(i, k);
          const value = plainValue(given);
          if (value === undefined) throw refusal(given, { file: name, column, row: first + rows + i });
          collector.add(value);
        }
      }
      rows += batch.rows;
      if (rows < enough) continue;
      yield finish();
      isFirst = false;
      collectors = start();
      [rows, first] = [0, first + rows];
    }
    if (rows > 0 || isFirst) yield finish();
  } catch (error) {
    if (error instanceof AuditError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const words = file.format === "parquet" ? "a Parquet" : "an Arrow";
    const message = `${name} begins as ${words} file but cannot be read (${reason}). Copy it again, or save it as CSV`;
    throw new AuditError("FILE_UNREADABLE", message, { file: name }, { cause: error });
  }
}

async function openParquet({ source, name }: ColumnarFile): Promise<OpenColumns> {
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await import("hyparquet");
  const { compressors } = await import("hyparquet-compressors");
  const metadata: FileMetaData = await parquetMetadataAsync(source);
  const columns = parquetSchema(metadata).children;
  for (const { element, children } of columns) {
    if (children.length > 0 || element.repetition_type === "REPEATED") throw nested(name, element.name);
  }
  async function* batches(): AsyncGenerator<ValueBatch> {
    const rows = Number(metadata.num_rows);
    for (let start = 0; start < rows; start += BATCH_ROWS) {
      let records: readonly (readonly unknown[])[] = [];
      await parquetRead({
        file: source,
        metadata,
        compressors,
        rowStart: start,
        rowEnd: Math.min(start + BATCH_ROWS, rows),
        onComplete: (read: unknown[][]) => {
          records = read;
        },
      });
      yield { rows: records.length, valueAt: (i, k) => records[i]![k] };
    }
  }
  return { names: columns.map(({ element }) => element.name), batches: batches() };
}

async function openArrow({ source }: ColumnarFile): Promise<OpenColumns> {
  const { tableFromIPC } = await import("@uwdata/flechette");
  const bytes = new Uint8Array(await source.slice(0, source.byteLength));
  const table = tableFromIPC(bytes, { useDate: true, useBigInt: true });
  const columns = table.names.map((_, k) => table.getChildAt(k));
  async function* batches(): AsyncGenerator<ValueBatch> {
    for (let start = 0; start < table.numRows; start += BATCH_ROWS) {
      const rows = Math.min(BATCH_ROWS, table.numRows - start);
      yield { rows, valueAt: (i, k) => columns[k]!.at(start + i) };
    }
  }
  return { names: table.names, batches: batches() };
}

/** The value as it is kept; undefined for one that no cell can hold. */
function plainValue(value: unknown): RawValue | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value.includes("\0") ? undefined : value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return value;
  // what a reader's date says is in UTC, wherever this runs
  const isDate = typeof value === "object" && "toISOString" in value;
  return isDate ? (value as { toISOString(): string }).toISOString() : undefined;
}

function refusal(value: unknown, place: { readonly file: string; readonly column: string; readonly row: number }) {
  const { file, column, row } = place;
  if (typeof value !== "string") return nested(file, column);
  const message = `${file}, column '${column}', row ${row}: the text contains a NUL character. Remove it`;
  return new AuditError("FILE_NOT_TEXT", message, place);
}

function nested(file: string, column: string): AuditError {
  const message =
    `${file}: column '${column}' holds lists, structures or bytes. ` +
    "Save the file with one plain value per cell, or without the column";
  return new AuditError("COLUMN_NESTED", message, { file, column });
}
