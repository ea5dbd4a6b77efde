import type { FileMetaData } from "hyparquet";
import { csvCell } from "../document/csv-cell.js";
import { AuditError } from "../errors.js";

/** Column-wise file formats that are read wherever a CSV is. */
export type ColumnarFormat = "parquet" | "arrow";

/** Bytes that can be asked for by place, as a file or as memory. */
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

const PARQUET_ROWS = 50_000; // rows turned into text at a time

/**
 * A Parquet or Arrow file as comma-separated text, piece by piece: a header, then one line per row. Numbers are the shortest text
 * that reads back to the same value, dates are ISO 8601, and a null or NaN is an empty cell. Throws FILE_UNREADABLE for a damaged
 * file and COLUMN_NESTED for columns of lists, structures or bytes.
 */
export async function* columnarText(
  format: ColumnarFormat,
  source: ByteSource,
  name: string,
): AsyncGenerator<string, void, void> {
  const pieces = format === "parquet" ? parquetText(source, name) : arrowText(source, name);
  try {
    yield* pieces;
  } catch (error) {
    if (error instanceof AuditError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const words = format === "parquet" ? "a Parquet" : "an Arrow";
    const message = `${name} begins as ${words} file but cannot be read (${reason}); copy it again, or save it as CSV`;
    throw new AuditError("FILE_UNREADABLE", message, { file: name }, { cause: error });
  }
}

async function* parquetText(source: ByteSource, name: string): AsyncGenerator<string> {
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await import("hyparquet");
  const { compressors } = await import("hyparquet-compressors");
  const metadata: FileMetaData = await parquetMetadataAsync(source);
  const columns = parquetSchema(metadata).children;
  for (const { element, children } of columns) {
    if (children.length > 0 || element.repetition_type === "REPEATED") throw nested(name, element.name);
  }
  const names = columns.map(({ element }) => element.name);
  yield line(names, names.length);
  const rows = Number(metadata.num_rows);
  for (let start = 0; start < rows; start += PARQUET_ROWS) {
    let records: readonly (readonly unknown[])[] = [];
    await parquetRead({
      file: source,
      metadata,
      compressors,
      rowStart: start,
      rowEnd: Math.min(start + PARQUET_ROWS, rows),
      onComplete: (read: unknown[][]) => {
        records = read;
      },
    });
    yield records
      .map((record) =>
        line(
          record.map((value, k) => cellText(value, name, names[k])),
          names.length,
        ),
      )
      .join("");
  }
}

async function* arrowText(source: ByteSource, name: string): AsyncGenerator<string> {
  const { tableFromIPC } = await import("@uwdata/flechette");
  const bytes = new Uint8Array(await source.slice(0, source.byteLength));
  const table = tableFromIPC(bytes, { useDate: true, useBigInt: true });
  const { names } = table;
  yield line(names, names.length);
  const columns = names.map((_, k) => table.getChildAt(k));
  for (let start = 0; start < table.numRows; start += PARQUET_ROWS) {
    let text = "";
    for (let i = start; i < Math.min(start + PARQUET_ROWS, table.numRows); i++) {
      text += line(
        columns.map((column, k) => cellText(column.at(i), name, names[k])),
        names.length,
      );
    }
    yield text;
  }
}

/** One line of text; a lone empty cell is quoted, since a blank line would not count as a row. */
function line(cells: readonly string[], columns: number): string {
  if (columns === 1 && cells[0] === "") return '""\n';
  return `${cells.map(csvCell).join(",")}\n`;
}

function cellText(value: unknown, name: string, column: string | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isNaN(value) ? "" : String(value === 0 ? 0 : value);
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (isDate(value)) return value.toISOString();
  throw nested(name, column ?? "");
}

/** Whether a reader gave a date; what it says is in UTC, wherever this runs. */
function isDate(value: unknown): value is { toISOString(): string } {
  return typeof value === "object" && value !== null && "toISOString" in value;
}

function nested(file: string, column: string): AuditError {
  const message = `${file}: column '${column}' holds lists, structures or bytes; save the file with one plain value per cell, or leave the column out`;
  return new AuditError("COLUMN_NESTED", message, { file, column });
}
