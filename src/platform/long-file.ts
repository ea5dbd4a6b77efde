import { AuditError, type ErrorCode } from "../errors.js";
import { columnarFormat } from "../input/columnar-file.js";
import type { DecisionsOptions } from "../input/decisions-options.js";
import type { FileReading } from "../input/reading.js";
import { MOST_DRAWN } from "../measure/sample-evidence.js";
import { countTallied } from "../measure/scanned-evidence.js";
import { openRegular, withFile } from "./open-file.js";
import { isReadInPieces } from "./row-stream.js";
import { restOfFile, scanFile } from "./scan-file.js";

const MEBIBYTE = 2 ** 20;

/** Bytes on the disk up to which a decisions file is held whole. What is packed unfolds to several times its size. */
export const MOST_HELD = { plain: 32 * MEBIBYTE, packed: 8 * MEBIBYTE };

/** Whether a file is scanned rather than held: it is large, and its rows can be read some at a time. */
export async function isLongFile(
  path: string,
  { file, sheet }: FileReading & { readonly file: string },
  most: typeof MOST_HELD = MOST_HELD,
): Promise<boolean> {
  const isLarge = await withFile(openRegular(path, file), async (open) => {
    if (open.size <= Math.min(most.plain, most.packed)) return false;
    for await (const head of open.pieces()) return open.size > (isPacked(head) ? most.packed : most.plain);
    return false;
  });
  return isLarge && typeof sheet !== "string" && isReadInPieces(path, file);
}

/** Gzip and Parquet. */
function isPacked(head: Uint8Array): boolean {
  return (head[0] === 0x1f && head[1] === 0x8b) || columnarFormat(head) === "parquet";
}

export interface LongFileOptions {
  readonly decisions: DecisionsOptions & { readonly file: string };
  readonly sample: number;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/**
 * Scans a long file for an audit: like a sample in memory, that of the scan leaves a fifth of the people outside. Null
 * where one decision is so rare that the scan draws too few people who got it.
 */
export async function openLongFile(path: string, { sample, ...options }: LongFileOptions) {
  const scan = (size: number) => scanFile(path, { ...options, size });
  try {
    let found = await scan(sample);
    const { observations: people } = countTallied(found.tally);
    if (people > sample && MOST_DRAWN * people < sample) found = await scan(Math.floor(MOST_DRAWN * people));
    const { sha256, bytes, ...rest } = found;
    return { sha256, bytes, scan: rest, rest: () => restOfFile(path, found, options) };
  } catch (error) {
    if (error instanceof AuditError && TOO_RARE.has(error.code)) return null;
    throw error;
  }
}

const TOO_RARE: ReadonlySet<ErrorCode> = new Set(["CLASS_TOO_SMALL", "SINGLE_CLASS"]);
