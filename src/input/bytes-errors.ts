import { AuditError } from "../errors.js";

/** FILE_UNREADABLE for a gzip file that ends early or holds something else. */
export function damagedGzip(error: unknown, name: string): AuditError {
  const message = `${name} is a damaged or incomplete gzip file; copy or download it again`;
  return new AuditError("FILE_UNREADABLE", message, { file: name }, { cause: error });
}

/** FILE_NOT_TEXT for zero bytes. */
export function hasZeroBytes(name: string, options?: ErrorOptions): AuditError {
  const message = `${name} is not text (it contains zero bytes); save a spreadsheet or archive as CSV (UTF-8) first`;
  return new AuditError("FILE_NOT_TEXT", message, { file: name }, options);
}

/** FILE_NOT_TEXT for bytes that are no UTF-8. */
export function notUtf8(error: unknown, name: string): AuditError {
  const message =
    `${name} is not UTF-8 text; it may be in a Western encoding (Latin-1, Windows-1252): ` +
    "open it and save it again as CSV (UTF-8)";
  return new AuditError("FILE_NOT_TEXT", message, { file: name }, { cause: error });
}

/** TOO_LARGE for a file that does not fit into one text. */
export function tooLarge(name: string, options?: ErrorOptions): AuditError {
  const message = `${name} is too large to be read into memory at once; audit a random sample of its rows`;
  return new AuditError("TOO_LARGE", message, { file: name }, options);
}
