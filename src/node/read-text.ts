import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { AuditError } from "../errors.js";

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
  const bytes = await readBytes(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return { text: decode(isGzip ? unzip(bytes, path) : bytes, path), sha256, bytes: bytes.length };
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const options = { cause: error };
    if (code === "ENOENT" || code === "ENOTDIR") {
      throw new AuditError("FILE_NOT_FOUND", `there is no file ${path}; check the path`, { file: path }, options);
    }
    if (code === "ERR_FS_FILE_TOO_LARGE") throw tooLarge(path, options);
    const reasons: Readonly<Record<string, string>> = {
      EISDIR: "it is a folder; name a file in it",
      EACCES: "permission is denied; allow reading it",
      EPERM: "permission is denied; allow reading it",
    };
    const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
    throw new AuditError("FILE_UNREADABLE", `${path} cannot be read: ${reason}`, { file: path }, options);
  }
}

function unzip(bytes: Buffer, path: string): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    const message = `${path} is a damaged or incomplete gzip file; copy or download it again`;
    throw new AuditError("FILE_UNREADABLE", message, { file: path }, { cause: error });
  }
}

function decode(bytes: Buffer, path: string): string {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = utf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw tooLarge(path, { cause: error });
    const message = bytes.includes(0)
      ? `${path} is not text (it contains zero bytes); a spreadsheet or archive must first be saved as CSV (UTF-8)`
      : `${path} is not UTF-8 text; it may be in a Western encoding (Latin-1, Windows-1252): open it and save it again as CSV (UTF-8)`;
    throw new AuditError("FILE_NOT_TEXT", message, { file: path }, { cause: error });
  }
}

function tooLarge(path: string, options: ErrorOptions): AuditError {
  const message = `${path} is too large to be read into memory at once; audit a random sample of its rows`;
  return new AuditError("TOO_LARGE", message, { file: path }, options);
}
