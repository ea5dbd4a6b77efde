import { basename } from "node:path";
import type { FileStamp } from "../input/file-rows.js";
import { READING_DEFAULTS } from "../input/reading.js";
import { type Scan, scanDecisions } from "../input/scan.js";
import type { ScanOptions } from "../input/scan-options.js";
import { restOf, type ScannedReading, type ScannedRows } from "../input/scanned-rows.js";
import { hashOf } from "./hash-file.js";
import { openRegular, withFile } from "./open-file.js";
import { rowStream } from "./row-stream.js";

/** A scan, and the stamp of the file it was made from. */
export type FileScan = Scan & FileStamp;

type Reading = Pick<ScanOptions, "decisions"> & { readonly signal?: AbortSignal };

/** Scans a decisions file on disk, of any size and of every format that is read some rows at a time. */
export async function scanFile(path: string, options: ScanOptions & Reading): Promise<FileScan> {
  const { file, rows } = opened(path, options);
  const stamp = await withFile(openRegular(path, file), async (open) => ({
    sha256: await hashOf(open),
    bytes: open.size,
  }));
  const scan = await scanDecisions(rows, { ...options, decisions: { ...options.decisions, file } });
  return { ...scan, ...stamp };
}

/** Everybody in a scanned file but its sample, and rows in `without`, some at a time. */
export function restOfFile(
  path: string,
  scan: ScannedReading,
  { without = [], ...options }: Reading & { readonly without?: Iterable<number> } = {},
): AsyncGenerator<ScannedRows> {
  return restOf(scan, opened(path, options).rows(), without);
}

function opened(path: string, { decisions = {}, signal }: Reading) {
  const { file = basename(path) } = decisions;
  const { delimiter, header, skip, encoding, sheet } = { ...READING_DEFAULTS, ...decisions };
  const reading = { delimiter, header, skip, encoding, sheet, file, ...(signal && { signal }) };
  return { file, rows: () => rowStream({ path }, reading) };
}
