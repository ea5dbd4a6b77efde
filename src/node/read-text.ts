import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { AuditError } from "../errors.js";
import { cannotRead, damagedGzip, hasZeroBytes, notUtf8 } from "./file-errors.js";

/** What identifies the file that was read. */
export interface FileStamp {
  /** SHA-256 of the bytes on disk, in hexadecimal. */
  readonly sha256: string;
  /** Size on disk. */
  readonly bytes: number;
}

/** The text of a file, with the stamp of its bytes. */
export interface TextFile extends FileStamp {
  readonly text: string;
}

/**
 * Reads a text file: UTF-8, or UTF-16 with a byte-order mark, either also gzipped. Throws FILE_NOT_FOUND,
 * FILE_UNREADABLE, FILE_NOT_TEXT or TOO_LARGE.
 */
export async function readText(path: string): Promise<TextFile> {
  const { unpacked, sha256, bytes } = await readUnpacked(path);
  return { text: decode(unpacked, path), sha256, bytes };
}

/** The bytes of a file, unpacked where it is gzipped, with the stamp of the file. Throws FILE_NOT_FOUND, FILE_UNREADABLE or TOO_LARGE. */
export async function readUnpacked(path: string): Promise<FileStamp & { readonly unpacked: Buffer }> {
  const bytes = await readBytes(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return { unpacked: isGzip ? unzip(bytes, path) : bytes, sha256, bytes: bytes.length };
}

/** The bytes of a file; throws FILE_NOT_FOUND, FILE_UNREADABLE or TOO_LARGE. */
export async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_FS_FILE_TOO_LARGE";
    throw isTooLarge ? tooLarge(path, { cause: error }) : cannotRead(error, path);
  }
}

function unzip(bytes: Buffer, path: string): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw damagedGzip(error, path);
  }
}

function decode(bytes: Buffer, path: string): string {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = utf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw tooLarge(path, { cause: error });
    throw bytes.includes(0) ? hasZeroBytes(path, { cause: error }) : notUtf8(error, path);
  }
}

function tooLarge(path: string, options: ErrorOptions): AuditError {
  const message = `${path} is too large to be read into memory at once; audit a random sample of its rows`;
  return new AuditError("TOO_LARGE", message, { file: path }, options);
}
