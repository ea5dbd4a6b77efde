import { AuditError } from "../errors.js";
import { type CsvBatch, csvReader } from "../evidence/csv-reader.js";
import type { Problem } from "../evidence/problem.js";
import { type RecordsReader, recordsReader } from "../evidence/records.js";
import type { Column, Table } from "../evidence/table.js";
import { csvCell } from "../report/tables/csv-cell.js";
import type { Model, Predictions } from "../surrogate/model.js";

/** A model as the scoring of a file needs it. */
export type Scorer = Pick<Model, "features" | "decision"> & {
  predict(table: Table): Pick<Predictions, "margins" | "scores" | "unfamiliar">;
};

export interface ScoringOptions {
  /** Name of the file, for messages. */
  readonly file: string;
  readonly missing: readonly string[];
  /** Null: detected. */
  readonly delimiter: string | null;
  /** Column copied to the output; null for row numbers. */
  readonly id: string | null;
  /** Margins closer to 0 than this are left undecided. */
  readonly abstain: number;
}

/** How the rows of a file came out. */
export interface ScoreCounts {
  readonly rows: number;
  readonly favourable: number;
  readonly unfavourable: number;
  readonly undecided: number;
  readonly unreadable: number;
  /** Readable rows with at least one missing cell. */
  readonly incomplete: number;
  /** Readable rows with a category the model was not fitted on. */
  readonly unfamiliar: number;
}

/** What came of a file: how its rows came out, and why some could not be read. */
export interface ScoredRows {
  readonly counts: ScoreCounts;
  readonly problems: readonly Problem[];
}

/**
 * Scores a CSV text piece by piece: `write` gets the header and one line per row, and the next piece is not asked
 * for before it has resolved. Memory holds one piece and its lines, however long the text. Nothing is written for a
 * text without rows, which is refused.
 */
export async function scoreRows(
  pieces: AsyncIterable<string>,
  scorer: Scorer,
  options: ScoringOptions,
  write: (text: string) => Promise<void>,
  onRows: (rows: number) => void = () => undefined,
): Promise<ScoredRows> {
  const { file, delimiter, id } = options;
  const csv = csvReader({ file, delimiter });
  const counts = { rows: 0, favourable: 0, unfavourable: 0, undecided: 0, unreadable: 0, incomplete: 0, unfamiliar: 0 };
  let reader: RecordsReader | null = null;
  let idPlace: number | null = null;

  async function take(batch: CsvBatch): Promise<void> {
    let body = batch;
    if (reader === null) {
      const [header, ...records] = batch.records;
      if (header === undefined) return;
      reader = recordsReader(scorer.features, header, options);
      idPlace = id === null ? null : placeOf(id, header, file);
      body = { records, rows: batch.rows.slice(1), badQuotes: batch.badQuotes };
    }
    if (body.records.length === 0) return;
    const head = counts.rows === 0 ? `${id === null ? "row" : "id"},decision,score,margin,status\n` : "";
    await write(head + linesOf(body, reader, idPlace, scorer, options.abstain, counts));
    onRows(counts.rows);
  }

  for await (const piece of pieces) await take(csv.push(piece));
  await take(csv.end());
  if (reader === null) {
    throw new AuditError("FILE_EMPTY", `${file} is empty; it needs a header row and one row per person`, { file });
  }
  if (counts.rows === 0) {
    throw new AuditError("FILE_NO_ROWS", `${file} has a header but no rows; export it again with one row per person`, {
      file,
    });
  }
  return { counts, problems: (reader as RecordsReader).problems() };
}

type Tally = { -readonly [Key in keyof ScoreCounts]: number };

function linesOf(
  batch: CsvBatch,
  reader: RecordsReader,
  idPlace: number | null,
  scorer: Scorer,
  abstain: number,
  tally: Tally,
): string {
  const { records, rows } = batch;
  const { table, unreadable } = reader.read(records, rows, batch.badQuotes);
  const { margins, scores, unfamiliar } = scorer.predict(table);
  const incomplete = incompleteRows(table);
  const accepts = csvCell(scorer.decision.favourable);
  const rejects = csvCell(scorer.decision.unfavourable);
  let lines = "";
  for (let i = 0; i < records.length; i++) {
    const label = idPlace === null ? rows[i] : csvCell(records[i]?.[idPlace]?.trim() ?? "");
    if (unreadable[i] === 1) {
      tally.unreadable++;
      lines += `${label},,,,unreadable\n`;
      continue;
    }
    tally.incomplete += incomplete[i]!;
    tally.unfamiliar += unfamiliar[i]!;
    const margin = margins[i]!;
    const numbers = `${scores[i]},${margin}`;
    if (Math.abs(margin) < abstain) {
      tally.undecided++;
      lines += `${label},,${numbers},undecided\n`;
    } else if (margin >= 0) {
      tally.favourable++;
      lines += `${label},${accepts},${numbers},decided\n`;
    } else {
      tally.unfavourable++;
      lines += `${label},${rejects},${numbers},decided\n`;
    }
  }
  tally.rows += records.length;
  return lines;
}

/** 1 for each row with at least one missing cell. */
function incompleteRows(table: Table): Uint8Array {
  const incomplete = new Uint8Array(table.rows);
  for (const column of table.columns) markMissing(column, incomplete);
  return incomplete;
}

function markMissing(column: Column, incomplete: Uint8Array): void {
  if (column.type === "number") {
    const { values } = column;
    for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) incomplete[i] = 1;
  } else {
    const { codes } = column;
    for (let i = 0; i < codes.length; i++) if (codes[i]! < 0) incomplete[i] = 1;
  }
}

function placeOf(id: string, header: readonly string[], file: string): number {
  const names = header.map((name) => name.trim());
  const place = names.indexOf(id);
  if (place < 0) {
    throw new AuditError(
      "COLUMN_MISSING",
      `${file} has no column '${id}' to take ids from; it has ${names.map((name) => `'${name}'`).join(", ")}`,
      { file, column: id, row: 1 },
    );
  }
  return place;
}
