import { open } from "node:fs/promises";
import { requireRunning } from "../errors.js";
import { type ColumnarFormat, columnarFormat, columnarText } from "../input/columnar-read.js";
import { type RowsFile, rowsOf } from "../input/rows-of.js";
import { cannotRead } from "./file-errors.js";
import { nodeTools, readBytes } from "./read-text.js";
import { fileText } from "./text-pieces.js";

/** What is done with the rows of a file before they are read, such as putting numbers in place of texts. */
export type PrepareRows = (rows: RowsFile) => RowsFile | Promise<RowsFile>;

/** Reads a file of rows: CSV as `readText` takes it, Parquet or Arrow. The stamp is that of the file on disk. */
export async function readRows(path: string): Promise<RowsFile> {
  return rowsOf(await readBytes(path), path, nodeTools);
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
  const pieces = columnarText(format, await asyncBufferFromFile(path), name);
  return { pieces: whileRunning(pieces, signal), delimiter: "," };
}

async function* whileRunning(pieces: AsyncIterable<string>, signal: AbortSignal | undefined): AsyncGenerator<string> {
  for await (const piece of pieces) {
    requireRunning(signal);
    yield piece;
  }
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
