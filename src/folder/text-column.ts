import { AuditError } from "../errors.js";
import type { Decisions } from "../input/decisions.js";
import type { Problem } from "../input/problem.js";
import type { TextCode } from "../text/text-code.js";
import { textFeatureName } from "../text/text-features.js";

/** Refuses a column of texts that nobody has turned into numbers. */
export function requireEmbedded(column: string | undefined, code: TextCode | null): void {
  if (column === undefined || code !== null) return;
  throw new AuditError(
    "INVALID_OPTION",
    `the texts in '${column}' must be embedded first; audit them with 'recast audit --text', or leave the column out`,
    { column },
  );
}

/** The decisions with the directions of a text marked as numbers of one unit. */
export function withTextUnit(decisions: Decisions, { column, pca }: TextCode): Decisions {
  const names = new Set(Array.from({ length: pca.components.rows }, (_, k) => textFeatureName(column, k)));
  const features = decisions.schema.features.map((feature) =>
    names.has(feature.name) ? { ...feature, unit: column } : feature,
  );
  return { ...decisions, schema: { ...decisions.schema, features } };
}

/** What a reader must know about such features. */
export function textNote({ column, embedder, pca }: TextCode, file: string): Problem {
  const size = pca.components.rows;
  const names = `${textFeatureName(column, 0)} to ${textFeatureName(column, size - 1)}`;
  return {
    severity: "note",
    code: "TEXT_EMBEDDED",
    message:
      `column '${column}' holds texts: ${names} are the ${size} main directions of their embedding (${embedder}). ` +
      "A direction has no meaning of its own: weights, changes and curves of one of them cannot be read as words",
    file,
    column,
    count: 0,
    rows: [],
  };
}
