import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AuditError, requireRunning } from "../errors.js";
import { type ColumnarFormat, columnarFormat } from "../input/columnar-file.js";
import { columnarBatches } from "../input/columnar-read.js";
import { csvBatches, inspectTable, type TableOptions } from "../input/csv.js";
import { beginsAsSpreadsheet, damagedGzip, hasZeroBytes, notUtf8, rowsOf } from "../input/file-rows.js";
import { throwFirstError } from "../input/problem.js";
import type { RawBatch } from "../input/raw-table.js";
import { streamLimits, unpacksTooFar } from "../input/unpack.js";
import { openRegular, withFile } from "./open-file.js";
import { readBytes } from "./read-file.js";

const PIECE_BYTES = 1 << 19;

/** What is read some rows at a time: which file, or chunks that come from elsewhere. */
export type RowSource = { readonly path: string } | { readonly chunks: AsyncIterable<Uint8Array | string> };

/**
 * The rows of a file, some at a time; nothing of it is kept. Reads what `readRows` reads, except text that is neither
 * UTF-8 nor marked: what it is in could be told only at its end.
 */
export async function* rowStream(
  source: RowSource,
  options: TableOptions & { readonly signal?: AbortSignal },
): AsyncGenerator<RawBatch> {
  const { file: name, signal } = options;
  const format = "path" in source ? await fileFormat(source.path, name) : null;
  if (format === "spreadsheet" && "path" in source) {
    yield await sheetBatch(source.path, options);
    return;
  }
  if (format === null || format === "spreadsheet" || !("path" in source)) {
    const chunks = "path" in source ? bytesOf(source.path, name) : source.chunks;
    yield* csvBatches(decodedText(chunks, name, signal), options);
    return;
  }
  const { asyncBufferFromFile } = await import("hyparquet");
  for await (const batch of columnarBatches({ format, source: await asyncBufferFromFile(source.path), name })) {
    requireRunning(signal);
    yield batch;
  }
}

function fileFormat(path: string, name: string): Promise<ColumnarFormat | "spreadsheet" | null> {
  return withFile(openRegular(path, name), async (file) => {
    for await (const head of file.pieces()) return beginsAsSpreadsheet(head) ? "spreadsheet" : columnarFormat(head);
    return null;
  });
}

/** A spreadsheet has to be read whole. */
async function sheetBatch(path: string, options: TableOptions): Promise<RawBatch> {
  const { rows } = await rowsOf(await readBytes(path), options.file);
  const { table, problems } = inspectTable(rows, options);
  throwFirstError(problems);
  if (table === null) throw new Error("a sheet without errors has a table");
  return { ...table, broken: new Map() };
}

/**
 * Bytes as text, piece by piece, characters never cut apart: UTF-8, or UTF-16 with a byte-order mark, either also
 * gzipped, as the readers of decisions and letters take them. Throws FILE_NOT_TEXT for anything else.
 */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array | string>,
  name: string,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of asBytes(unzipped(asBytes(chunks), name))) {
    requireRunning(signal);
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    yield decode(decoder, name, chunk);
  }
  requireRunning(signal);
  const rest = decoder === null ? "" : decode(decoder, name);
  if (rest !== "") yield rest;
}

/** The next piece of text, or without a chunk the end of it. */
function decode(decoder: TextDecoder, name: string, chunk?: Uint8Array): string {
  try {
    const text = chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    if (!text.includes("\0")) return text;
  } catch (error) {
    throw notUtf8(error, name);
  }
  throw hasZeroBytes(name);
}

function encodingOf(first: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first[0] === 0xff && first[1] === 0xfe) return "utf-16le";
  return first[0] === 0xfe && first[1] === 0xff ? "utf-16be" : "utf-8";
}

/** The bytes themselves, or what is in them when they begin as a gzip file does. */
async function* unzipped(chunks: AsyncGenerator<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const { value: head } = await chunks.next();
  if (head === undefined) return;
  let [packed, unpacked] = [0, 0];
  async function* whole(): AsyncGenerator<Uint8Array> {
    packed += head.length;
    yield head;
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole();
    return;
  }
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  const source = Readable.from(whole());
  source.on("error", (error) => gunzip.destroy(error));
  try {
    for await (const piece of source.pipe(gunzip) as AsyncIterable<Uint8Array>) {
      unpacked += piece.length;
      const { bytes } = streamLimits(packed); // of what has come so far: a pipe has no size
      if (unpacked > bytes) throw unpacksTooFar(name, bytes);
      yield piece;
    }
  } catch (error) {
    if (error instanceof AuditError) throw error;
    throw damagedGzip(error, name);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** Chunks as bytes, empty ones left out; the first has at least two so that its kind can be told. */
async function* asBytes(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array = new Uint8Array(0);
  let started = false;
  for await (const chunk of chunks) {
    const bytes: Uint8Array = typeof chunk === "string" ? Buffer.from(chunk, "utf8") : chunk;
    if (started) {
      if (bytes.length > 0) yield bytes;
      continue;
    }
    held = Buffer.concat([held, bytes]);
    started = held.length >= 2;
    if (started) yield held;
  }
  if (!started && held.length > 0) yield held;
}

async function* bytesOf(path: string, name: string): AsyncGenerator<Uint8Array> {
  const file = await openRegular(path, name);
  try {
    yield* file.pieces();
  } finally {
    await file.close();
  }
}
