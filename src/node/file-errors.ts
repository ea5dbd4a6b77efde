import { AuditError } from "../errors.js";

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder; name a file in it",
  EACCES: "permission is denied; allow reading it",
  EPERM: "permission is denied; allow reading it",
};

/** Why the system would not give a file: FILE_NOT_FOUND or FILE_UNREADABLE; an error that is not the system's, unchanged. */
export function cannotRead(error: unknown, name: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  if (code === null) return error;
  const options = { cause: error };
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new AuditError("FILE_NOT_FOUND", `there is no file ${name}; check the path`, { file: name }, options);
  }
  const message = `${name} cannot be read: ${REASONS[code] ?? `the system answered ${code}`}`;
  return new AuditError("FILE_UNREADABLE", message, { file: name }, options);
}

/** FILE_UNREADABLE for a gzip file that ends early or holds something else. */
export function damagedGzip(error: unknown, name: string): AuditError {
  const message = `${name} is a damaged or incomplete gzip file; copy or download it again`;
  return new AuditError("FILE_UNREADABLE", message, { file: name }, { cause: error });
}

/** FILE_NOT_TEXT for zero bytes. */
export function hasZeroBytes(name: string, options?: ErrorOptions): AuditError {
  const message = `${name} is not text (it contains zero bytes); a spreadsheet or archive must first be saved as CSV (UTF-8)`;
  return new AuditError("FILE_NOT_TEXT", message, { file: name }, options);
}

/** FILE_NOT_TEXT for bytes that are no UTF-8. */
export function notUtf8(error: unknown, name: string): AuditError {
  const message = `${name} is not UTF-8 text; it may be in a Western encoding (Latin-1, Windows-1252): open it and save it again as CSV (UTF-8)`;
  return new AuditError("FILE_NOT_TEXT", message, { file: name }, { cause: error });
}
