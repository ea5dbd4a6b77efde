import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import {
  type ByteTools,
  type FileStamp,
  type RowsFile,
  rowsOf,
  type TextFile,
  textOf,
  tooLarge,
  unpackedOf,
} from "../input/file-rows.js";
import { cannotRead } from "./file-errors.js";

/** Hashing and unpacking by Node's own code, which is faster than what a browser needs. */
const nodeTools: ByteTools = {
  sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
  gunzip: (bytes) => gunzipSync(bytes),
};

/**
 * Reads a text file: UTF-8, or UTF-16 with a byte-order mark, either also gzipped. Throws FILE_NOT_FOUND,
 * FILE_UNREADABLE, FILE_NOT_TEXT or TOO_LARGE.
 */
export async function readText(path: string): Promise<TextFile> {
  return textOf(await readBytes(path), path, nodeTools);
}

/** Reads a file of rows: CSV as `readText` takes it, Parquet or Arrow. The stamp is the file's on disk. */
export async function readRows(path: string): Promise<RowsFile> {
  return rowsOf(await readBytes(path), path, nodeTools);
}

/**
 * The bytes of a file, unpacked where it is gzipped, with the stamp of the file. Throws FILE_NOT_FOUND, FILE_UNREADABLE
 * or TOO_LARGE.
 */
export async function readUnpacked(path: string): Promise<FileStamp & { readonly unpacked: Uint8Array }> {
  const bytes = await readBytes(path);
  return {
    unpacked: await unpackedOf(bytes, path, nodeTools),
    sha256: nodeTools.sha256(bytes),
    bytes: bytes.length,
  };
}

/** The bytes of a file; throws FILE_NOT_FOUND, FILE_UNREADABLE or TOO_LARGE. */
async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_FS_FILE_TOO_LARGE";
    throw isTooLarge ? tooLarge(path, { cause: error }) : cannotRead(error, path);
  }
}
