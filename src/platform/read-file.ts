import { createGunzip } from "node:zlib";
import type { ByteTools, FileStamp, RowsFile, TextFile } from "../input/file-rows.js";
import { rowsOf, textOf, unpackedOf } from "../input/file-rows.js";
import type { FileReading } from "../input/reading.js";
import { joined } from "../input/unpack.js";
import { sha256Of } from "./hash-file.js";
import { openRegular, readWhole, withFile } from "./open-file.js";

const PIECE_BYTES = 1 << 20;

/** Hashing and unpacking by Node's own code, which is faster than what a browser needs. */
const nodeTools: ByteTools = { sha256: sha256Of, gunzip };

/** Piece by piece, so that a small file that unpacks to gigabytes is refused before they are there. */
function gunzip(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  const unpacking = createGunzip({ chunkSize: PIECE_BYTES });
  unpacking.end(bytes);
  return joined(unpacking, most);
}

/**
 * Reads a text file: UTF-8, or UTF-16 with a byte-order mark, either also gzipped. Throws FILE_NOT_FOUND,
 * FILE_UNREADABLE, FILE_NOT_TEXT or TOO_LARGE.
 */
export async function readText(path: string): Promise<TextFile> {
  return textOf(await readBytes(path), path, nodeTools);
}

/**
 * Reads a file of rows: CSV as `readText` takes it, or in another encoding; a sheet of a spreadsheet; Parquet or Arrow.
 * The stamp is the file's on disk; messages call it `name`.
 */
export async function readRows(path: string, reading: FileReading = {}, name = path): Promise<RowsFile> {
  return rowsOf(await readBytes(path), name, nodeTools, reading);
}

/**
 * The bytes of a file, unpacked where it is gzipped, with the stamp of the file. Throws FILE_NOT_FOUND, FILE_UNREADABLE
 * or TOO_LARGE.
 */
export async function readUnpacked(path: string): Promise<FileStamp & { readonly unpacked: Uint8Array }> {
  const bytes = await readBytes(path);
  return { unpacked: await unpackedOf(bytes, path, nodeTools), sha256: sha256Of(bytes), bytes: bytes.length };
}

/** The bytes of a regular file. Throws FILE_NOT_FOUND, FILE_UNREADABLE or TOO_LARGE. */
export function readBytes(path: string): Promise<Buffer> {
  return withFile(openRegular(path), readWhole);
}

/** The value of a JSON text; null for any other text, as for the text "null". */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
