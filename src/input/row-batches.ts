import { collectRecords } from "./collect-records.js";
import {
  type CsvBatch,
  csvReader,
  inspectTable,
  PIECE_LENGTH,
  placeNames,
  readingNotes,
  type TableOptions,
  type TableSource,
} from "./csv.js";
import { problemList, settled } from "./problem.js";
import type { BrokenRow, RawBatch, TableInspection } from "./raw-table.js";
import { titleLines } from "./title-lines.js";

/**
 * Cuts CSV text that comes in pieces: the rows that each piece completes, in memory bounded by the piece. The first
 * batch has the header and may have no rows; a text without a header gives no batch.
 */
export async function* csvBatches(
  pieces: AsyncIterable<string>,
  options: Pick<TableOptions, "file" | "delimiter" | "header">,
): AsyncGenerator<RawBatch> {
  const { file, header: hasHeader = true } = options;
  const reader = csvReader(options);
  const titles = problemList(file);
  let header: readonly string[] | null = null;
  function cut({ records, rows, badQuotes }: CsvBatch): RawBatch | null {
    const isFirst = header === null;
    let start = 0;
    if (header === null && records.length > 0) {
      const above = hasHeader ? titleLines(records, rows, titles) : 0;
      header = hasHeader ? records[above]! : placeNames(records[0]!);
      start = hasHeader ? above + 1 : 0;
    }
    if (header === null || (!isFirst && records.length === 0)) return null;
    const collector = collectRecords(header, file);
    const broken = new Map<number, BrokenRow>();
    for (let i = start; i < records.length; i++) {
      const record = records[i]!;
      const row = rows[i]!;
      if (badQuotes.has(row)) broken.set(i - start, "unclosed");
      else if (record.length !== header.length) broken.set(i - start, record.length);
      collector.add(record, row);
    }
    const found = { ...collector.finish(), broken };
    return isFirst ? { ...found, delimiter: reader.delimiter ?? ",", notes: titles.all } : found;
  }
  for await (const piece of pieces) {
    const batch = cut(reader.push(piece));
    if (batch !== null) yield batch;
  }
  const last = cut(reader.end());
  if (last !== null) yield last;
}

/**
 * The rows of a file that was read whole, as if it had come in pieces: in a text, rows that cannot be cut stay among
 * them. Throws for other files without a table.
 */
export async function* tableBatches(
  given: Exclude<TableSource, TableInspection>,
  options: TableOptions,
): AsyncGenerator<RawBatch> {
  const decoded = typeof given === "object" && "text" in given ? given : null;
  const text = typeof given === "string" ? given : decoded?.text;
  if (text === undefined) {
    const { table, problems } = inspectTable(given, options);
    yield { ...settled({ draft: table, problems, rows: 0 }), broken: new Map(), notes: problems };
    return;
  }
  let notes = decoded === null ? [] : readingNotes(decoded.readAs, options.file);
  for await (const batch of csvBatches(piecesOf(text), options)) {
    yield { ...batch, notes: [...notes, ...(batch.notes ?? [])] };
    notes = [];
  }
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) yield text.slice(at, at + PIECE_LENGTH);
}
