import { count } from "../document/format.js";
import { AuditError } from "../errors.js";

/** Bytes that a file may unpack to, whatever packed it: no engine holds a longer text. */
export const LARGEST_UNPACKED = 2 ** 29;

/** Cells of a file that is read whole: about 1 GiB while they are collected. */
export const MOST_CELLS = 2 ** 26;

/** Columns of any file: each needs memory of its own before it has a row. */
export const MOST_COLUMNS = 2 ** 16;

/** Times its own size that a file may grow to when it is read some rows at a time; a table packs 5 to 50 times. */
const MOST_GROWTH = 200;

const PIECE_BYTES = 1 << 14;

/** What reading one file may take. */
export interface ReadingLimits {
  readonly bytes: number;
  readonly cells: number;
}

/** For a file of this many bytes of which only some rows are held at a time. */
export function streamLimits(packedBytes: number): ReadingLimits {
  const grown = MOST_GROWTH * packedBytes;
  return { bytes: Math.max(LARGEST_UNPACKED, grown), cells: Math.max(MOST_CELLS, grown) };
}

/** The pieces as one; throws a RangeError as soon as they have more than `most` bytes. */
export async function joined(pieces: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > most) throw new RangeError("the unpacked file is too large");
    held.push(piece);
  }
  return concatenated(held, length);
}

/** Pieces of so many bytes together, as one. */
export function concatenated(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** What is in gzipped bytes; throws a RangeError for more than `most` bytes, and whatever it likes for damaged ones. */
export function gunzip(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  return unpackBytes(bytes, most, "gzip");
}

/** The same of bytes that were packed as in a ZIP archive. */
export function inflate(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  return unpackBytes(bytes, most, "deflate-raw");
}

function unpackBytes(bytes: Uint8Array, most: number, format: CompressionFormat): Promise<Uint8Array> {
  let at = 0;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      // browsers unpack a whole piece at once, to a thousand times its size
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + PIECE_BYTES));
      else controller.close();
      at += PIECE_BYTES;
    },
  });
  return joined(piecesOf(packed.pipeThrough(new DecompressionStream(format))), most);
}

/** Not every browser can iterate over a stream. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // a stream that failed cannot be cancelled, and need not be
  }
}

/** TOO_LARGE for a file that memory does not hold. */
export function tooLarge(name: string, options?: ErrorOptions): AuditError {
  const message = `${name} is too large to read into memory. Audit a random sample of its rows`;
  return new AuditError("TOO_LARGE", message, { file: name }, options);
}

/** TOO_LARGE for a file that unpacks to more than it may. */
export function unpacksTooFar(name: string, bytes: number, options?: ErrorOptions): AuditError {
  const size = count(Math.floor(bytes / 2 ** 20));
  const message = `${name} unpacks to more than ${size} MB. If that is right, use a random sample of its rows`;
  return new AuditError("TOO_LARGE", message, { file: name }, options);
}

/** Refuses a file of more cells or columns than may be read: TOO_LARGE. */
export function requireCells(name: string, shape: { rows: number; columns: number }, most = MOST_CELLS): void {
  const { rows, columns } = shape;
  if (columns <= MOST_COLUMNS && rows * Math.max(columns, 1) <= most) return;
  const [found, limit] = columns > MOST_COLUMNS ? [columns, MOST_COLUMNS] : [rows * Math.max(columns, 1), most];
  const what = columns > MOST_COLUMNS ? "columns" : "cells";
  const way = columns > MOST_COLUMNS ? "Choose the columns that matter" : "Use a random sample of its rows";
  const message = `${name} has ${count(found)} ${what}; at most ${count(limit)} can be read. ${way}`;
  throw new AuditError("TOO_LARGE", message, { file: name });
}
