import { PORTABLE, rowsOf } from "../../../src/input/file-rows.js";
import type { FileReading } from "../../../src/input/reading.js";
import { LARGEST_FILE } from "../limits.js";
import type { Source } from "./session.js";

/** A page unpacks no more than it would read. */
export const PAGE_TOOLS = { ...PORTABLE, mostBytes: LARGEST_FILE };

export async function readSource(name: string, raw: Uint8Array, reading: FileReading = {}): Promise<Source> {
  return { ...(await rowsOf(raw, name, PAGE_TOOLS, reading)), name, raw, sheet: reading.sheet ?? null };
}
