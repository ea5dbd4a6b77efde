import { sha256Hex } from "../certificate/sha256.js";
import { AuditError } from "../errors.js";
import { type ByteSource, columnarFormat } from "./columnar-file.js";
import { readColumnar } from "./columnar-read.js";
import type { DecodedText } from "./csv.js";
import { beginsAsJson } from "./json-text.js";
import { jsonRows } from "./library-rows.js";
import type { RawRows, SheetRows } from "./raw-table.js";
import type { Encoding, FileReading } from "./reading.js";
import { gunzip, LARGEST_UNPACKED, tooLarge, unpacksTooFar } from "./unpack.js";

export interface FileStamp {
  /** SHA-256 of the bytes of the file as it is, in hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
}

export interface TextFile extends FileStamp {
  readonly text: string;
}

/** The rows of a file: its text, which the reader of a role will cut into cells, or its columns. */
export interface RowsFile extends FileStamp {
  readonly rows: string | DecodedText | SheetRows | RawRows;
}

/** The text of a file; null where it is none. */
export function textIn(rows: RowsFile["rows"]): string | null {
  if (typeof rows === "string") return rows;
  return "text" in rows ? rows.text : null;
}

/** What a machine may have a faster way of; a browser uses what is here. */
export interface ByteTools {
  sha256(bytes: Uint8Array): string;
  /** What is in a gzip file; throws a RangeError past `most` bytes, and whatever it likes for a damaged file. */
  gunzip(bytes: Uint8Array, most: number): Uint8Array | Promise<Uint8Array>;
  /** Bytes that a file may unpack to. @default 2^29 */
  readonly mostBytes?: number;
}

/** What every engine has. */
export const PORTABLE: ByteTools = { sha256: sha256Hex, gunzip };

/**
 * The rows in the bytes of a file: CSV in UTF-8, UTF-16 or Windows-1252, either also gzipped; JSON; a sheet of an .xlsx
 * or .ods file; Parquet or Arrow. `name` is what messages call the file. Text that is not UTF-8 is read in `encoding`
 * where one is given, else in the one its bytes look like. Throws FILE_UNREADABLE, FILE_NOT_TEXT, JSON_UNKNOWN,
 * SHEET_UNKNOWN, COLUMN_NESTED or TOO_LARGE.
 */
export async function rowsOf(
  bytes: Uint8Array,
  name: string,
  tools: ByteTools = PORTABLE,
  reading: FileReading = {},
): Promise<RowsFile> {
  return { rows: await contentOf(bytes, name, tools, reading), sha256: tools.sha256(bytes), bytes: bytes.length };
}

async function contentOf(
  bytes: Uint8Array,
  name: string,
  tools: ByteTools,
  { encoding = null, sheet }: FileReading,
): Promise<RowsFile["rows"]> {
  const { mostBytes } = tools;
  const format = columnarFormat(bytes);
  if (typeof sheet === "string" && !beginsAsSpreadsheet(bytes)) throw noSheets(name, sheet);
  if (format !== null) return readColumnar({ format, source: inMemory(bytes), name }, mostBytes);
  // the reader of spreadsheets is loaded when there is one to read
  if (beginsWith(bytes, ARCHIVE))
    return (await import("./spreadsheet.js")).readSpreadsheet(bytes, name, { sheet, mostBytes });
  if (beginsWith(bytes, COMPOUND)) (await import("./spreadsheet.js")).refuseCompound(bytes, name);
  return rowsInText(decode(await unpackedOf(bytes, name, tools), name, encoding), name);
}

/** How a ZIP archive begins, as .xlsx and .ods files are, */
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];
/** and how files of older programs do. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Whether bytes begin as a spreadsheet does, readable or not. Eight are enough. */
export function beginsAsSpreadsheet(bytes: Uint8Array): boolean {
  return beginsWith(bytes, ARCHIVE) || beginsWith(bytes, COMPOUND);
}

function beginsWith(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, k) => bytes[k] === byte);
}

/** JSON has its rows at once; other text is cut by the reader of a role, who knows its delimiter. */
function rowsInText(given: string | DecodedText, name: string): RowsFile["rows"] {
  const text = typeof given === "string" ? given : given.text;
  return beginsAsJson(text) ? jsonRows(text, name) : given;
}

/**
 * The text in the bytes of a file: UTF-8, or UTF-16 with a byte-order mark, either also gzipped. Throws
 * FILE_UNREADABLE, FILE_NOT_TEXT or TOO_LARGE.
 */
export async function textOf(bytes: Uint8Array, name: string, tools: ByteTools = PORTABLE): Promise<TextFile> {
  const unpacked = await unpackedOf(bytes, name, tools);
  const text = decodeMarked(unpacked, name);
  if (text === null) throw unpacked.includes(0) ? hasZeroBytes(name) : notUtf8(undefined, name);
  return { text, sha256: tools.sha256(bytes), bytes: bytes.length };
}

/**
 * The bytes themselves, or what is in them when they begin as a gzip file does. Throws FILE_UNREADABLE or TOO_LARGE.
 */
export async function unpackedOf(bytes: Uint8Array, name: string, tools: ByteTools = PORTABLE): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const { mostBytes = LARGEST_UNPACKED } = tools;
  try {
    return await tools.gunzip(bytes, mostBytes);
  } catch (error) {
    throw error instanceof RangeError ? unpacksTooFar(name, mostBytes, { cause: error }) : damagedGzip(error, name);
  }
}

/** The text of a file, whatever it is encoded in; what was found out about that goes with it. */
function decode(bytes: Uint8Array, name: string, encoding: Encoding | null): string | DecodedText {
  const likely = looksUtf16(bytes);
  const usual = likely === null ? decodeMarked(bytes, name) : null;
  if (usual !== null) return usual;
  const order = likely ?? (encoding === "utf-16" ? "utf-16le" : null);
  if (order === null && bytes.includes(0)) throw hasZeroBytes(name);
  const text = order === null ? decodeLatin1(bytes) : decodeAs(order, bytes, name);
  if (text === null) throw hasZeroBytes(name);
  if (encoding !== null) return text;
  if (CONTROL.test(text)) throw notText(name);
  return { text, readAs: { encoding: order === null ? "Windows-1252" : "UTF-16" } };
}

/** UTF-8, or UTF-16 with a byte-order mark; null for anything else. */
function decodeMarked(bytes: Uint8Array, name: string): string | null {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return decodeAs(utf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8", bytes, name);
}

type Unicode = "utf-8" | "utf-16le" | "utf-16be";

function decodeAs(encoding: Unicode, bytes: Uint8Array, name: string): string | null {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw tooLarge(name, { cause: error });
    return null;
  }
  // where a text would be too long, Chromium gives an empty one; a mark alone has at most three bytes
  if (text === "" && bytes.length > 3) throw tooLarge(name);
  return text;
}

const LOOKED_AT = 1 << 12; // bytes
const LEAST_PAIRS = 8; // of bytes; fewer may have zeros by chance

/** The order of bytes of UTF-16 without a mark: nearly every other byte of a text in it is zero. */
function looksUtf16(bytes: Uint8Array): Unicode | null {
  const head = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [k, byte] of head.entries()) if (byte === 0) zeros[k % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  const isMarked = bytes[0]! + bytes[1]! === 0xff + 0xfe;
  if (isMarked || bytes.length % 2 !== 0 || half < LEAST_PAIRS || Math.min(even, odd) > 0) return null;
  return odd > LEAST_ZEROS * half ? "utf-16le" : even > LEAST_ZEROS * half ? "utf-16be" : null;
}

/** Of a text in another alphabet only figures, commas and blanks have a zero byte. */
const LEAST_ZEROS = 0.2;

/** What no text has, in any encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0001-\u0008\u000e-\u001f]/;

/** What Windows-1252 has at 0x80 to 0x9f, where Latin-1 proper has control characters that no table holds. */
const WINDOWS_1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** One character per byte. Engines disagree about their own Latin-1, so it is written out. */
function decodeLatin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 << 13) {
    const codes = Uint16Array.from(bytes.subarray(at, at + (1 << 13)), (byte) =>
      byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte,
    );
    pieces.push(String.fromCharCode(...codes));
  }
  return pieces.join("");
}

function inMemory(bytes: Uint8Array): ByteSource {
  const { buffer, byteOffset, byteLength } = bytes;
  const whole = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  return { byteLength, slice: (start, end) => whole.slice(start, end) };
}

function noSheets(name: string, sheet: string): AuditError {
  const message =
    `${name} is no spreadsheet, so it has no sheet '${sheet}'. ` +
    "Leave out the name of the sheet (--sheet, for letters --letters-sheet)";
  return new AuditError("SHEET_UNKNOWN", message, { file: name });
}

/** FILE_UNREADABLE for a gzip file that ends early or holds something else. */
export function damagedGzip(error: unknown, name: string): AuditError {
  const message = `${name} is a damaged or incomplete gzip file. Copy or download it again`;
  return new AuditError("FILE_UNREADABLE", message, { file: name }, { cause: error });
}

export function hasZeroBytes(name: string, options?: ErrorOptions): AuditError {
  const why = "it contains zero bytes, as spreadsheets and archives do";
  const message = `${name} is not text: ${why}. Save it as CSV (UTF-8)`;
  return new AuditError("FILE_NOT_TEXT", message, { file: name }, options);
}

function notText(name: string): AuditError {
  const message = `${name} is not text: it contains control characters. Save it as CSV (UTF-8)`;
  return new AuditError("FILE_NOT_TEXT", message, { file: name });
}

export function notUtf8(error: unknown, name: string): AuditError {
  const message = `${name} is not UTF-8 text; it may be in a Western encoding. Save it again as CSV (UTF-8)`;
  return new AuditError("FILE_NOT_TEXT", message, { file: name }, { cause: error });
}
