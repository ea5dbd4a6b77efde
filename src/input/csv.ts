import Papa from "papaparse";
import { AuditError } from "../errors.js";
import { collectRecords } from "./collect-records.js";
import { beginsAsJson } from "./json-text.js";
import { jsonRows } from "./library-rows.js";
import {
  asProblem,
  noSightings,
  type Occurrences,
  type Problem,
  type ProblemList,
  plural,
  problemList,
  quoteValue,
  sight,
} from "./problem.js";
import type { RawRows, ReadAs, SheetRows, TableInspection } from "./raw-table.js";
import type { ReadingOptions } from "./reading.js";
import { titleLines } from "./title-lines.js";
import { tooLarge } from "./unpack.js";

/** A text that was not read as any text is. */
export interface DecodedText {
  readonly text: string;
  readonly readAs: ReadAs;
}

/** The content of a file of rows: a text, columns, or what was found in them before, so that it is looked at once. */
export type TableSource = string | DecodedText | SheetRows | RawRows | TableInspection;

export interface TableOptions extends Pick<ReadingOptions, "header" | "skip"> {
  /** What messages call the file. */
  readonly file: string;
  /** What separates the cells of a text; null: detected among comma, semicolon, tab and |. */
  readonly delimiter: string | null;
}

export interface CsvBatch {
  readonly records: readonly (readonly string[])[];
  /** Row of each record as a spreadsheet counts it: the first line of the text is row 1, blank lines count. */
  readonly rows: readonly number[];
  /** Rows in which a quote is opened and not closed properly. */
  readonly badQuotes: ReadonlySet<number>;
}

export const PIECE_LENGTH = 1 << 16; // characters parsed at a time: small, so that records die young
const HEAD_LENGTH = 1 << 18; // characters looked at to detect the delimiter
const LONGEST_RECORD = 1 << 24; // characters; beyond it a quote was surely left open
const MOST_BLANK = 1 << 22; // lines: they cost time, and no file has so many
const DELIMITERS = [",", ";", "\t", "|"];
/** A first line that only tells a spreadsheet the delimiter; read as a header it would have a column without a name. */
const DELIMITER_NOTE = /^(?:sep=([,;\t|])|"sep=([,;\t|])")(?:\r\n|[\r\n]|$)/i;

interface PapaResult {
  readonly data: string[][];
  readonly errors: readonly { readonly type: string; readonly row?: number }[];
  readonly meta: { readonly cursor: number };
}

/**
 * A reader of one CSV text: byte-order mark skipped, delimiter detected or taken from a first line such as `sep=;`,
 * quotes and line ends of any kind understood. The first record is handed out like any other: the header is the
 * caller's to read. Memory is bounded by the piece of text and the longest record.
 */
export function csvReader({ file, delimiter: given }: TableOptions) {
  let rest = "";
  let parser: Papa.Parser | null = null;
  let delimiter: string | null = given;
  let nextRow = 1;
  let started = false;
  let blank = 0;

  function begin(): Papa.Parser {
    const head = rest.slice(0, HEAD_LENGTH);
    const outside = head.replace(/"[^"]*"/g, ""); // a line end within quotes is part of a cell
    const newline = outside.includes("\n") || !outside.includes("\r") ? "\n" : "\r";
    const [note, bare, quoted] = DELIMITER_NOTE.exec(head) ?? [];
    const noted = bare ?? quoted;
    if (note !== undefined && noted !== undefined && (given === null || given === noted)) {
      delimiter = noted;
      rest = rest.slice(note.length); // not counted as a row: no spreadsheet shows it
    }
    delimiter ??= detectDelimiter(head, newline);
    return new Papa.Parser({ delimiter, newline });
  }

  function take(last: boolean): CsvBatch {
    parser ??= begin();
    const result = parser.parse(rest, 0, !last) as PapaResult;
    rest = last ? "" : rest.slice(result.meta.cursor);
    if (rest.length > LONGEST_RECORD) {
      const row = nextRow + result.data.length;
      const why = "Close the quote that was probably opened there";
      const message = `${file}, row ${row}: the row is longer than ${LONGEST_RECORD} characters. ${why}`;
      throw new AuditError("QUOTE_UNCLOSED", message, { file, row });
    }
    const badQuotes = new Set(result.errors.map(({ row = 0 }) => nextRow + row));
    const records: string[][] = [];
    const rows: number[] = [];
    for (const record of result.data) {
      if (!isBlank(record)) {
        records.push(record);
        rows.push(nextRow);
      } else blank++;
      nextRow++;
    }
    if (blank > MOST_BLANK) {
      const message = `${file} has more than ${MOST_BLANK} blank lines. Save it again without them`;
      throw new AuditError("TOO_LARGE", message, { file });
    }
    return { records, rows, badQuotes };
  }

  return {
    /** The delimiter in use; null until enough of the text was seen to detect it. */
    get delimiter() {
      return delimiter;
    },
    push(text: string): CsvBatch {
      rest = started || !text.startsWith("\uFEFF") ? rest + text : text.slice(1);
      started ||= text.length > 0;
      if (parser === null && rest.length < HEAD_LENGTH) return { records: [], rows: [], badQuotes: new Set() };
      return take(false);
    },
    end(): CsvBatch {
      let end = rest.length;
      while (end > 0 && (rest[end - 1] === "\n" || rest[end - 1] === "\r")) end--;
      rest = rest.slice(0, end);
      return take(true);
    },
  };
}

function isBlank(record: readonly string[]): boolean {
  return record.length === 0 || (record.length === 1 && record[0]?.trim() === "");
}

/** The delimiter that cuts the first records into the most even number of cells; a comma when none does. */
function detectDelimiter(head: string, newline: "\n" | "\r"): string {
  const lastEnd = head.length < HEAD_LENGTH ? -1 : head.lastIndexOf(newline);
  const complete = lastEnd > 0 ? head.slice(0, lastEnd) : head;
  const options = { newline, preview: 10, delimitersToGuess: DELIMITERS, skipEmptyLines: "greedy" } as const;
  return Papa.parse<string[]>(complete, options).meta.delimiter;
}

/** The names of the columns of a file that gives none. */
export function placeNames(first: readonly string[]): readonly string[] {
  return first.map((_, j) => `column ${j + 1}`);
}

/**
 * Cuts CSV text into a table. Problems, all of severity "error" unless said otherwise: FILE_NOT_TEXT (NUL
 * characters; a warning for characters lost in decoding), FILE_EMPTY, FILE_NO_ROWS, ROW_RAGGED (a warning where
 * `skip` names broken rows) and QUOTE_UNCLOSED (these rows are left out of the table).
 */
export function inspectCsv(text: string, options: TableOptions): TableInspection {
  const { file, header = true } = options;
  const problems = problemList(file);
  if (text.includes("\0")) {
    const why = "it contains NUL characters, as spreadsheets and archives do";
    problems.add("error", "FILE_NOT_TEXT", `${file} is not CSV: ${why}. Save it as CSV (UTF-8)`);
    return { table: null, problems: problems.all };
  }
  addLost(text.split("\uFFFD").length - 1, problems);
  const reader = csvReader(options);
  let collector: ReturnType<typeof collectRecords> | null = null;
  const unclosed = noSightings();
  const ragged = noSightings();
  let raggedCells = 0; // in the first ragged row
  try {
    for (const { records, rows, badQuotes } of batches(text, reader)) {
      for (const row of badQuotes) sight(unclosed, row);
      const above = collector === null && header ? titleLines(records, rows, problems) : 0;
      for (const [i, record] of records.slice(above).entries()) {
        const row = rows[above + i]!;
        const isFirst = collector === null;
        collector ??= collectRecords(header ? record : placeNames(record), file);
        if (isFirst && header) continue;
        if (badQuotes.has(row)) continue;
        else if (record.length === collector.width) collector.add(record, row);
        else {
          if (ragged.count === 0) raggedCells = record.length;
          sight(ragged, row);
        }
      }
    }
  } catch (error) {
    // a column of more different cells than a map holds
    problems.all.push(asProblem(error instanceof RangeError ? tooLarge(file, { cause: error }) : error));
  }
  const delimiter = reader.delimiter ?? ",";
  reportBroken({ unclosed, ragged, raggedCells, width: collector?.width ?? 0, delimiter }, options, problems);
  return finish(collector?.finish() ?? null, delimiter, problems);
}

/** Rows that could not be cut into the cells of the first. */
export interface BrokenRows {
  readonly unclosed: Occurrences;
  readonly ragged: Occurrences;
  /** In the first ragged row. */
  readonly raggedCells: number;
  /** Cells that each row should have. */
  readonly width: number;
  readonly delimiter: string;
}

/** Reports QUOTE_UNCLOSED and ROW_RAGGED. */
export function reportBroken(
  { unclosed, ragged, raggedCells, width, delimiter }: BrokenRows,
  { header = true, skip = [] }: Pick<TableOptions, "header" | "skip">,
  problems: ProblemList,
): void {
  const close = 'Close it, or write "" for a quote inside a quoted cell';
  problems.report("error", "QUOTE_UNCLOSED", unclosed, `a quote (") is not closed properly. ${close}`);
  const first = `the ${header ? "header" : "first row"} has ${plural(width, "column")}`;
  const separator = delimiter === "\t" ? "tab" : quoteValue(delimiter);
  const isLeftOut = skip.includes("broken");
  const look = `Look for a missing or unquoted ${separator}, or leave such rows out (--skip broken)`;
  const found = `${plural(raggedCells, "cell")} where ${first}${isLeftOut ? "; left out" : `. ${look}`}`;
  problems.report(isLeftOut ? "warning" : "error", "ROW_RAGGED", ragged, found);
}

/**
 * What is in a file. Text is cut into cells; an inspection made before is taken as it is, with the delimiter and the
 * file name it was made with. Problems as `inspectCsv` has them, as far as they can occur in columns.
 */
export function inspectTable(given: TableSource, options: TableOptions): TableInspection {
  if (typeof given === "string") return beginsAsJson(given) ? inspectJson(given, options) : inspectCsv(given, options);
  if ("problems" in given) return given;
  if ("text" in given) return withNotes(inspectCsv(given.text, options), given.readAs, options.file);
  if ("records" in given) return withNotes(inspectRecords(given, options), given.readAs, options.file);
  const problems = problemList(options.file);
  const lost = given.columns.reduce((sum, { codes, levels }) => {
    const counts = levels.map((level) => level.split("\uFFFD").length - 1);
    return counts.every((count) => count === 0) ? sum : codes.reduce((total, code) => total + counts[code]!, sum);
  }, 0);
  addLost(lost, problems);
  return finish(given.columns.length === 0 ? null : given, ",", problems);
}

function inspectJson(text: string, options: TableOptions): TableInspection {
  try {
    return inspectTable(jsonRows(text, options.file), options);
  } catch (error) {
    return { table: null, problems: [asProblem(error)] };
  }
}

function* batches(text: string, reader: ReturnType<typeof csvReader>): Generator<CsvBatch> {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) yield reader.push(text.slice(at, at + PIECE_LENGTH));
  yield reader.end();
}

/** The rows with the name of their file; a file without rows is refused, unless it is refused already. */
export function finish(rows: RawRows | null, delimiter: string, problems: ProblemList): TableInspection {
  const { file, all } = problems;
  const isRefused = all.some((problem) => problem.severity === "error");
  if (!isRefused && rows === null) {
    problems.add("error", "FILE_EMPTY", `${file} is empty. Export it again with a header row and one row per person`);
  } else if (!isRefused && rows?.rows === 0) {
    problems.add("error", "FILE_NO_ROWS", `${file} has a header but no rows. Export it again with one row per person`);
  }
  return { table: rows && { ...rows, file, delimiter }, problems: all };
}

/** The rows of a sheet; its first row names the columns, as in a text. */
function inspectRecords({ records, rowNumbers }: SheetRows, options: TableOptions): TableInspection {
  const { file, header = true } = options;
  const problems = problemList(file);
  const [first] = records;
  if (first === undefined) return finish(null, ",", problems);
  const collector = collectRecords(header ? first : placeNames(first), file);
  for (const [k, record] of records.entries()) if (k > 0 || !header) collector.add(record, rowNumbers[k]!);
  return finish(collector.finish(), ",", problems);
}

/** What was found in a file, after notes of how it was read. */
function withNotes({ table, problems }: TableInspection, readAs: ReadAs, file: string): TableInspection {
  return { table, problems: [...readingNotes(readAs, file), ...problems] };
}

export function readingNotes({ encoding, sheet, unvalued = 0 }: ReadAs, file: string): readonly Problem[] {
  const notes = problemList(file);
  if (sheet !== undefined) {
    const words = `${file}: the sheet ${quoteValue(sheet)} was read, the first with a table`;
    notes.add(
      "note",
      "SHEET_CHOSEN",
      `${words}. If that is wrong, name another (--sheet, for letters --letters-sheet)`,
    );
  }
  if (unvalued > 0) {
    const words = `${file}: ${plural(unvalued, "formula")} without a stored value read as empty`;
    const advice = "Open the file in a spreadsheet program and save it again";
    notes.add("warning", "FORMULA_UNVALUED", `${words}. ${advice}`, { count: unvalued });
  }
  if (encoding !== undefined) {
    const words = `${file} is not UTF-8 and was read as ${encoding}`;
    notes.add("note", "ENCODING_GUESSED", `${words}. If words look wrong, save it again as CSV (UTF-8)`);
  }
  return notes.all;
}

function addLost(count: number, problems: ProblemList): void {
  if (count === 0) return;
  const lost = `${plural(count, "character")} that were lost in decoding (shown as \uFFFD)`;
  const message = `${problems.file} has ${lost}, as in a Latin-1 file. Save the original again as UTF-8`;
  problems.add("warning", "FILE_NOT_TEXT", message, { count });
}
