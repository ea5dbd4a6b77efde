import { AuditError } from "../errors.js";
import type { Matrix } from "../math/matrix.js";

/** Turns texts into numbers: a frozen model that the audited system need not share. */
export interface Embedder {
  /** Names the model; two embedders of one name give one text the same numbers. */
  readonly name: string;
  /** Numbers per text; null until a service has answered once. */
  readonly dimensions: number | null;
  /** One row per text, in their order, in single precision. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Matrix>;
}

/** Rows of one length, checked and rounded to single precision, so that what a cache keeps is what was answered. */
export function embeddingRows(name: string, rows: readonly ArrayLike<number>[]): Matrix {
  const columns = rows[0]?.length ?? 0;
  const values = new Float64Array(rows.length * columns);
  for (const [i, row] of rows.entries()) {
    if (row.length !== columns) {
      const message = `${name} gave ${columns} numbers for one text and ${row.length} for another. Use another model`;
      throw new AuditError("TARGET_INVALID", message);
    }
    for (let j = 0; j < columns; j++) {
      const value = Math.fround(row[j]!);
      if (!Number.isFinite(value)) {
        throw new AuditError("NOT_FINITE", `${name} gave ${row[j]} instead of a finite number. Use another model`);
      }
      values[i * columns + j] = value;
    }
  }
  return { rows: rows.length, columns, values };
}
