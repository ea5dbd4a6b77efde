/**
 * What went wrong, as a stable word. Codes are part of the public surface: a script may branch on them,
 * so a code is never renamed, and its meaning never widened.
 */
export type ErrorCode =
  // options and arguments
  | "UNKNOWN_OPTION"
  | "INVALID_OPTION"
  | "SHAPE_MISMATCH"
  | "NOT_FINITE"
  | "TOO_LARGE"
  | "KERNEL_FAILURE"
  | "CONFIG_INVALID"
  // files and their text
  | "FILE_NOT_FOUND"
  | "FILE_UNREADABLE"
  | "FILE_EMPTY"
  | "FILE_NO_ROWS"
  | "FILE_NOT_TEXT"
  | "JSON_UNKNOWN"
  | "ENCODING_GUESSED"
  | "FILE_SCANNED"
  | "SHEET_CHOSEN"
  | "SHEET_UNKNOWN"
  | "FORMULA_UNVALUED"
  | "FILE_EXISTS"
  | "WRITE_FAILED"
  | "ROW_RAGGED"
  | "QUOTE_UNCLOSED"
  | "COLUMN_DUPLICATE"
  | "COLUMN_MISSING"
  | "COLUMN_UNKNOWN"
  | "COLUMN_EMPTY"
  | "COLUMN_NESTED"
  | "VALUE_UNPARSABLE"
  | "VALUE_NOT_FINITE"
  | "TOO_MANY_CATEGORIES"
  | "COLUMN_UNNAMED"
  | "COLUMN_CONSTANT"
  | "COLUMN_MIXED"
  | "NUMBERS_LIKE_THOUSANDS"
  | "NUMBERS_READ"
  | "NUMBERS_AMBIGUOUS"
  | "RANGES_READ"
  | "HEADER_LIKE_ROW"
  | "TITLE_SKIPPED"
  | "COLUMN_LEAKS"
  | "COLUMN_LIKE_ID"
  | "SCALE_DEGENERATE"
  | "VALUE_FAR"
  | "TEXT_EMBEDDED"
  // what the evidence says
  | "DECISION_NOT_BINARY"
  | "DECISIONS_MERGED"
  | "DECISION_MISSING"
  | "DECISION_NONE"
  | "DECISION_UNKNOWN"
  | "FAVOURABLE_UNKNOWN"
  | "SINGLE_CLASS"
  | "CLASS_TOO_SMALL"
  | "CLASS_UNKNOWN"
  | "CLASSES_BALANCED"
  | "ROLE_GUESSED"
  | "ROWS_DUPLICATE"
  | "ROWS_CONTRADICT"
  | "WEIGHT_INVALID"
  | "COUNT_INVALID"
  | "NO_FEATURES"
  | "ID_DUPLICATE"
  | "ID_MISSING"
  | "LETTER_WITHOUT_PERSON"
  | "IDS_READ"
  | "LETTERS_NOT_UNDERSTOOD"
  | "LETTER_TEXT_UNCONFIRMED"
  | "LETTER_CHANGE_UNCLEAR"
  | "LETTER_READ_AS_DIFFERENCE"
  | "LETTER_MEETS_THRESHOLD"
  | "LETTER_FIELD_UNKNOWN"
  | "LETTER_VALUE_UNPARSABLE"
  | "LETTER_VALUE_MISSING"
  | "LETTER_VALUE_UNUSUAL"
  | "LETTER_LOOKS_LIKE_OTHER_FORM"
  | "LETTER_FIELD_REPEATED"
  | "LETTER_CONTRADICTS"
  | "LETTER_FIELD_UNUSED"
  | "LETTER_UNPAIRED"
  | "LETTER_TO_ACCEPTED"
  | "LETTER_TO_EXCLUDED"
  | "LETTER_WITHOUT_CHANGE"
  | "LETTER_CHANGES_IMMUTABLE"
  | "LETTERS_FROM_LIBRARY"
  | "LETTER_FAILED"
  | "LETTER_OUTCOME_UNCLEAR"
  | "LETTER_PERSON_UNCLEAR"
  | "LETTER_VALUE_IMPRECISE"
  | "REASON_UNKNOWN"
  | "REASON_DIRECTION_UNKNOWN"
  | "REASON_TO_ACCEPTED"
  | "REASON_NEVER_CITED"
  | "NOT_SEPARATED"
  | "NO_LETTERS"
  | "NO_SECOND_LETTERS"
  | "BAND_TOO_LARGE"
  | "PERSON_UNKNOWN"
  // model files
  | "MODEL_TRUNCATED"
  | "MODEL_INVALID"
  | "MODEL_VERSION"
  | "EXPORT_UNSUPPORTED"
  // certificates
  | "MANIFEST_INVALID"
  | "RECEIPT_INVALID"
  | "VERIFY_FAILED"
  // data sets and studies
  | "DATA_MISSING"
  | "DATA_CHANGED"
  | "DATA_UNPUBLISHED"
  | "DOWNLOAD_FAILED"
  | "STUDY_INVALID"
  | "STUDY_CHANGED"
  | "STUDY_UNKNOWN"
  | "FOLDER_BUSY"
  | "MODULE_INVALID"
  // other machines
  | "ENGINE_UNREACHABLE"
  | "ENGINE_REFUSED"
  | "ENGINE_FAILED"
  // targets from outside
  | "TARGET_INVALID"
  | "TARGET_REFUSED"
  | "TARGET_FAILED"
  | "COLLECT_CHANGED"
  | "LEDGER_INVALID"
  // the run itself
  | "PACKAGE_MISSING"
  | "ABORTED";

/** Where in the user's files the trouble is; every field may be unknown. */
export interface ErrorPlace {
  readonly file?: string;
  readonly column?: string;
  /** Row as a spreadsheet counts it: the header is row 1. */
  readonly row?: number;
}

/** The one error class of this package: a stable `code`, a message for people, and the place in the files. */
export class AuditError extends Error {
  readonly code: ErrorCode;
  readonly place: ErrorPlace;

  constructor(code: ErrorCode, message: string, place: ErrorPlace = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = "AuditError";
    this.code = code;
    this.place = place;
  }
}

/** The place of an issue within checked data, `.surrogate.means[1]`; empty for the whole. */
export function issuePath(path: readonly { readonly key: unknown }[] | undefined): string {
  return (path ?? []).map(({ key }) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
}

/** An issue of checked data in words: `at 'surrogate.means[1]': …`. */
export function issueWords(issue: {
  readonly path?: readonly { readonly key: unknown }[] | undefined;
  readonly message: string;
}): string {
  return `at '${issuePath(issue.path).replace(/^\./, "") || "the top"}': ${issue.message}`;
}

export function requireRunning(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AuditError("ABORTED", "stopped; no file is half written");
}

/** A message as it is printed: with its full stop. */
export function asSentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}

/** The same on a page, which has buttons and fields where the command line has "(--option)". */
export function asPageSentence(message: string): string {
  return asSentence(message.replace(/ \(--[^)]*\)/g, ""));
}

/** What an error says, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
