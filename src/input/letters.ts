import { withDefaults } from "../options.js";
import { inspectTable, type TableSource } from "./csv.js";
import { checkCategoryCount, MOST_CATEGORIES } from "./decision-checks.js";
import type { Decisions } from "./decisions.js";
import { lettersFromChanges } from "./letter-changes.js";
import type { CompletedLetters } from "./letter-draft.js";
import { lettersFromRows } from "./letter-forms.js";
import { type LettersSource, type LongHeader, longHeader, reasonColumns } from "./letter-header.js";
import { letterReadings } from "./letter-readings.js";
import { noLetters, reasonsIn } from "./letter-reasons.js";
import { checkPlausible } from "./letters-plausible.js";
import { hasNoField, readingOf, refuseIdleLetters, refuseWithoutField } from "./letters-understood.js";
import { namedAsDecisions, reportLibrary } from "./library-letters.js";
import { columnHint } from "./nearest-name.js";
import {
  type Inspection,
  listValues,
  noSightings,
  type Problem,
  type ProblemList,
  plural,
  problemList,
  settled,
  sight,
} from "./problem.js";
import type { RawTable } from "./raw-table.js";
import {
  READING_DEFAULTS,
  type ReadingOptions,
  requireReading,
  requireTextList,
  requireTextOrNull,
} from "./reading.js";
import type { GivenReasons } from "./reasons.js";
import type { Table } from "./table.js";
import { refuseUnconfirmed, type UnderstoodText, understoodText } from "./understood-text.js";

/** How to read a letters file; everything else follows from the decisions it belongs to. */
export interface LettersOptions extends ReadingOptions {
  /** The column with the person's id. @default named as in the decisions file; `id` in the long form */
  readonly id?: string | null;
  /** Columns with reasons for refusals. @default those named like `reason` or `denial_reason-1` */
  readonly reasonColumns?: readonly string[] | null;
  /** Columns to leave unread, such as the text of the letter. @default none */
  readonly ignore?: readonly string[];
  /** Name of the file, for messages. @default "letters" */
  readonly file?: string;
}

/** Counterfactual letters, each completed to a full row. Arrays have one entry per letter. */
export interface Letters {
  readonly file: string;
  readonly delimiter: string;
  /** Rows in the file. */
  readonly rows: number;
  /**
   * One full row per letter; one change per row (`id, field, new_value`, a difference or a threshold); or nothing but
   * reasons.
   */
  readonly form: "rows" | "long" | "reasons";
  /** Feature columns as in the decisions; categories may have new levels. */
  readonly table: Table;
  /** The observation each letter answers, −1 when not known. It may be one of an accepted person. */
  readonly letterOf: Int32Array;
  /** Row in the file as a spreadsheet counts it; in the long form the first of the letter's rows. */
  readonly rowNumbers: Int32Array;
  /** 1 for a letter whose every change is a threshold: one step short of it the person is still refused. */
  readonly isThreshold: Uint8Array;
  /** The reasons that the file gives; null without a column of them. */
  readonly reasons: GivenReasons | null;
  /** The file as written: it may say which classes a letter lies between. */
  readonly cells: RawTable;
  /** The columns of the long form; null for other forms. */
  readonly long: LongHeader | null;
  /** Warnings and notes. */
  readonly problems: readonly Problem[];
}

/** Every problem of a letters file; the draft is null when no letter could be read. */
export interface LettersInspection extends Inspection<Letters> {
  /** What a file of free text seems to say, which must be confirmed before it is used. @default null */
  readonly understood?: UnderstoodText | null;
}

const DEFAULTS: Required<LettersOptions> = {
  id: null,
  reasonColumns: null,
  ignore: [],
  ...READING_DEFAULTS,
  file: "letters",
};

/** Reads a letters file; throws its first problem of severity "error" as an AuditError. */
export function parseLetters(text: TableSource, decisions: Decisions, options: LettersOptions = {}): Letters {
  return settled(inspectLetters(text, decisions, options));
}

/** Lists every problem of a letters file. Bad data never throw; options no file could satisfy do. */
export function inspectLetters(text: TableSource, decisions: Decisions, given: LettersOptions = {}): LettersInspection {
  const options = withDefaults("letters", DEFAULTS, given);
  requireTextOrNull("id", options.id);
  requireTextList("ignore", options.ignore);
  if (options.reasonColumns !== null) requireTextList("reasonColumns", options.reasonColumns);
  requireReading(options);
  const { file } = options;
  const problems = problemList(file);
  const { table: written, problems: found } = inspectTable(text, options);
  problems.all.push(...found.map((problem) => (problem.code === "FILE_NO_ROWS" ? noLettersProblem(file) : problem)));
  const table = written && namedAsDecisions(written, decisions, problems);
  if (table === null) return { problems: problems.all, rows: written?.rows ?? 0, draft: null };
  reportLibrary(table, problems);
  checkNames(table, options, problems);
  const plain = sourceOf(table, decisions, options);
  const long = longHeader(plain);
  const source = { ...plain, decisions: { ...decisions, readings: letterReadings(plain, long, problems) } };
  const form = long !== null ? "long" : source.reasons !== null && hasNoField(source) ? "reasons" : "rows";
  if (form === "rows" && table.rows > 0 && hasNoField(source)) {
    const understood = understoodText(source);
    const isText = understood?.letters.some(({ statements }) => statements.length > 0) === true;
    if (isText) refuseUnconfirmed(understood, problems);
    else refuseWithoutField(source, problems);
    return { problems: problems.all, rows: table.rows, draft: null, understood: isText ? understood : null };
  }
  const drafted =
    long !== null
      ? lettersFromChanges(source, long, problems)
      : form === "rows"
        ? lettersFromRows(source, problems)
        : noLetters(source, problems);
  const reasons = reasonsIn(source, long, problems);
  if (form === "reasons" && table.rows > 0) problems.all.push(noLettersProblem(file, true));
  const leavesOut = options.skip.includes("unreadable");
  const read = drafted.finish(leavesOut);
  if (leavesOut) problems.all.splice(0, Number.POSITIVE_INFINITY, ...problems.all.map(asLeftOut));
  const hasErrors = problems.all.some(({ severity }) => severity === "error");
  const isUnclear = problems.all.some(({ code }) => code === "LETTER_CHANGE_UNCLEAR");
  const isRefused = isUnclear || (!hasErrors && refuseIdleLetters(source, long, read, problems));
  if (!isRefused) checkLetters(read, decisions, problems);
  const { rows, delimiter } = table;
  const draft: Letters = { file, delimiter, rows, form, ...read, reasons, cells: table, long, problems: problems.all };
  return { problems: problems.all, rows, draft };
}

/** The file with the columns that are to be left unread, or hold reasons and so no values. */
function sourceOf(table: RawTable, decisions: Decisions, options: Required<LettersOptions>): LettersSource {
  const { id: idName, ignore, skip, reasonColumns: given } = options;
  const whole = { table, decisions, idName, ignored: new Set(ignore), skip };
  const reasons = reasonColumns(whole, given);
  const apart = reasons === null ? [] : [...reasons.columns, ...[reasons.direction ?? []].flat()];
  return { ...whole, ignored: new Set([...ignore, ...apart.map(({ name }) => name)]), reasons };
}

/** Refuses names of columns that the file does not have: what they were meant for would not happen. */
function checkNames(
  { columns }: RawTable,
  { id, ignore, reasonColumns: reasons, file }: Required<LettersOptions>,
  problems: ProblemList,
): void {
  const names = columns.map(({ name }) => name).filter((name) => name !== "");
  const given = [
    ...(id === null ? [] : [[id, "the letters' id"]]),
    ...ignore.map((name) => [name, "to be left unread"]),
    ...(reasons ?? []).map((name) => [name, "reasons"]),
  ];
  for (const [column = "", role] of given) {
    if (names.includes(column)) continue;
    const message = `${file} has no column '${column}' (named as ${role}). ${columnHint(column, names)}`;
    problems.add("error", "COLUMN_UNKNOWN", message, { column });
  }
}

/** What is wrong with letters that were left out for it, as a warning. */
function asLeftOut(problem: Problem): Problem {
  const isAbout = problem.code === "LETTER_VALUE_UNPARSABLE" || problem.code === "LETTER_CONTRADICTS";
  if (!isAbout || problem.severity !== "error") return problem;
  return { ...problem, severity: "warning", message: `${problem.message}. Left out: the whole letter` };
}

/** The warning an audit without letters carries: what is lost, also where people were told reasons instead. */
export function noLettersProblem(file: string | null = null, toldReasons = false): Problem {
  const has = toldReasons ? "reasons without values" : "a header";
  return {
    severity: "warning",
    code: "NO_LETTERS",
    message:
      `${file === null ? "there are no letters" : `${file} has ${has} but no letters`}, ` +
      `so the model is rebuilt ${toldReasons ? "without them" : "from the decisions alone"}. Methods that read ` +
      "letters are left out, the report cannot say " +
      `${toldReasons ? "how much would have been enough" : "what letters ask of people"}, and the line between ` +
      "approved and refused is less exact",
    file,
    column: null,
    count: 0,
    rows: [],
  };
}

/** Warns of letters that are odd as explanations: to accepted people, without a change, or changing the immutable. */
function checkLetters(letters: CompletedLetters, decisions: Decisions, problems: ProblemList): void {
  const { letterOf, rowNumbers } = letters;
  checkNewCategories(letters, decisions, problems);
  checkPlausible(letters, decisions, problems);
  const { features, decision } = decisions.schema;
  const best = (decisions.classes?.length ?? 2) - 1;
  const toAccepted = noSightings();
  for (const [k, person] of letterOf.entries()) {
    if (person >= 0 && decisions.decisions[person] === best) sight(toAccepted, rowNumbers[k]!);
  }
  const { unchanged, changed } = readingOf(letters, decisions);
  const goes = toAccepted.count === 1 ? "goes" : "go";
  const already = `${plural(toAccepted.count, "letter")} ${goes} to people who already got '${decision.favourable}'`;
  problems.report("warning", "LETTER_TO_ACCEPTED", toAccepted, `${already}. Letters answer refusals: check the ids`);
  const nothing = "the letter changes no feature of the person it answers";
  problems.report("warning", "LETTER_WITHOUT_CHANGE", unchanged, nothing);
  for (const [f, { name: column, immutable }] of features.entries()) {
    if (!immutable) continue;
    const found = { column, ...changed[f]! };
    const asks = `${plural(found.count, "letter")} ${found.count === 1 ? "asks" : "ask"} to change`;
    const words = `${asks} ${listValues([column])}, which is marked immutable`;
    problems.report("warning", "LETTER_CHANGES_IMMUTABLE", found, words);
  }
}

/** Refuses a feature that only the letters' new values give too many levels. */
function checkNewCategories({ table }: CompletedLetters, decisions: Decisions, problems: ProblemList): void {
  for (const [f, column] of table.columns.entries()) {
    const observed = decisions.observations.columns[f];
    if (column.type !== "category" || observed?.type !== "category" || observed.levels.length > MOST_CATEGORIES)
      continue;
    const levels = new Set([...observed.levels, ...column.levels]);
    checkCategoryCount(column.name, levels.size, `${decisions.file} with ${problems.file}`, problems);
  }
}
