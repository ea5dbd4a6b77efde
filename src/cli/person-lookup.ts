import { AuditError } from "../errors.js";
import type { Decisions } from "../input/decisions.js";
import { compareText } from "../math/compare.js";

/** The decisions a person is looked for in. */
export type LookupRows = Pick<Decisions, "file" | "ids" | "rowNumbers"> & {
  readonly schema: Pick<Decisions["schema"], "id">;
};

const ROW = /^row:(\d+)$/;
const SHOWN = 3;

/**
 * The observation of an id, or of `row:17`, the row as a spreadsheet counts it; an id that is written like a row is
 * found
 * first. Throws PERSON_UNKNOWN with ids that are written alike.
 */
export function findPerson(asked: string, decisions: LookupRows): number {
  const { ids, rowNumbers, file, schema } = decisions;
  const named = asked === "" ? -1 : (ids?.indexOf(asked) ?? -1);
  if (named >= 0) return named;
  const row = ROW.exec(asked)?.[1];
  if (row !== undefined) {
    const place = rowNumbers.indexOf(Number(row));
    if (place >= 0) return place;
    throw new AuditError(
      "PERSON_UNKNOWN",
      `${file} has no person in row ${row}; people stand in rows ${rowNumbers[0]} to ${rowNumbers.at(-1)}, ` +
        "and rows without a decision are left out",
      { file, row: Number(row) },
    );
  }
  if (ids === null || schema.id === null) {
    throw new AuditError(
      "PERSON_UNKNOWN",
      `${file} has no id column, so '${asked}' cannot be looked up; name the column with --id, or the person as row:17`,
      { file },
    );
  }
  const alike = nearestIds(asked, ids).map((id) => `'${id}'`);
  const hint = alike.length === 0 ? "" : `; written alike: ${alike.join(", ")}`;
  throw new AuditError(
    "PERSON_UNKNOWN",
    `nobody in ${file} has the ${schema.id} '${asked}'${hint}. row:17 names a person by the row of the spreadsheet`,
    { file, column: schema.id },
  );
}

/**
 * The ids with the fewest characters to insert, delete or replace, at most half of them; letters' case does not count.
 */
function nearestIds(asked: string, ids: readonly string[]): string[] {
  const wanted = asked.toLowerCase();
  return ids
    .filter((id) => id !== "")
    .map((id) => ({ id, edits: editDistance(wanted, id.toLowerCase()) }))
    .filter(({ id, edits }) => 2 * edits <= Math.max(id.length, wanted.length))
    .sort((a, b) => a.edits - b.edits || compareText(a.id, b.id))
    .slice(0, SHOWN)
    .map(({ id }) => id);
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
