import { AuditError } from "../../../src/errors.js";
import { isOtherEncoding, PORTABLE, rowsOf } from "../../../src/input/file-rows.js";
import { LARGEST_FILE } from "../limits.js";
import type { Source } from "./session.js";

/** What no text has, in any encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0001-\u0008\u000e-\u001f]/;

/** A page unpacks no more than it would read. */
export const PAGE_TOOLS = { ...PORTABLE, mostBytes: LARGEST_FILE };

/** Reads a file. Text that is not UTF-8 is read as Latin-1, and refused until the settings ask for that. */
export async function readSource(name: string, raw: Uint8Array): Promise<Source> {
  try {
    return { ...(await rowsOf(raw, name, PAGE_TOOLS)), name, raw, encoding: null };
  } catch (error) {
    if (!(error instanceof AuditError) || !isOtherEncoding(error)) throw error;
    const read = await rowsOf(raw, name, PAGE_TOOLS, "latin-1");
    if (typeof read.rows === "string" && CONTROL.test(read.rows)) throw error;
    return { ...read, name, raw, encoding: "latin-1" };
  }
}
