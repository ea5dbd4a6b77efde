import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { type ByteSource, type ColumnarFormat, columnarFormat, columnarText } from "./columnar-read.js";
import { cannotRead } from "./file-errors.js";
import { readBytes, readText, type TextFile } from "./read-text.js";
import { fileText } from "./text-pieces.js";

/** The rows of a file as CSV text. */
export interface RowsFile extends TextFile {
  /** The delimiter of a text that was made here; null for the user's own, whose delimiter is to be found. */
  readonly delimiter: "," | null;
}

/** What is done with the rows of a file before they are read, such as putting numbers in place of texts. */
export type PrepareRows = (rows: RowsFile) => RowsFile | Promise<RowsFile>;

/** Rows that need no preparing. */
export const asTheyAre: PrepareRows = (rows) => rows;

/** Reads a file of rows: CSV as `readText` takes it, Parquet or Arrow. The stamp is that of the file on disk. */
export async function readRows(path: string): Promise<RowsFile> {
  const format = await fileFormat(path, path);
  if (format === null) return { ...(await readText(path)), delimiter: null };
  const bytes = await readBytes(path);
  const pieces: string[] = [];
  for await (const piece of columnarText(format, inMemory(bytes), path)) pieces.push(piece);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { text: pieces.join(""), sha256, bytes: bytes.length, delimiter: "," };
}

/** The rows of a file as CSV text, piece by piece, and the delimiter where it is known. */
export async function rowPieces(
  path: string,
  name: string,
  signal?: AbortSignal,
): Promise<{ readonly pieces: AsyncIterable<string>; readonly delimiter: "," | null }> {
  const format = await fileFormat(path, name);
  if (format === null) return { pieces: fileText(path, name, signal), delimiter: null };
  const { asyncBufferFromFile } = await import("hyparquet");
  return { pieces: columnarText(format, await asyncBufferFromFile(path), name, signal), delimiter: "," };
}

async function fileFormat(path: string, name: string): Promise<ColumnarFormat | null> {
  try {
    const file = await open(path);
    try {
      const head = new Uint8Array(8);
      await file.read(head, 0, head.length, 0);
      return columnarFormat(head);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw cannotRead(error, name);
  }
}

function inMemory(bytes: Uint8Array): ByteSource {
  const { buffer, byteOffset, byteLength } = bytes;
  const whole = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  return { byteLength, slice: (start, end) => whole.slice(start, end) };
}
