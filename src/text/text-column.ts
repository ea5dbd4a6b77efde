import { AuditError, requireRunning } from "../errors.js";
import type { Decisions } from "../input/decisions.js";
import type { FeatureSchema } from "../input/evidence.js";
import { type Problem, quoteValue } from "../input/problem.js";
import { cellAt, collectValues, type RawColumn, type RawRows, type RawTable } from "../input/raw-table.js";
import type { NumberColumn } from "../input/table.js";
import { MISSING_MARKERS } from "../input/values.js";
import type { Matrix } from "../math/matrix.js";
import { fitPca, projectPca } from "../math/pca.js";
import type { NeedsTwo } from "../options.js";
import type { Embedder } from "./embedder.js";
import type { TextCode } from "./text-code.js";

/** Directions that are kept of an embedding, as in the paper. */
export const TEXT_DIMENSIONS = 50;

/** The name of a direction, counted from 1 and padded so that names sort as they count: `comment·07`. */
export function textFeatureName(column: string, k: number): string {
  return `${column}·${String(k + 1).padStart(2, "0")}`;
}

/** Schemas of the first `count` directions; they share a unit, so they are scaled together. */
export function textFeatures(column: string, count: number): FeatureSchema[] {
  return Array.from({ length: count }, (_, k) => ({
    name: textFeatureName(column, k),
    type: "number" as const,
    immutable: false,
    unit: column,
  }));
}

/** Projected texts as columns; a row without a text is missing in all of them. */
export function textColumns(column: string, projected: Matrix, missing?: ArrayLike<number>): NumberColumn[] {
  const { rows, columns } = projected;
  return Array.from({ length: columns }, (_, k) => {
    const values = new Float64Array(rows);
    for (let i = 0; i < rows; i++) values[i] = missing?.[i] === 1 ? Number.NaN : projected.values[i * columns + k]!;
    return { name: textFeatureName(column, k), type: "number", values };
  });
}

export const textsNeedTwo: NeedsTwo = {
  what: "texts",
  reason: "Recast reads them for two decisions only",
  settings: ["text", "embedder"],
};

export interface TextColumnOptions {
  /** Cells that hold no text; an empty cell never does. @default ?, NA, N/A */
  readonly missing?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface TextSetting extends Pick<TextCode, "column" | "service"> {
  readonly embedder: Embedder;
}

/**
 * The directions of a column of texts in some files together: everything in the column is embedded, and the 50
 * directions are kept in which the texts vary most, or as many as there are. A file without the column adds nothing,
 * but the first must have it.
 */
export async function fitTextCode(
  files: readonly RawTable[],
  { column, service, embedder }: TextSetting,
  { missing, signal }: TextColumnOptions = {},
): Promise<TextCode> {
  const texts = files.flatMap((table, k) => {
    if (k > 0 && !hasColumn(table, column)) return [];
    const { codes, levels } = table.columns[textPlace(table, column, table.file)]!;
    const isText = levelsWithText(levels, missing);
    return Array.from(codes).flatMap((code) => (isText[code] ? [levels[code]!] : []));
  });
  const embedded = await embedder.embed(texts, signal);
  requireRunning(signal);
  const pca = fitPca(embedded, TEXT_DIMENSIONS);
  if (pca.components.rows === 0) {
    const message = `column '${column}': all texts are the same or missing; leave --text out`;
    throw new AuditError("COLUMN_CONSTANT", message, { column });
  }
  return { column, embedder: embedder.name, service, pca };
}

/** A column of texts with the directions they were fitted with, ready to be applied to a file. */
export interface FittedText {
  readonly code: TextCode;
  readonly embedder: Embedder;
}

/**
 * The same rows with numbers in place of texts: the column gives way to one per direction, `comment·01` and so on. A
 * missing text is missing in all of them. Throws COLUMN_MISSING or COLUMN_DUPLICATE unless there is one such column.
 */
export async function embedColumn<Rows extends RawRows>(
  given: Rows,
  { code: { column, pca }, embedder }: FittedText,
  { file, missing, signal }: TextColumnOptions & { readonly file: string },
): Promise<Rows> {
  const place = textPlace(given, column, file);
  const texts = given.columns[place]!;
  const isText = levelsWithText(texts.levels, missing);
  const present = Array.from({ length: given.rows }, (_, i) => i).filter((i) => isText[texts.codes[i]!]);
  const words = present.map((i) => cellAt(texts, i));
  const projected = words.length === 0 ? null : projectPca(pca, await embedder.embed(words, signal));
  const size = pca.components.rows;
  const directions = Array.from({ length: size }, (_, k): RawColumn => {
    const values = new Float64Array(given.rows).fill(Number.NaN);
    for (const [at, i] of present.entries()) values[i] = projected?.values[at * size + k] ?? Number.NaN;
    const collector = collectValues(textFeatureName(column, k));
    for (const value of values) collector.add(value);
    return collector.finish();
  });
  return { ...given, columns: given.columns.toSpliced(place, 1, ...directions) };
}

/**
 * `embedColumn` for a file of an audit: one without the column stays as it is, and letters may not name it as a field.
 */
export async function embedTable(table: RawTable, text: FittedText, options: TextColumnOptions): Promise<RawTable> {
  const { file } = table;
  const { column } = text.code;
  if (hasColumn(table, column)) return embedColumn(table, text, { ...options, file });
  if (table.columns.some(({ levels }) => levels.includes(column))) {
    const wanted = "must be a full row with that column, not a line of field and new value";
    const message = `${file}: a letter that changes the text in '${column}' ${wanted}`;
    throw new AuditError("LETTER_FIELD_UNKNOWN", message, { file, column });
  }
  return table;
}

/** Refuses a column of texts that nobody has turned into numbers. */
export function requireEmbedded(column: string | undefined, code: TextCode | null): void {
  if (column === undefined || code !== null) return;
  const remedy = "audit them with 'recast audit --text', or leave the column out";
  throw new AuditError("INVALID_OPTION", `the texts in '${column}' must be embedded first: ${remedy}`, { column });
}

/** The decisions with the directions of a text marked as numbers of one unit. */
export function withTextUnit(decisions: Decisions, { column, pca }: TextCode): Decisions {
  const names = new Set(Array.from({ length: pca.components.rows }, (_, k) => textFeatureName(column, k)));
  const features = decisions.schema.features.map((feature) =>
    names.has(feature.name) ? { ...feature, unit: column } : feature,
  );
  return { ...decisions, schema: { ...decisions.schema, features } };
}

export function textNote({ column, embedder, pca }: TextCode, file: string): Problem {
  const size = pca.components.rows;
  const names = `${textFeatureName(column, 0)} to ${textFeatureName(column, size - 1)}`;
  const message =
    `column '${column}' holds texts: ${names} are the ${size} main directions of their embedding (${embedder}). ` +
    "A single direction has no meaning: its weights, changes and curves cannot be read as words";
  return { severity: "note", code: "TEXT_EMBEDDED", message, file, column, count: 0, rows: [] };
}

/** Where the column of texts stands. */
function textPlace({ columns }: RawRows, column: string, file: string): number {
  const names = columns.map(({ name }) => name);
  const place = names.indexOf(column);
  if (place < 0) {
    const known = names.map(quoteValue).join(", ");
    const message = `${file} has no column '${column}' (named as text). Its columns are ${known}`;
    throw new AuditError("COLUMN_MISSING", message, { file, column });
  }
  if (names.indexOf(column, place + 1) >= 0) {
    const message = `${file}, row 1: the column name '${column}' occurs more than once. Rename or delete all but one`;
    throw new AuditError("COLUMN_DUPLICATE", message, { file, column, row: 1 });
  }
  return place;
}

function hasColumn({ columns }: RawRows, column: string): boolean {
  return columns.some(({ name }) => name === column);
}

function levelsWithText(levels: readonly string[], missing: readonly string[] = MISSING_MARKERS): readonly boolean[] {
  const markers = new Set(missing);
  return levels.map((level) => level !== "" && !markers.has(level));
}
