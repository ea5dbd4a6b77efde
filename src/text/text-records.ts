import { AuditError } from "../errors.js";
import { quoteValue } from "../input/problem.js";
import { MISSING_MARKERS } from "../input/values.js";
import { projectPca } from "../math/pca.js";
import type { Embedder } from "./embedder.js";
import type { TextCode } from "./text-code.js";
import { textFeatureName } from "./text-features.js";

/** Records under a header, as a CSV reader gives them. */
export interface Records {
  readonly header: readonly string[];
  readonly records: readonly (readonly string[])[];
}

/** Where the column of texts stands; COLUMN_MISSING or COLUMN_DUPLICATE when that is not one place. */
export function textPlace(header: readonly string[], column: string, file: string): number {
  const names = header.map((name) => name.trim());
  const place = names.indexOf(column);
  if (place < 0) {
    const known = names.map(quoteValue).join(", ");
    throw new AuditError(
      "COLUMN_MISSING",
      `${file} has no column '${column}', named as text; its columns are ${known}`,
      {
        file,
        column,
      },
    );
  }
  if (names.indexOf(column, place + 1) >= 0) {
    throw new AuditError("COLUMN_DUPLICATE", `${file}, row 1: the column name '${column}' occurs more than once`, {
      file,
      column,
      row: 1,
    });
  }
  return place;
}

/** Whether a cell holds no text. */
export function noText(missing: readonly string[] = MISSING_MARKERS): (cell: string) => boolean {
  const markers = new Set(missing);
  return (cell) => cell.trim() === "" || markers.has(cell.trim());
}

/**
 * The same records with numbers in place of texts: the column gives way to one per direction, `comment·01` and so on. A missing text is missing in all of
 * them; a record that is too short stays as it is, for the reader of the file to find.
 */
export async function embedRecords(
  { header, records }: Records,
  { column, pca }: TextCode,
  embedder: Embedder,
  options: { readonly file: string; readonly missing?: readonly string[]; readonly signal?: AbortSignal },
): Promise<Records> {
  const place = textPlace(header, column, options.file);
  const isMissing = noText(options.missing);
  const present = records.flatMap((record, i) => (isMissing(record[place] ?? "") ? [] : [i]));
  const texts = present.map((i) => records[i]![place]!.trim());
  const projected = texts.length === 0 ? null : projectPca(pca, await embedder.embed(texts, options.signal));
  const size = pca.components.rows;
  const rowOf = new Map(present.map((i, k) => [i, k]));
  const names = Array.from({ length: size }, (_, k) => textFeatureName(column, k));
  return {
    header: header.toSpliced(place, 1, ...names),
    records: records.map((record, i) => {
      if (record.length <= place) return record;
      const at = rowOf.get(i);
      const cells = Array.from({ length: size }, (_, k) =>
        at === undefined || projected === null ? "" : String(projected.values[at * size + k]!),
      );
      return record.toSpliced(place, 1, ...cells);
    }),
  };
}
