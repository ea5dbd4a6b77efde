import { type CsvBatch, type CsvReader, csvReader } from "./csv-reader.js";
import { asProblem, describeRows, type Problem, type ProblemList, plural, problemList, quoteValue } from "./problem.js";

/** A column as written: `levels[codes[i]]` is the trimmed cell of row i; levels are in order of first occurrence. */
export interface RawColumn {
  readonly name: string;
  readonly codes: Int32Array;
  readonly levels: readonly string[];
}

/** A CSV file cut into trimmed cells, column by column, nothing interpreted yet. */
export interface RawTable {
  readonly file: string;
  readonly delimiter: string;
  readonly rows: number;
  /** Row of each record as a spreadsheet counts it: the header is row 1, blank lines count. */
  readonly rowNumbers: Int32Array;
  readonly columns: readonly RawColumn[];
}

/** The table, null when the text has none, and everything wrong with the text. */
export interface CsvInspection {
  readonly table: RawTable | null;
  readonly problems: readonly Problem[];
}

/** A CSV text, or what `inspectCsv` found in it: cut once, it can be looked at many times. */
export type CsvText = string | CsvInspection;

export interface CsvOptions {
  readonly file: string;
  readonly delimiter: string | null;
}

const PIECE_LENGTH = 1 << 16; // characters parsed at a time: small, so that records die young

/**
 * Cuts CSV text into a table. Problems, all of severity "error" unless said otherwise: FILE_NOT_TEXT (NUL
 * characters; a warning for characters lost in decoding), FILE_EMPTY, FILE_NO_ROWS, ROW_RAGGED and QUOTE_UNCLOSED
 * (these rows are left out of the table).
 */
export function inspectCsv(text: string, { file, delimiter }: CsvOptions): CsvInspection {
  const problems = problemList(file);
  if (!checkCharacters(text, file, problems)) return { table: null, problems: problems.all };
  const reader = csvReader({ file, delimiter });
  let builder: TableBuilder | null = null;
  const unclosed: number[] = [];
  try {
    for (const batch of batches(text, reader)) {
      const skip = new Set(batch.badQuotes);
      for (const row of skip) unclosed.push(row);
      for (const [i, record] of batch.records.entries()) {
        const row = batch.rows[i] ?? 0;
        if (builder === null) builder = tableBuilder(record);
        else if (!skip.has(row)) builder.add(record, row);
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
      `${file}, ${describeRows(found)}: a quote (") is opened and not closed properly; close it, or write "" for a quote inside a quoted cell`,
      found,
    );
  }
  const table = finish(builder, file, reader.delimiter ?? ",", problems);
  return { table, problems: problems.all };
}

/** The inspection of a text; one made before is taken as it is, with the delimiter and the file name it was made with. */
export function inspectedCsv(given: CsvText, options: CsvOptions): CsvInspection {
  return typeof given === "string" ? inspectCsv(given, options) : given;
}

function* batches(text: string, reader: CsvReader): Generator<CsvBatch> {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) yield reader.push(text.slice(at, at + PIECE_LENGTH));
  yield reader.end();
}

function finish(builder: TableBuilder | null, file: string, delimiter: string, problems: ProblemList): RawTable | null {
  const broken = problems.all.some((problem) => problem.severity === "error");
  if (builder === null) {
    if (!broken)
      problems.add("error", "FILE_EMPTY", `${file} is empty; export it again with a header row and one row per person`);
    return null;
  }
  const { ragged, raggedExample } = builder;
  if (ragged.length > 0) {
    const found = { count: ragged.length, rows: ragged };
    problems.add(
      "error",
      "ROW_RAGGED",
      `${file}, ${describeRows(found)}: ${plural(raggedExample, "cell")} where the header has ${plural(builder.names.length, "column")}; ` +
        `look for missing or unquoted ${delimiter === "\t" ? "tab" : quoteValue(delimiter)} delimiters in these rows`,
      found,
    );
  } else if (builder.rows() === 0 && !broken) {
    problems.add("error", "FILE_NO_ROWS", `${file} has a header but no rows; export it again with one row per person`);
  }
  return builder.finish(file, delimiter);
}

function checkCharacters(text: string, file: string, problems: ProblemList): boolean {
  if (text.includes("\0")) {
    problems.add(
      "error",
      "FILE_NOT_TEXT",
      `${file} contains NUL characters, so it is not CSV text; a spreadsheet or archive must first be saved as CSV (UTF-8)`,
    );
    return false;
  }
  if (text.includes("\uFFFD")) {
    const count = text.split("\uFFFD").length - 1;
    problems.add(
      "warning",
      "FILE_NOT_TEXT",
      `${file} has ${plural(count, "character")} that were lost when it was decoded (shown as \uFFFD), as in a file in Latin-1; save it again as UTF-8`,
      { count },
    );
  }
  return true;
}

interface TableBuilder {
  readonly names: readonly string[];
  readonly ragged: readonly number[];
  /** Cells in the first ragged row. */
  readonly raggedExample: number;
  add(record: readonly string[], row: number): void;
  rows(): number;
  finish(file: string, delimiter: string): RawTable;
}

/** Collects records into dictionary-coded columns, so each distinct cell is trimmed and later parsed once. */
function tableBuilder(header: readonly string[]): TableBuilder {
  const names = header.map((name) => name.trim());
  const width = names.length;
  const lookups = names.map(() => new Map<string, number>());
  const levels = names.map((): string[] => []);
  const ragged: number[] = [];
  let codes = names.map(() => new Int32Array(64));
  let rowNumbers = new Int32Array(64);
  let rows = 0;
  let raggedExample = 0;

  function grow(): void {
    codes = codes.map(doubled);
    rowNumbers = doubled(rowNumbers);
  }

  /** The code of a cell not seen before as it is written; trimmed it may be known. */
  function newCode(column: number, cell: string): number {
    const lookup = lookups[column]!;
    const trimmed = cell.trim();
    let code = trimmed === cell ? undefined : lookup.get(trimmed);
    if (code === undefined) {
      code = levels[column]!.push(trimmed) - 1;
      lookup.set(trimmed, code);
    }
    if (trimmed !== cell) lookup.set(cell, code);
    return code;
  }

  return {
    names,
    ragged,
    get raggedExample() {
      return raggedExample;
    },
    rows: () => rows,
    add(record, row) {
      if (record.length !== width) {
        if (ragged.length === 0) raggedExample = record.length;
        ragged.push(row);
        return;
      }
      if (rows === rowNumbers.length) grow();
      for (let j = 0; j < width; j++) {
        const cell = record[j]!;
        codes[j]![rows] = lookups[j]!.get(cell) ?? newCode(j, cell);
      }
      rowNumbers[rows++] = row;
    },
    finish: (file, delimiter) => ({
      file,
      delimiter,
      rows,
      rowNumbers: rowNumbers.slice(0, rows),
      columns: names.map((name, j) => ({ name, codes: codes[j]!.slice(0, rows), levels: levels[j]! })),
    }),
  };
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
