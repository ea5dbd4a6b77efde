import Papa from "papaparse";
import { AuditError } from "../errors.js";

/** Records of a CSV text that are complete so far; blank lines are left out. */
export interface CsvBatch {
  readonly records: readonly (readonly string[])[];
  /** Row of each record as a spreadsheet counts it: the first line of the text is row 1, blank lines count. */
  readonly rows: readonly number[];
  /** Rows in which a quote is opened and not closed properly. */
  readonly badQuotes: readonly number[];
}

/** Reads CSV text piece by piece, in memory bounded by the piece and the longest record. */
export interface CsvReader {
  /** The records completed by this piece of the text. */
  push(text: string): CsvBatch;
  /** The records left at the end of the text. */
  end(): CsvBatch;
  /** The delimiter in use; null until enough of the text was seen to detect it. */
  readonly delimiter: string | null;
}

export interface CsvReaderOptions {
  /** Name of the file, for messages. @default "the text" */
  readonly file?: string;
  /** Cell delimiter. @default detected among comma, semicolon, tab and | */
  readonly delimiter?: string | null;
}

const HEAD_LENGTH = 1 << 18; // characters looked at to detect the delimiter
const LONGEST_RECORD = 1 << 24; // characters; beyond it a quote was surely left open
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
 * caller's to read.
 */
export function csvReader({ file = "the text", delimiter: given = null }: CsvReaderOptions = {}): CsvReader {
  let rest = "";
  let parser: Papa.Parser | null = null;
  let delimiter: string | null = given;
  let nextRow = 1;
  let started = false;

  function begin(): Papa.Parser {
    const head = rest.slice(0, HEAD_LENGTH);
    const newline = head.includes("\n") || !head.includes("\r") ? "\n" : "\r";
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
      throw new AuditError(
        "QUOTE_UNCLOSED",
        `${file}, row ${nextRow + result.data.length}: the record is longer than ${LONGEST_RECORD} characters; ` +
          "a quote was probably opened there and never closed",
        { file, row: nextRow + result.data.length },
      );
    }
    const badQuotes = new Set<number>();
    for (const error of result.errors) badQuotes.add(nextRow + (error.row ?? 0));
    const records: string[][] = [];
    const rows: number[] = [];
    for (const record of result.data) {
      if (!isBlank(record)) {
        records.push(record);
        rows.push(nextRow);
      }
      nextRow++;
    }
    return { records, rows, badQuotes: [...badQuotes] };
  }

  return {
    get delimiter() {
      return delimiter;
    },
    push(text) {
      rest = started || !text.startsWith("\uFEFF") ? rest + text : text.slice(1);
      started ||= text.length > 0;
      if (parser === null && rest.length < HEAD_LENGTH) return { records: [], rows: [], badQuotes: [] };
      return take(false);
    },
    end() {
      let end = rest.length;
      while (end > 0 && (rest[end - 1] === "\n" || rest[end - 1] === "\r")) end--;
      rest = rest.slice(0, end);
      return take(true);
    },
  };
}

/** Whether `delimiter` can separate cells. */
export function isDelimiter(delimiter: string): boolean {
  return delimiter.length > 0 && !/["\r\n\uFEFF]/.test(delimiter);
}

function isBlank(record: readonly string[]): boolean {
  return record.length === 0 || (record.length === 1 && record[0]?.trim() === "");
}

/** The delimiter that cuts the first records into the most even number of cells; a comma when none does. */
function detectDelimiter(head: string, newline: "\n" | "\r"): string {
  const lastEnd = head.length < HEAD_LENGTH ? -1 : head.lastIndexOf(newline);
  const complete = lastEnd > 0 ? head.slice(0, lastEnd) : head;
  const { meta } = Papa.parse<string[]>(complete, {
    newline,
    preview: 10,
    delimitersToGuess: DELIMITERS,
    skipEmptyLines: "greedy",
  });
  return meta.delimiter;
}
