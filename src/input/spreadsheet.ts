import { AuditError } from "../errors.js";
import { odsSheets } from "./ods.js";
import { listValues } from "./problem.js";
import type { SheetRows } from "./raw-table.js";
import { isTable } from "./sheet-cells.js";
import { LARGEST_UNPACKED, unpacksTooFar } from "./unpack.js";
import { xlsxSheets } from "./xlsx.js";
import { type ZipMember, zipMembers } from "./zip.js";

/** A spreadsheet as an archive of files. */
export interface Workbook {
  readonly file: string;
  /** The file of that path, unpacked; null where there is none. */
  read(path: string): Promise<Uint8Array | null>;
}

export interface Sheet {
  readonly name: string;
  /** Different for each sheet. */
  readonly path: string;
  rows(): Promise<Omit<SheetRows, "readAs"> & { readonly unvalued: number }>;
}

interface SpreadsheetOptions {
  /** @default the first with a table */
  readonly sheet?: string | null | undefined;
  /** Bytes that all of it may unpack to. @default 2^29 */
  readonly mostBytes?: number | undefined;
}

const ODS = "application/vnd.oasis.opendocument.spreadsheet";

/**
 * The rows of one sheet of an .xlsx or .ods file: values, never formulas. Throws FILE_UNREADABLE for a damaged or
 * protected file, FILE_NOT_TEXT for an archive of something else, SHEET_UNKNOWN and TOO_LARGE.
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  name: string,
  { sheet: wanted = null, mostBytes = LARGEST_UNPACKED }: SpreadsheetOptions = {},
): Promise<SheetRows> {
  try {
    const members = new Map(zipMembers(bytes).map((member) => [member.path, member]));
    const workbook = { file: name, read: reader(members, name, mostBytes) };
    const sheets = await sheetsOf(members, workbook);
    if (sheets === null) throw noSpreadsheet(name);
    return await chosen(sheets, name, wanted);
  } catch (error) {
    if (error instanceof AuditError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (/password/.test(reason)) throw isProtected(name);
    const message =
      `${name} begins as a spreadsheet does but cannot be read (${reason}). ` +
      "Copy it again, or save it as CSV (UTF-8)";
    throw new AuditError("FILE_UNREADABLE", message, { file: name }, { cause: error });
  }
}

/** Unpacks files as they are asked for, and no more bytes than the whole may have. */
function reader(members: ReadonlyMap<string, ZipMember>, name: string, mostBytes: number): Workbook["read"] {
  let left = mostBytes;
  return async (path) => {
    const member = members.get(path);
    if (member === undefined) return null;
    if (member.bytes > left) throw unpacksTooFar(name, mostBytes);
    left -= member.bytes;
    return member.read();
  };
}

async function sheetsOf(members: ReadonlyMap<string, ZipMember>, workbook: Workbook): Promise<readonly Sheet[] | null> {
  const { file, read } = workbook;
  if (members.has("xl/workbook.xml")) return xlsxSheets(workbook);
  if (members.has("xl/workbook.bin")) throw otherFormat(file, "a binary Excel workbook (.xlsb)");
  const kind = await read("mimetype");
  if (kind === null || new TextDecoder().decode(kind).trim() !== ODS) return null;
  const manifest = await read("META-INF/manifest.xml");
  if (manifest !== null && new TextDecoder().decode(manifest).includes("encryption-data")) throw isProtected(file);
  return odsSheets(workbook);
}

/** The sheet that is named, else the first with a table, else the first with anything. */
async function chosen(sheets: readonly Sheet[], file: string, wanted: string | null): Promise<SheetRows> {
  const named = sheets.find(({ name }) => name === wanted);
  if (wanted !== null && named === undefined) {
    const names = listValues(
      sheets.map(({ name }) => name),
      30,
    );
    const message = `${file} has no sheet '${wanted}'. Its sheets are ${names} (--sheet, for letters --letters-sheet)`;
    throw new AuditError("SHEET_UNKNOWN", message, { file });
  }
  let best: SheetRows = { records: [], rowNumbers: [], readAs: {} };
  const seen = new Set<string>();
  const different = sheets.filter(({ path }) => !seen.has(path) && seen.add(path)); // one may be named again and again
  const several = different.length > 1 && { sheets: different.map(({ name }) => name) };
  for (const { name, rows } of named === undefined ? different : [named]) {
    const { records, rowNumbers, unvalued } = await rows();
    const isChosen = named === undefined && sheets.length > 1;
    const found = {
      records,
      rowNumbers,
      readAs: { ...(isChosen && { sheet: name }), ...several, ...(unvalued > 0 && { unvalued }) },
    };
    if (isTable(found) || named !== undefined) return found;
    if (best.records.length === 0) best = found;
  }
  return best;
}

function noSpreadsheet(file: string): AuditError {
  const message = `${file} is an archive, and no spreadsheet (.xlsx, .ods). Unpack it, and give the file in it`;
  return new AuditError("FILE_NOT_TEXT", message, { file });
}

function isProtected(file: string): AuditError {
  const message = `${file} is password-protected. Save it without a password`;
  return new AuditError("FILE_UNREADABLE", message, { file });
}

function otherFormat(file: string, what: string): AuditError {
  return new AuditError("FILE_NOT_TEXT", `${file} is ${what}. Save it as .xlsx or as CSV (UTF-8)`, { file });
}

/** The name of the part with a password, as it stands in the file: two bytes a letter. */
const PROTECTED = Uint8Array.from([..."EncryptedPackage"].flatMap((letter) => [letter.charCodeAt(0), 0]));

/** Refuses what Excel wrote before 2007, and workbooks with a password, which it packs in the same way. */
export function refuseCompound(bytes: Uint8Array, file: string): never {
  const hasPassword = () => {
    for (let at = bytes.indexOf(PROTECTED[0]!); at !== -1; at = bytes.indexOf(PROTECTED[0]!, at + 1)) {
      if (PROTECTED.every((byte, k) => bytes[at + k] === byte)) return true;
    }
    return false;
  };
  throw hasPassword() ? isProtected(file) : otherFormat(file, "an old Excel workbook (.xls)");
}
