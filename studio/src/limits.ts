import { jobWords } from "./text/jobs.js";
import type { Failure } from "./worker/protocol.js";

export const LARGEST_FILE = 64 * 2 ** 20;

export const MOST_COLUMNS = 1000;

export const MOST_ROWS = 500_000;

/** TOO_LARGE for a file that the page should not even read; null for any other. */
export function refuseSize(name: string, bytes: number): Failure | null {
  return bytes <= LARGEST_FILE ? null : tooLarge(name, jobWords.files.tooManyBytes(name, bytes, LARGEST_FILE));
}

/** TOO_LARGE for a table that is too wide or too long for the page; null for any other. */
export function refuseShape(name: string, { rows, columns }: { rows: number; columns: number }): Failure | null {
  if (columns > MOST_COLUMNS) return tooLarge(name, jobWords.files.tooManyColumns(name, columns, MOST_COLUMNS));
  if (rows > MOST_ROWS) return tooLarge(name, jobWords.files.tooManyRows(name, rows, MOST_ROWS));
  return null;
}

function tooLarge(file: string, message: string): Failure {
  return { code: "TOO_LARGE", message, place: { file } };
}
