import { AuditError, type ErrorCode, type ErrorPlace } from "../errors.js";
import type { Problem, Severity } from "../findings/evidence.js";

export type { Problem, Severity };

/** Occurrences counted, with the first few places kept. */
export interface Occurrences {
  readonly count: number;
  readonly rows: readonly number[];
}

/** How many example rows a problem carries. */
export const EXAMPLE_ROWS = 5;

/** The problems of one file, in the order they were found. */
export interface ProblemList {
  /** What messages call the file. */
  readonly file: string;
  readonly all: Problem[];
  add(severity: Severity, code: ErrorCode, message: string, details?: ProblemDetails): void;
}

interface ProblemDetails {
  readonly column?: string;
  readonly count?: number;
  readonly rows?: readonly number[];
}

/** An empty list whose problems will name `file`. */
export function problemList(file: string | null): ProblemList {
  const all: Problem[] = [];
  return {
    file: file ?? "",
    all,
    add(severity, code, message, { column, count = 1, rows = [] } = {}) {
      all.push({ severity, code, message, file, column: column ?? null, count, rows: rows.slice(0, EXAMPLE_ROWS) });
    },
  };
}

/** Throws the first error among the problems, if there is one. */
export function throwFirstError(problems: readonly Problem[]): void {
  const error = problems.find((problem) => problem.severity === "error");
  if (error !== undefined) throw asAuditError(error);
}

/** The problem as an exception, with the first example row as its place. */
export function asAuditError(problem: Problem): AuditError {
  const [row] = problem.rows;
  const place: ErrorPlace = {
    ...(problem.file === null ? {} : { file: problem.file }),
    ...(problem.column === null ? {} : { column: problem.column }),
    ...(row === undefined ? {} : { row }),
  };
  return new AuditError(problem.code, problem.message, place);
}

/** The exception as a problem of severity "error"; anything but an AuditError is thrown on. */
export function asProblem(error: unknown): Problem {
  if (!(error instanceof AuditError)) throw error;
  const { file = null, column = null, row } = error.place;
  const rows = row === undefined ? [] : [row];
  return { severity: "error", code: error.code, message: error.message, file, column, count: 1, rows };
}

/** "row 4", "rows 4 and 9", "rows 4, 9, 12 and 31 more". */
export function describeRows({ count, rows }: Occurrences): string {
  const shown = rows.slice(0, EXAMPLE_ROWS);
  const rest = count - shown.length;
  const words = rest > 0 ? [...shown.map(String), `${rest} more`] : shown.map(String);
  return `${count === 1 ? "row" : "rows"} ${joinWords(words)}`;
}

/** The values in quotes, at most `most` of them: "'a', 'b' and 3 more". Long values are cut. */
export function listValues(values: readonly string[], most = 12): string {
  const shown = values.slice(0, most).map(quoteValue);
  const rest = values.length - shown.length;
  return joinWords(rest > 0 ? [...shown, `${rest} more`] : shown);
}

/** A value of the user's in quotes, cut after 40 characters. */
export function quoteValue(value: string): string {
  return `'${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
}

/** "1 row", "2 rows". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** "is not a column", or for several "are not columns". */
export function isNot(count: number, noun: string): string {
  return count === 1 ? `is not a ${noun}` : `are not ${noun}s`;
}

function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
