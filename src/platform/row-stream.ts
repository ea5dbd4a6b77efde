import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AuditError, requireRunning } from "../errors.js";
import { type ColumnarFormat, columnarFormat } from "../input/columnar-file.js";
import { columnarBatches } from "../input/columnar-read.js";
import type { TableOptions } from "../input/csv.js";
import { beginsAsSpreadsheet, damagedGzip, hasZeroBytes, notUtf8, textIn } from "../input/file-rows.js";
import { beginsAsJson } from "../input/json-text.js";
import type { RawBatch } from "../input/raw-table.js";
import type { FileReading } from "../input/reading.js";
import { csvBatches, tableBatches } from "../input/row-batches.js";
import { streamLimits, unpacksTooFar } from "../input/unpack.js";
import { openRegular, withFile } from "./open-file.js";
import { readRows } from "./read-file.js";

const PIECE_BYTES = 1 << 19;

/** What is read some rows at a time: which file, or chunks that come from elsewhere. */
export type RowSource = { readonly path: string } | { readonly chunks: AsyncIterable<Uint8Array | string> };

/**
 * The rows of a file, some at a time; nothing of it is kept. Reads what `readRows` reads, of chunks only text in UTF-8
 * or marked UTF-16. Spreadsheets, JSON and text in other encodings are read whole.
 */
export async function* rowStream(
  source: RowSource,
  options: TableOptions & FileReading & { readonly signal?: AbortSignal },
): AsyncGenerator<RawBatch> {
  const { file: name, signal } = options;
  if ("chunks" in source) {
    yield* csvBatches(decodedText(source.chunks, name, signal), options);
    return;
  }
  const { path } = source;
  const format = typeof options.sheet === "string" ? "whole" : await fileFormat(path, name, signal);
  if (format === "whole") {
    const { rows } = await readRows(path, options, name);
    if (textIn(rows)?.includes("\0") === true) throw hasZeroBytes(name);
    yield* tableBatches(rows, options);
  } else if (format === "text") {
    yield* csvBatches(decodedText(bytesOf(path, name), name, signal), options);
  } else {
    const { asyncBufferFromFile } = await import("hyparquet");
    for await (const batch of columnarBatches({ format, source: await asyncBufferFromFile(path), name })) {
      requireRunning(signal);
      yield batch;
    }
  }
}

/** Whether the rows of a file are read without holding it whole. */
export async function isReadInPieces(path: string, name: string, signal?: AbortSignal): Promise<boolean> {
  return (await fileFormat(path, name, signal)) !== "whole";
}

/** How a file can be read: some rows at a time, or whole, because only its end tells what it is. */
async function fileFormat(
  path: string,
  name: string,
  signal?: AbortSignal,
): Promise<ColumnarFormat | "text" | "whole"> {
  const kind = await withFile(openRegular(path, name), async (file) => {
    for await (const head of file.pieces()) return beginsAsSpreadsheet(head) ? "whole" : columnarFormat(head);
    return null;
  });
  return kind ?? ((await isPlainText(path, name, signal)) ? "text" : "whole");
}

/** Whether all of a file is UTF-8 or marked UTF-16, and no JSON. */
async function isPlainText(path: string, name: string, signal?: AbortSignal): Promise<boolean> {
  let isFirst = true;
  try {
    for await (const piece of decodedText(bytesOf(path, name), name, signal)) {
      if (isFirst && beginsAsJson(piece)) return false;
      isFirst = false;
    }
    return true;
  } catch (error) {
    if (error instanceof AuditError && error.code === "FILE_NOT_TEXT") return false;
    throw error;
  }
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
  try {
    const { value: head } = await chunks.next();
    if (head !== undefined) yield* unzippedAfter(head, chunks, name);
  } finally {
    await chunks.return(undefined); // whoever stops at the head leaves the file open
  }
}

async function* unzippedAfter(
  head: Uint8Array,
  chunks: AsyncGenerator<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
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
