import { AuditError, requireRunning } from "../../errors.js";
import { csvReader } from "../../input/csv-reader.js";
import type { RowsFile } from "../../input/rows-of.js";
import { fitPca } from "../../math/pca.js";
import type { Embedder } from "../../text/embedder.js";
import type { TextCode } from "../../text/text-code.js";
import { TEXT_DIMENSIONS } from "../../text/text-features.js";
import { embedRecords, noText, textPlace } from "../../text/text-records.js";
import type { PrepareRows } from "../read-rows.js";

/** How files with a column of texts are read. */
export interface TextRowsOptions {
  readonly delimiter?: string | null;
  readonly missing?: readonly string[];
  readonly signal?: AbortSignal;
}

/** A file as records; null where it cannot be cut into records, which its own reader will say better. */
function cut({ text, delimiter }: RowsFile, options: TextRowsOptions) {
  const reader = csvReader({ delimiter: delimiter ?? options.delimiter ?? null });
  const parts = [reader.push(text), reader.end()];
  if (parts.some(({ badQuotes }) => badQuotes.length > 0)) return null;
  const [header, ...records] = parts.flatMap((part) => part.records);
  const rows = parts.flatMap((part) => part.rows).slice(1);
  return header === undefined ? null : { header, records, rows };
}

/**
 * The directions of a column of texts in some files together: everything in the column is embedded, and the 50 directions are kept in which the texts vary most, or as
 * many as there are. A file without the column adds nothing, but the first must have it.
 */
export async function fitTextCode(
  files: readonly { readonly rows: RowsFile; readonly name: string }[],
  column: string,
  embedder: Embedder,
  service: TextCode["service"],
  options: TextRowsOptions = {},
): Promise<TextCode> {
  const isMissing = noText(options.missing);
  const texts: string[] = [];
  for (const [k, { rows, name }] of files.entries()) {
    const table = cut(rows, options);
    if (table === null || (k > 0 && !table.header.some((cell) => cell.trim() === column))) continue;
    const place = textPlace(table.header, column, name);
    for (const record of table.records) {
      const cell = record[place] ?? "";
      if (!isMissing(cell)) texts.push(cell.trim());
    }
  }
  const embedded = await embedder.embed(texts, options.signal);
  requireRunning(options.signal);
  const pca = fitPca(embedded, TEXT_DIMENSIONS);
  if (pca.components.rows === 0) {
    throw new AuditError(
      "COLUMN_CONSTANT",
      `column '${column}': all texts are the same, or none is there; leave --text out`,
      {
        column,
      },
    );
  }
  return { column, embedder: embedder.name, service, pca };
}

/** Puts numbers in place of the texts of a file, row by row; the stamp stays that of the file. A file without the column stays as it is. */
export function textToNumbers(
  code: TextCode,
  embedder: Embedder,
  name: string,
  options: TextRowsOptions = {},
): PrepareRows {
  return async (rows) => {
    const table = cut(rows, options);
    if (table === null || !table.header.some((cell) => cell.trim() === code.column)) {
      if (table?.records.some((record) => record.some((cell) => cell.trim() === code.column)) === true) {
        throw new AuditError(
          "LETTER_FIELD_UNKNOWN",
          `${name}: a letter that changes the text '${code.column}' must be a full row with a column of that name, not a line of field and new value`,
          { file: name, column: code.column },
        );
      }
      return rows;
    }
    const { header, records } = await embedRecords(table, code, embedder, { file: name, ...options });
    const lines = [lineOf(header)];
    table.rows.forEach((row, i) => {
      while (lines.length < row - 1) lines.push(""); // blank lines of the file, so that rows keep their numbers
      lines.push(lineOf(records[i]!));
    });
    return { ...rows, text: `${lines.join("\n")}\n`, delimiter: "," };
  };
}

function lineOf(cells: readonly string[]): string {
  return cells.map(quoted).join(",");
}

/** A cell as it must be written to be read again unchanged; unlike in tables for people, nothing is put before a formula. */
function quoted(cell: string): string {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
