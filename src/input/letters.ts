import { withDefaults } from "../options.js";
import { inspectTable, type TableSource } from "./csv.js";
import type { Decisions } from "./decisions.js";
import { requireDelimiter, requireTextList, requireTextOrNull } from "./decisions-options.js";
import { checkLetters } from "./letter-checks.js";
import { type LongHeader, lettersFromChanges, longHeader } from "./letters-long.js";
import { lettersFromRows } from "./letters-rows.js";
import { type Problem, type ProblemList, problemList, throwFirstError } from "./problem.js";
import type { RawTable } from "./raw-table.js";
import type { Table } from "./table.js";

/** How to read a letters file; everything else follows from the decisions it belongs to. */
export interface LettersOptions {
  /** The column with the person's id. @default named as in the decisions file; `id` in the long form */
  readonly id?: string | null;
  /** Columns to leave unread, such as the text of the letter. @default none */
  readonly ignore?: readonly string[];
  /** Cell delimiter. @default detected among comma, semicolon, tab and | */
  readonly delimiter?: string | null;
  /** Name of the file, for messages. @default "letters" */
  readonly file?: string;
}

/** Counterfactual letters, each completed to a full row. Arrays have one entry per letter. */
export interface Letters {
  readonly file: string;
  readonly delimiter: string;
  /** Rows in the file. */
  readonly rows: number;
  /** One full row per letter, or one change per row (`id, field, new_value`). */
  readonly form: "rows" | "long";
  /** Feature columns as in the decisions; categories may have new levels. */
  readonly table: Table;
  /** The observation each letter answers, −1 when not known. It may be one of an accepted person. */
  readonly letterOf: Int32Array;
  /** Row in the file as a spreadsheet counts it; in the long form the first of the letter's rows. */
  readonly rowNumbers: Int32Array;
  /** Warnings and notes. */
  readonly problems: readonly Problem[];
}

/** Every problem of a letters file, and as much of its content as could be read. */
export interface LettersInspection {
  readonly problems: readonly Problem[];
  /** Rows in the file. */
  readonly rows: number;
  /** Null when no letter could be read; otherwise complete only if no problem is an error. */
  readonly draft: Letters | null;
}

const DEFAULTS: Required<LettersOptions> = { id: null, ignore: [], delimiter: null, file: "letters" };

/** Reads a letters file; throws its first problem of severity "error" as an AuditError. */
export function parseLetters(text: TableSource, decisions: Decisions, options: LettersOptions = {}): Letters {
  const { problems, draft } = inspectLetters(text, decisions, options);
  throwFirstError(problems);
  if (draft === null) throw new Error("a letters file without errors has a draft");
  return draft;
}

/** Lists every problem of a letters file. Bad data never throw; options no file could satisfy do. */
export function inspectLetters(text: TableSource, decisions: Decisions, given: LettersOptions = {}): LettersInspection {
  const options = withDefaults("letters", DEFAULTS, given);
  requireTextOrNull("id", options.id);
  requireTextList("ignore", options.ignore);
  requireTextOrNull("delimiter", options.delimiter);
  requireDelimiter(options.delimiter);
  const problems = problemList(options.file);
  const { table, problems: csvProblems } = inspectTable(text, options);
  for (const problem of csvProblems) {
    if (problem.code === "FILE_NO_ROWS") problems.all.push(noLettersProblem(options.file));
    else problems.all.push(problem);
  }
  const draft = table === null ? null : draftLetters(table, decisions, options, problems);
  return { problems: problems.all, rows: table?.rows ?? 0, draft };
}

/** The warning an audit without letters carries: what is lost. */
export function noLettersProblem(file: string | null = null): Problem {
  return {
    severity: "warning",
    code: "NO_LETTERS",
    message:
      `${file === null ? "no letters were given" : `${file} has a header but no letters`}: ` +
      "the model is rebuilt from the decisions alone. " +
      "Methods that read letters are left out, nothing can be said about the explanations people received, " +
      "and the boundary between rejected and accepted is known less well",
    file,
    column: null,
    count: 0,
    rows: [],
  };
}

function draftLetters(
  table: RawTable,
  decisions: Decisions,
  options: Required<LettersOptions>,
  problems: ProblemList,
): Letters {
  const ignored = new Set(options.ignore);
  const header: LongHeader | null = longHeader(table, decisions, options.id, ignored);
  const source = { table, decisions, idName: options.id, ignored };
  const draft = header === null ? lettersFromRows(source, problems) : lettersFromChanges(source, header, problems);
  const read = draft.finish();
  checkLetters(read, decisions, problems);
  return {
    file: options.file,
    delimiter: table.delimiter,
    rows: table.rows,
    form: header === null ? "rows" : "long",
    ...read,
    problems: problems.all,
  };
}
