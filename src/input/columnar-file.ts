import { AuditError } from "../errors.js";

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

export const BATCH_ROWS = 50_000;

export type ColumnarFile = Readonly<{ format: ColumnarFormat; source: ByteSource; name: string }>;

/** Some rows, as the reader of a format gives them: bytes that should be a text and are none stay bytes. */
export interface ValueBatch {
  readonly rows: number;
  valueAt(row: number, column: number): unknown;
}

export interface OpenColumns {
  readonly names: readonly string[];
  /** The columns that are declared to hold texts; other bytes are read as text only where they are one. */
  readonly texts: ReadonlySet<number>;
  readonly batches: AsyncIterable<ValueBatch>;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The text in bytes, or the bytes where they are none: whoever knows the row refuses them. */
export function textIn(bytes: Uint8Array): string | Uint8Array {
  try {
    return decoder.decode(bytes);
  } catch {
    return bytes;
  }
}

/** COLUMN_NESTED for a column that no cell can hold; at a row where only a value is to blame. */
export function nested(place: { readonly file: string; readonly column: string; readonly row?: number }): AuditError {
  const { file, column, row } = place;
  const message =
    `${file}: column '${column}' holds lists, structures or bytes${row === undefined ? "" : `, as in row ${row}`}. ` +
    "Save the file with one plain value per cell, or without the column";
  return new AuditError("COLUMN_NESTED", message, place);
}

/** What is wrong inside a columnar file; the reader adds its name and what to do. */
export function damaged(what: string): Error {
  return new Error(`the file is damaged: ${what}`);
}

/** A number of things, or of bytes: whole, not negative, and small enough to be true. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
