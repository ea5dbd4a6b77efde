import { createReadStream } from "node:fs";
import { AuditError } from "../errors.js";
import { requireRunning } from "./write-file.js";

const PIECE_BYTES = 1 << 19;

/** A file's text, piece by piece; nothing of it is kept. Characters never break across pieces. */
export function fileText(path: string, name: string, signal?: AbortSignal): AsyncGenerator<string> {
  return decodedText(bytesOf(path, name), name, signal);
}

/**
 * Bytes as UTF-8 text, piece by piece, without a byte-order mark. Bytes that are no UTF-8 become �; a NUL byte means the
 * input is no text at all and is refused with FILE_NOT_TEXT.
 */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array | string>,
  name: string,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  for await (const chunk of chunks) {
    requireRunning(signal);
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    if (text.includes("\0")) {
      throw new AuditError(
        "FILE_NOT_TEXT",
        `${name} contains NUL characters, so it is not CSV text; a spreadsheet or archive must first be saved as CSV (UTF-8)`,
        { file: name },
      );
    }
    yield text;
  }
  requireRunning(signal);
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

async function* bytesOf(path: string, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw unreadable(error, name);
  }
}

/** A failure to open or read a file, in words. */
export function unreadable(error: unknown, name: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  if (code === null) return error;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new AuditError(
      "FILE_NOT_FOUND",
      `there is no file ${name}; check the path`,
      { file: name },
      { cause: error },
    );
  }
  const reason =
    code === "EISDIR"
      ? "it is a folder"
      : code === "EACCES" || code === "EPERM"
        ? "no permission"
        : `the system answered ${code}`;
  return new AuditError("FILE_UNREADABLE", `cannot read ${name}: ${reason}`, { file: name }, { cause: error });
}
