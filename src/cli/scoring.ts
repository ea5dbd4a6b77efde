import type { OutputColumn } from "../document/columnar.js";
import { safeCsvCell } from "../document/csv.js";
import { AuditError } from "../errors.js";
import { type FeatureReader, type FeatureRows, featureReader } from "../input/feature-reader.js";
import type { Problem } from "../input/problem.js";
import { cellAt, type RawBatch } from "../input/raw-table.js";
import type { Table } from "../input/table.js";
import type { Model, Predictions } from "../surrogate/model.js";

export type Scorer = Pick<Model, "features"> & {
  readonly decision: ScorerDecision;
  /** With more than two classes, `answers` says which; score and margin are then about that answer. */
  predict(table: Table): Pick<Predictions, "margins" | "scores" | "unfamiliar"> & { readonly answers?: Uint8Array };
};

export type ScorerDecision = Model["decision"] & {
  /** All answers, the least favourable first. @default the two */
  readonly classes?: readonly string[];
};

export function answerWords({ unfavourable, favourable, classes }: ScorerDecision): readonly string[] {
  return classes ?? [unfavourable, favourable];
}

export interface ScoringOptions {
  readonly file: string;
  readonly missing: readonly string[];
  /** Column copied to the output; null for row numbers. */
  readonly id: string | null;
  /** Margins closer to 0 than this are left undecided. */
  readonly abstain: number;
  /** Done with the rows before they are read, such as putting numbers in place of texts. @default nothing */
  readonly prepare?: (batch: RawBatch) => Promise<RawBatch>;
}

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
  /** Rows by answer, where there are more than two. */
  readonly classes?: readonly number[];
}

const STATUS_WORDS = ["decided", "undecided", "unreadable"] as const;

/** Scored rows, in their order; arrays have one entry per row. */
export interface ScoredBatch {
  /** The id, or the row of the file. */
  readonly labels: readonly (string | number)[];
  /** 1 = favourable, or the place among the classes; read only where the row is decided. */
  readonly answers: Uint8Array;
  readonly scores: Float64Array;
  readonly margins: Float64Array;
  /** Place in the words for it: 0 decided, 1 undecided, 2 unreadable. */
  readonly statuses: Uint8Array;
}

/**
 * Scores a file batch by batch: `take` gets the rows of a batch, and the next one is not asked for before it has
 * resolved. Memory holds one batch, however long the file. A file without rows is refused.
 */
export async function scoreRows(
  batches: AsyncIterable<RawBatch>,
  scorer: Scorer,
  options: ScoringOptions,
  take: (batch: ScoredBatch) => Promise<void>,
): Promise<{ readonly counts: ScoreCounts; readonly problems: readonly Problem[] }> {
  const { file, id, prepare } = options;
  const { classes } = scorer.decision;
  const none = { rows: 0, favourable: 0, unfavourable: 0, undecided: 0, unreadable: 0, incomplete: 0, unfamiliar: 0 };
  const counts: Tally = { ...none, ...(classes && { classes: classes.map(() => 0) }) };
  let reader: FeatureReader | null = null;
  let idPlace: number | null = null;
  const notes: Problem[] = [];
  for await (const given of batches) {
    notes.push(...(given.notes ?? []));
    const batch = (await prepare?.(given)) ?? given;
    if (reader === null) {
      const names = batch.columns.map(({ name }) => name);
      reader = featureReader(scorer.features, names, options);
      idPlace = id === null ? null : placeOf(id, names, file);
    }
    if (batch.rows === 0) continue;
    const read = reader.read(batch);
    const { rows, rowNumbers } = batch;
    const column = idPlace === null ? null : batch.columns[idPlace]!;
    const labels = column === null ? Array.from(rowNumbers) : Array.from({ length: rows }, (_, i) => cellAt(column, i));
    await take({ labels, ...scoredRows(read, scorer, options.abstain, counts) });
  }
  if (reader === null) {
    throw new AuditError("FILE_EMPTY", `${file} is empty. Export it again with a header row and one row per person`, {
      file,
    });
  }
  if (counts.rows === 0) {
    const message = `${file} has a header but no rows. Export it again with one row per person`;
    throw new AuditError("FILE_NO_ROWS", message, { file });
  }
  return { counts, problems: [...notes, ...reader.problems()] };
}

export function scoresHead(id: string | null): string {
  return `${id === null ? "row" : "id"},decision,score,margin,status\n`;
}

export function scoresCsv(batch: ScoredBatch, decision: Scorer["decision"]): string {
  const words = answerWords(decision).map(safeCsvCell);
  const { labels, answers, scores, margins, statuses } = batch;
  let lines = "";
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    const status = statuses[i]!;
    const shown = typeof label === "number" ? label : safeCsvCell(label);
    const word = status === 0 ? words[answers[i]!] : "";
    if (status === 2) lines += `${shown},,,,unreadable\n`;
    else lines += `${shown},${word},${scores[i]},${margins[i]},${STATUS_WORDS[status]}\n`;
  }
  return lines;
}

export function scoresColumns(
  batches: readonly ScoredBatch[],
  decision: Scorer["decision"],
  id: string | null,
): readonly OutputColumn[] {
  const words = answerWords(decision);
  const column = (
    name: string,
    type: OutputColumn["type"],
    value: (batch: ScoredBatch, i: number, status: number) => string | number | null,
  ): OutputColumn => ({
    name,
    type,
    values: batches.flatMap((batch) => Array.from(batch.statuses, (status, i) => value(batch, i, status))),
  });
  return [
    column(id === null ? "row" : "id", id === null ? "integer" : "text", ({ labels }, i) => labels[i]!),
    column("decision", "text", ({ answers }, i, status) => (status === 0 ? words[answers[i]!]! : null)),
    column("score", "number", ({ scores }, i, status) => (status === 2 ? null : scores[i]!)),
    column("margin", "number", ({ margins }, i, status) => (status === 2 ? null : margins[i]!)),
    column("status", "text", (_batch, _i, status) => STATUS_WORDS[status]!),
  ];
}

type Tally = { -readonly [Key in keyof Omit<ScoreCounts, "classes">]: number } & { readonly classes?: number[] };

function scoredRows(
  { table, unreadable }: FeatureRows,
  scorer: Scorer,
  abstain: number,
  tally: Tally,
): Omit<ScoredBatch, "labels"> {
  const { margins, scores, unfamiliar, answers: given } = scorer.predict(table);
  const incomplete = incompleteRows(table);
  const statuses = new Uint8Array(table.rows);
  const answers = new Uint8Array(table.rows);
  for (let i = 0; i < table.rows; i++) {
    if (unreadable[i] === 1) {
      statuses[i] = 2;
      tally.unreadable++;
      continue;
    }
    tally.incomplete += incomplete[i]!;
    tally.unfamiliar += unfamiliar[i]!;
    const margin = margins[i]!;
    if (Math.abs(margin) < abstain) {
      statuses[i] = 1;
      tally.undecided++;
    } else if (given !== undefined) {
      answers[i] = given[i]!;
      tally.classes![given[i]!]! += 1;
    } else if (margin >= 0) {
      answers[i] = 1;
      tally.favourable++;
    } else tally.unfavourable++;
  }
  tally.rows += table.rows;
  return { answers, scores, margins, statuses };
}

function incompleteRows(table: Table): Uint8Array {
  const incomplete = new Uint8Array(table.rows);
  for (const column of table.columns) {
    const isNumber = column.type === "number";
    const cells = isNumber ? column.values : column.codes;
    for (let i = 0; i < cells.length; i++) {
      if (isNumber ? Number.isNaN(cells[i]) : cells[i]! < 0) incomplete[i] = 1;
    }
  }
  return incomplete;
}

function placeOf(id: string, names: readonly string[], file: string): number {
  const place = names.indexOf(id);
  if (place >= 0) return place;
  const there = names.map((name) => `'${name}'`).join(", ");
  const message = `${file} has no column '${id}' (--id). Its columns are ${there}`;
  throw new AuditError("COLUMN_MISSING", message, { file, column: id, row: 1 });
}
