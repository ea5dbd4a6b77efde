import type { RawTable } from "../raw-table.js";
import type { ReadColumn } from "../values.js";
import type { ColumnLook } from "./column-look.js";
import type { Guess, RolesGuess } from "./guess-roles.js";

const LONG_FORM = [
  "field",
  "feature",
  "column",
  "attribute",
  "variable",
  "new_value",
  "newvalue",
  "new",
  "value",
  "to",
];
const FEW = 5;
const USUAL_IDS = ["id", "person_id", "applicant_id", "case_id"];

/**
 * A column of the decisions without repeats that holds every value of a column of the letters: of the same name, else
 * of one with more than a few values. Numbers count only beside letters in long form: in full rows they may be features
 * that no letter changes.
 */
export function guessSharedId(
  table: RawTable | null,
  decisions: ReadonlyMap<string, ReadColumn>,
  taken: ReadonlySet<string>,
): Guess<string> | null {
  const isLong = (table?.columns ?? []).filter(({ name }) => LONG_FORM.includes(plain(name))).length >= 2;
  const unique = [...decisions].filter(
    ([name, { raw, type }]) =>
      !taken.has(name) && raw.levels.length === raw.codes.length && (isLong || type === "category"),
  );
  for (const [name, { raw }] of unique) {
    const people = new Set(raw.levels);
    const found = table?.columns.find(
      (column) =>
        (column.name === name || (!decisions.has(column.name) && column.levels.length >= FEW)) &&
        column.levels.length > 0 &&
        column.levels.every((cell) => people.has(cell)),
    );
    if (found === undefined) continue;
    return {
      value: name,
      confidence: "high",
      reason: `no value twice, and all of '${found.name}' in the letters are among them`,
    };
  }
  return null;
}

/**
 * Which column of the letters holds the person's id, where its name differs, and which are no columns of the decisions.
 */
export function guessLetters(
  table: RawTable | null,
  columns: readonly ColumnLook[],
  decisions: ReadonlyMap<string, ReadColumn>,
  id: string | null,
): Pick<RolesGuess, "lettersId" | "lettersIgnore"> {
  if (table === null) return { lettersId: null, lettersIgnore: [] };
  const named = table.columns.filter(({ name }) => name !== "");
  const known = new Set(columns.map(({ name }) => name));
  const isLong = named.filter(({ name }) => LONG_FORM.includes(plain(name)) && !known.has(name)).length >= 2;
  const strange = named.filter(({ name }) => !known.has(name) && !(isLong && LONG_FORM.includes(plain(name))));

  const people = new Set(id === null ? [] : decisions.get(id)?.raw.levels);
  const hasOwnId = named.some(({ name }) => name === id);
  const holder =
    hasOwnId || people.size === 0
      ? undefined
      : strange.find(({ levels }) => levels.length > 0 && levels.every((cell) => people.has(cell)));
  const isFoundAnyway = holder !== undefined && isLong && USUAL_IDS.includes(plain(holder.name));
  const lettersId: Guess<string> | null =
    holder === undefined || isFoundAnyway
      ? null
      : { value: holder.name, confidence: "high", reason: `all its values are values of '${id}' in the decisions` };
  return {
    lettersId,
    lettersIgnore: strange
      .filter(({ name }) => name !== holder?.name && !(isLong && USUAL_IDS.includes(plain(name))))
      .map(({ name }) => ({ value: name, confidence: "medium", reason: "no column of the decisions has this name" })),
  };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s-]+/g, "_");
}
