import { AuditError, type ErrorCode } from "../errors.js";
import type { Problem, Severity } from "../findings/evidence.js";

export type { Problem, Severity };

/** Occurrences counted, with the first few places kept. */
export type Occurrences = Readonly<{ count: number; rows: readonly number[] }>;

export const EXAMPLE_ROWS = 5;

export interface ProblemList {
  /** What messages call the file. */
  readonly file: string;
  readonly all: Problem[];
  /** Adds a problem in a message of its own. */
  add(severity: Severity, code: ErrorCode, message: string, place?: ProblemPlace): void;
  /** Adds a problem as "file, column 'c', rows 4 and 9: words", or nothing where its count is 0. */
  report(severity: Severity, code: ErrorCode, place: ProblemPlace, words: string): void;
}

interface ProblemPlace {
  readonly column?: string;
  /** @default 1 */
  readonly count?: number;
  readonly rows?: readonly number[];
}

export function problemList(file: string | null): ProblemList {
  const all: Problem[] = [];
  const list: ProblemList = {
    file: file ?? "",
    all,
    add(severity, code, message, { column, count = 1, rows = [] } = {}) {
      all.push({ severity, code, message, file, column: column ?? null, count, rows: rows.slice(0, EXAMPLE_ROWS) });
    },
    report(severity, code, place, words) {
      const { column, count = 1, rows = [] } = place;
      if (count === 0) return;
      const parts = [list.file];
      if (column !== undefined) parts.push(`column '${column}'`);
      if (rows.length > 0) parts.push(describeRows({ count, rows }));
      list.add(severity, code, `${parts.join(", ")}: ${words}`, place);
    },
  };
  return list;
}

/** Rows with one kind of trouble, noted as they are come across: their number, the first few, and what is in them. */
export interface Sightings extends Occurrences {
  count: number;
  readonly rows: number[];
  /** Different ones, in the order they were seen. */
  readonly cells: Set<string>;
}

export function noSightings(): Sightings {
  return { count: 0, rows: [], cells: new Set() };
}

export function sight(found: Sightings, row: number, cell?: string): void {
  if (++found.count <= EXAMPLE_ROWS) found.rows.push(row);
  if (cell !== undefined) found.cells.add(cell);
}

/** Every problem of a file, and as much of its content as could be read. */
export interface Inspection<Draft> {
  readonly problems: readonly Problem[];
  /** Rows in the file. */
  readonly rows: number;
  /** Null when too little could be read; otherwise complete only if no problem is an error. */
  readonly draft: Draft | null;
}

/** What was read; throws the first error among its problems as an AuditError. */
export function settled<Draft>({ problems, draft }: Inspection<Draft>): Draft {
  throwFirstError(problems);
  if (draft === null) throw new Error("a file without errors has a draft");
  return draft;
}

export function throwFirstError(problems: readonly Problem[]): void {
  const error = problems.find((problem) => problem.severity === "error");
  if (error !== undefined) throw asAuditError(error);
}

export function asAuditError(problem: Problem): AuditError {
  const [row] = problem.rows;
  const { file, column } = problem;
  const place = { ...(file !== null && { file }), ...(column !== null && { column }) };
  return new AuditError(problem.code, problem.message, row === undefined ? place : { ...place, row });
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
  return `${count === 1 ? "row" : "rows"} ${someOf(rows.slice(0, EXAMPLE_ROWS).map(String), count)}`;
}

/** The values in quotes, at most `most` of them: "'a', 'b' and 3 more". Long values are cut. */
export function listValues(values: Iterable<string>, most = 12): string {
  const all = [...values];
  return someOf(all.slice(0, most).map(quoteValue), all.length);
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

/** "4, 9 and 3 more": those shown of so many. */
function someOf(shown: readonly string[], count: number): string {
  const words = count > shown.length ? [...shown, `${count - shown.length} more`] : shown;
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
