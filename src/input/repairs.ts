import type { ErrorCode } from "../errors.js";
import { NUMBER_STYLES, type NumberStyle } from "./number-style.js";
import { listValues, type Problem, quoteValue } from "./problem.js";
import { type RawTable, sameCells } from "./raw-table.js";
import type { FileRole, Skip } from "./reading.js";

/** A problem, and the file it was found in. */
export interface PlacedProblem extends Problem {
  /** `settings`: not in a file, but in what was said about them. */
  readonly role: FileRole | "settings";
}

/** Settings that repair something: lists and what is said by column are added, the others take their place. */
export interface RepairSettings {
  readonly headerless?: readonly FileRole[];
  readonly skip?: readonly Skip[];
  readonly ignore?: readonly string[];
  readonly lettersIgnore?: readonly string[];
  readonly id?: string;
  readonly lettersId?: string;
  readonly type?: Readonly<Record<string, "number" | "category">>;
  readonly numbers?: Readonly<Record<string, NumberStyle>>;
}

/** A way out that needs no other file. */
export interface Repair {
  /** What it does, as a button says it: "Leave out this row". */
  readonly label: string;
  readonly settings: RepairSettings;
  /** Files that have to change places; null where they stay. */
  readonly places: readonly [FileRole, FileRole] | null;
}

/** The files as far as they could be cut into cells. */
export interface FileTables {
  readonly decisions: RawTable | null;
  readonly letters: RawTable | null;
  /** The columns of both that are known to hold people's ids. */
  readonly id: string | null;
  readonly lettersId: string | null;
}

/** Problems of one kind in one file. */
export interface SameProblems {
  readonly code: ErrorCode;
  readonly role: PlacedProblem["role"];
  readonly problems: readonly PlacedProblem[];
}

/** Above this share of a file's rows, leaving them out is no repair. */
const MOST_LEFT_OUT = 0.5;

export function repair(label: string, settings: RepairSettings): Repair {
  return { label, settings, places: null };
}

/** What repairs problems of one kind; nothing where only another file does. */
export function repairsOf(same: SameProblems, tables: FileTables): readonly Repair[] {
  const { role, problems } = same;
  const [first] = problems;
  if (first === undefined) return [];
  const table = role === "decisions" || role === "letters" ? tables[role] : null;
  const columns = [...new Set(problems.flatMap(({ column }) => column ?? []))];
  const isError = first.severity === "error";
  const count = problems.reduce((sum, problem) => sum + problem.count, 0);
  const isMost = table !== null && count > MOST_LEFT_OUT * table.rows;
  const leaveOut = (kind: Skip, what: string) => (isError && !isMost ? [repair(what, { skip: [kind] })] : []);
  const rows = `Leave out ${count === 1 ? "this row" : `these ${count} rows`}`;
  switch (same.code) {
    case "HEADER_LIKE_ROW":
      return [repair("The first row is data", { headerless: ["decisions"] })];
    case "ROW_RAGGED":
      return leaveOut("broken", rows);
    case "ID_DUPLICATE":
      if (first.severity === "note") return []; // said of an id that is in order
      return isError ? leaveOut("repeated", "Keep the first row of each id") : ignoring(columns, role);
    case "LETTER_WITHOUT_PERSON":
    case "ID_MISSING":
      return first.rows.length > 0 ? leaveOut("unmatched", rows) : [];
    case "LETTER_VALUE_UNPARSABLE":
    case "LETTER_CONTRADICTS":
      return leaveOut("unreadable", count === 1 ? "Leave out this letter" : `Leave out these ${count} letters`);
    case "WEIGHT_INVALID":
    case "COUNT_INVALID":
      return first.rows.length > 0 ? leaveOut("unreadable", rows) : [];
    case "VALUE_NOT_FINITE":
    case "VALUE_UNPARSABLE":
      return role === "decisions" ? [...leaveOut("unreadable", rows), ...asCategories(columns, isError)] : [];
    case "NUMBERS_AMBIGUOUS":
      return problems.length === 1 ? readAs(first) : [];
    case "COLUMN_MIXED":
      return isMost ? [] : [numbersIn(columns, rows)];
    case "COLUMN_DUPLICATE":
      return isError && table !== null ? dropping(columns, table, role) : [];
    case "COLUMN_LIKE_ID":
    case "COLUMN_LEAKS":
    case "TOO_MANY_CATEGORIES":
      return ignoring(columns, role);
    case "LETTER_FAILED":
    case "LETTER_OUTCOME_UNCLEAR":
      return isError && columns.length > 0
        ? [repair(`Leave ${named(columns)} unread`, { lettersIgnore: columns })]
        : [];
    case "LETTERS_NOT_UNDERSTOOD":
      return bareLetters(tables);
    case "LETTER_FIELD_UNKNOWN":
      // fields in rows are no columns
      if (problems.some(({ rows: at }) => at.some((row) => row !== 1))) return [];
      return [...bareLetters(tables), repair(`Leave ${named(columns)} unread`, { lettersIgnore: columns })];
    default:
      return [];
  }
}

/** "column 'x'", "columns 'x' and 'y'". */
function named(columns: readonly string[]): string {
  return `${columns.length === 1 ? "column" : "columns"} ${listValues(columns, 3)}`;
}

function ignoring(columns: readonly string[], role: PlacedProblem["role"]): readonly Repair[] {
  const settings = role === "letters" ? { lettersIgnore: columns } : { ignore: columns };
  return columns.length === 0 ? [] : [repair(`Leave out ${named(columns)}`, settings)];
}

function asCategories(columns: readonly string[], isError: boolean): readonly Repair[] {
  if (!isError || columns.length === 0) return [];
  const type = Object.fromEntries(columns.map((column) => [column, "category" as const]));
  return [repair(`Read ${named(columns)} as categories`, { type })];
}

/** Both ways to read a column that can be read in two, as its problem names them. */
function readAs({ column, message }: PlacedProblem): readonly Repair[] {
  const named = NUMBER_STYLES.filter((style) => message.includes(`=${style})`));
  return column === null
    ? []
    : named.map((style) => repair(`Read ${quoteValue(column)} as ${style}`, { numbers: { [column]: style } }));
}

function numbersIn(columns: readonly string[], leaveOut: string): Repair {
  const type = Object.fromEntries(columns.map((column) => [column, "number" as const]));
  const label = `Read ${named(columns)} as numbers and ${leaveOut.charAt(0).toLowerCase()}${leaveOut.slice(1)}`;
  return repair(label, { type, skip: ["unreadable"] });
}

/** All copies but one are dropped; columns that share only the name are all left out. */
function dropping(columns: readonly string[], table: RawTable, role: PlacedProblem["role"]): readonly Repair[] {
  const isCopied = (name: string) => {
    const [first, ...others] = table.columns.filter((column) => column.name === name);
    return first !== undefined && others.every((other) => sameCells(first, other));
  };
  const copies = columns.filter(isCopied);
  const others = columns.filter((name) => !copies.includes(name));
  const drop = copies.length === 0 ? [] : [repair(`Drop the identical ${named(copies)}`, { skip: ["copies"] })];
  return [...drop, ...ignoring(others, role)];
}

/** Letters beside decisions without a header may have none either. */
function bareLetters({ decisions, letters }: FileTables): readonly Repair[] {
  const isBare = decisions?.columns.every(({ name }) => /^column \d+$/.test(name)) === true;
  if (!isBare || letters?.columns.length !== decisions?.columns.length) return [];
  return [repair("The first row of the letters is data", { headerless: ["letters"] })];
}
