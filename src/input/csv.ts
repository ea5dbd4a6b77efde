import { type CsvBatch, type CsvReader, csvReader } from "./csv-reader.js";
import { asProblem, describeRows, type ProblemList, plural, problemList, quoteValue } from "./problem.js";
import {
  type BrokenRow,
  collectRecords,
  type RawBatch,
  type RawRows,
  type RecordCollector,
  type TableInspection,
} from "./raw-table.js";

/** The content of a file of rows: a text, columns, or what was found in them before, so that it is looked at once. */
export type TableSource = string | RawRows | TableInspection;

export interface TableOptions {
  /** What messages call the file. */
  readonly file: string;
  /** What separates the cells of a text; null: detected. */
  readonly delimiter: string | null;
}

const PIECE_LENGTH = 1 << 16; // characters parsed at a time: small, so that records die young

/**
 * Cuts CSV text into a table. Problems, all of severity "error" unless said otherwise: FILE_NOT_TEXT (NUL
 * characters; a warning for characters lost in decoding), FILE_EMPTY, FILE_NO_ROWS, ROW_RAGGED and QUOTE_UNCLOSED
 * (these rows are left out of the table).
 */
export function inspectCsv(text: string, { file, delimiter: given }: TableOptions): TableInspection {
  const problems = problemList(file);
  if (!checkCharacters(text, file, problems)) return { table: null, problems: problems.all };
  const reader = csvReader({ file, delimiter: given });
  let collector: RecordCollector | null = null;
  const unclosed: number[] = [];
  const ragged: number[] = [];
  let raggedCells = 0; // in the first ragged row
  try {
    for (const batch of batches(text, reader)) {
      const skip = new Set(batch.badQuotes);
      for (const row of skip) unclosed.push(row);
      for (const [i, record] of batch.records.entries()) {
        const row = batch.rows[i] ?? 0;
        if (collector === null) collector = collectRecords(record);
        else if (skip.has(row)) continue;
        else if (record.length === collector.names.length) collector.add(record, row);
        else {
          if (ragged.length === 0) raggedCells = record.length;
          ragged.push(row);
        }
      }
    }
  } catch (error) {
    problems.all.push(asProblem(error));
  }
  if (unclosed.length > 0) {
    const found = { count: unclosed.length, rows: unclosed };
    problems.add(
      "error",
      "QUOTE_UNCLOSED",
      `${file}, ${describeRows(found)}: a quote (") is opened and not closed properly; ` +
        'close it, or write "" for a quote inside a quoted cell',
      found,
    );
  }
  const delimiter = reader.delimiter ?? ",";
  if (ragged.length > 0) {
    const found = { count: ragged.length, rows: ragged };
    const columns = plural(collector?.names.length ?? 0, "column");
    problems.add(
      "error",
      "ROW_RAGGED",
      `${file}, ${describeRows(found)}: ${plural(raggedCells, "cell")} where the header has ${columns}; ` +
        `look for missing or unquoted ${delimiter === "\t" ? "tab" : quoteValue(delimiter)} delimiters in these rows`,
      found,
    );
  }
  return finish(collector?.finish() ?? null, { file, delimiter }, problems);
}

/**
 * What is in a file. Text is cut into cells; an inspection made before is taken as it is, with the delimiter and the
 * file name it was made with. Problems as `inspectCsv` has them, as far as they can occur in columns.
 */
export function inspectTable(given: TableSource, options: TableOptions): TableInspection {
  if (typeof given === "string") return inspectCsv(given, options);
  if ("problems" in given) return given;
  const problems = problemList(options.file);
  const lost = given.columns.reduce((sum, { codes, levels }) => {
    const counts = levels.map((level) => level.split("\uFFFD").length - 1);
    return counts.every((count) => count === 0) ? sum : codes.reduce((total, code) => total + counts[code]!, sum);
  }, 0);
  if (lost > 0) addLost(lost, options.file, problems);
  return finish(given.columns.length === 0 ? null : given, { file: options.file, delimiter: "," }, problems);
}

/**
 * Cuts CSV text that comes in pieces: the rows that each piece completes, in memory bounded by the piece. The first
 * batch has the header and may have no rows; a text without a header gives no batch.
 */
export async function* csvBatches(pieces: AsyncIterable<string>, options: TableOptions): AsyncGenerator<RawBatch> {
  const reader = csvReader(options);
  let header: readonly string[] | null = null;
  function cut({ records, rows, badQuotes }: CsvBatch): RawBatch | null {
    const isFirst = header === null;
    header ??= records[0] ?? null;
    if (header === null || (!isFirst && records.length === 0)) return null;
    const collector = collectRecords(header);
    const bad = new Set(badQuotes);
    const broken = new Map<number, BrokenRow>();
    for (let i = isFirst ? 1 : 0; i < records.length; i++) {
      const record = records[i]!;
      const row = rows[i]!;
      const place = isFirst ? i - 1 : i;
      if (bad.has(row)) broken.set(place, "unclosed");
      else if (record.length !== header.length) broken.set(place, "ragged");
      collector.add(record, row);
    }
    return { ...collector.finish(), broken };
  }
  for await (const piece of pieces) {
    const batch = cut(reader.push(piece));
    if (batch !== null) yield batch;
  }
  const last = cut(reader.end());
  if (last !== null) yield last;
}

function* batches(text: string, reader: CsvReader): Generator<CsvBatch> {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) yield reader.push(text.slice(at, at + PIECE_LENGTH));
  yield reader.end();
}

/** The rows with the name of their file; a file without rows is refused, unless it is refused already. */
function finish(
  rows: RawRows | null,
  { file, delimiter }: { readonly file: string; readonly delimiter: string },
  problems: ProblemList,
): TableInspection {
  const isRefused = problems.all.some((problem) => problem.severity === "error");
  if (!isRefused && rows === null) {
    problems.add("error", "FILE_EMPTY", `${file} is empty; export it again with a header row and one row per person`);
  } else if (!isRefused && rows?.rows === 0) {
    problems.add("error", "FILE_NO_ROWS", `${file} has a header but no rows; export it again with one row per person`);
  }
  return { table: rows && { ...rows, file, delimiter }, problems: problems.all };
}

function checkCharacters(text: string, file: string, problems: ProblemList): boolean {
  if (text.includes("\0")) {
    problems.add(
      "error",
      "FILE_NOT_TEXT",
      `${file} contains NUL characters, so it is not CSV text; ` +
        "a spreadsheet or archive must first be saved as CSV (UTF-8)",
    );
    return false;
  }
  const lost = text.split("\uFFFD").length - 1;
  if (lost > 0) addLost(lost, file, problems);
  return true;
}

function addLost(count: number, file: string, problems: ProblemList): void {
  problems.add(
    "warning",
    "FILE_NOT_TEXT",
    `${file} has ${plural(count, "character")} that were lost when it was decoded (shown as \uFFFD), ` +
      "as in a file in Latin-1; save it again as UTF-8",
    { count },
  );
}
