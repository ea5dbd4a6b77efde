import type { LettersSource } from "./letter-header.js";
import { listValues, noSightings, type ProblemList, quoteValue, sight } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { missingTest } from "./values.js";

/** No id in the row, */
export const NOBODY = -1;
/** or one that belongs to nobody among the observed. */
export const STRANGER = -2;

/** The person each row of the file is about; reports ids of nobody, and of people left out of the decisions. */
export function peopleOf({ table, decisions, skip }: LettersSource, ids: RawColumn, problems: ProblemList): Int32Array {
  const isMissing = missingTest(decisions.missing);
  const places = new Map(decisions.ids?.map((id, i) => [id, i]));
  const everybody = new Set([...places.keys(), ...decisions.excludedIds]);
  const padded = paddedIds(
    ids.levels.filter((id) => !isMissing(id)),
    everybody,
  );
  const unknown = noSightings();
  const excluded = noSightings();
  const respelled = noSightings();
  const people = table.rowNumbers.map((row, i) => {
    const cell = cellAt(ids, i);
    if (isMissing(cell)) return NOBODY;
    const id = padded.get(cell) ?? cell;
    const person = places.get(id) ?? STRANGER;
    if (id !== cell) sight(respelled, row, cell);
    if (person === STRANGER) sight(decisions.excludedIds.has(id) ? excluded : unknown, row, cell);
    return person;
  });
  if (decisions.ids === null) return people;
  const isLeftOut = skip.includes("unmatched");
  const slip = likelySlip([...unknown.cells], [...places.keys()]);
  const nobody =
    `nobody in ${decisions.file} has the id ${listValues(unknown.cells, 5)}` +
    (slip === null ? "" : `. ${slip}`) +
    (isLeftOut ? "; left out" : ". Fix the id, add the person, or leave the letter out (--skip unmatched)");
  const severity = isLeftOut ? "warning" : "error";
  problems.report(severity, "LETTER_WITHOUT_PERSON", { column: ids.name, ...unknown }, nobody);
  const left = `the letter is left out, as ${listValues(excluded.cells, 5)} is left out of ${decisions.file}`;
  problems.report("warning", "LETTER_TO_EXCLUDED", { column: ids.name, ...excluded }, left);
  const [first = ""] = respelled.cells;
  const which = respelled.cells.size === 1 ? "the id" : `${respelled.cells.size} ids such as`;
  const read = `${which} ${quoteValue(first)} read as ${quoteValue(padded.get(first) ?? "")}`;
  const why = `in ${decisions.file}: only leading zeros differ`;
  problems.report("note", "IDS_READ", { column: ids.name, ...respelled }, `${read} ${why}`);
  return people;
}

/**
 * The ids that people have, by the ids that nobody has and that differ in leading zeros only, as a spreadsheet leaves
 * them. Nothing unless this gives every such id a person of its own, to whom no other id belongs.
 */
function paddedIds(given: readonly string[], ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const unknown = given.filter((id) => !ids.has(id));
  if (unknown.length === 0) return new Map();
  const known = bySpelling(ids, withoutZeros);
  const found = unknown.map((id) => [id, known.get(withoutZeros(id)) ?? null] as const);
  const named = new Set(given.map((id) => withoutZeros(id)));
  const isPlain = named.size === given.length && found.every(([, id]) => id !== null);
  return new Map(isPlain ? (found as (readonly [string, string])[]) : []);
}

/** Ids by how they look when spelled another way; null where two of them look alike. */
function bySpelling(ids: Iterable<string>, spell: (id: string) => string): Map<string, string | null> {
  const known = new Map<string, string | null>();
  for (const id of ids) known.set(spell(id), known.has(spell(id)) ? null : id);
  known.delete("");
  return known;
}

function withoutZeros(id: string): string {
  return id.replace(/^0+(?=.)/, "");
}

/** Ways in which two programs may write the same id. */
const SPELLINGS: readonly (readonly [how: string, (id: string) => string])[] = [
  ["capital letters", (id) => id.toLowerCase()],
  ["leading zeros", withoutZeros],
  ["a decimal point", (id) => id.replace(/\.0+$/, "")],
  ["blanks and dashes", (id) => id.replace(/[\s_./-]/g, "").toLowerCase()],
  ["what stands before the number", (id) => withoutZeros(id.replace(/^[^0-9]+/, ""))],
];
const MOST_COMPARED = 1000;
/** Share of the unknown ids that must be known when written in another way. */
const MOSTLY = 0.8;

/** How ids that nobody has differ from people's, where one way explains nearly all of them; else null. */
function likelySlip(unknown: readonly string[], ids: readonly string[]): string | null {
  const looked = unknown.slice(0, MOST_COMPARED);
  if (looked.length === 0) return null;
  for (const [how, spell] of SPELLINGS) {
    const known = bySpelling(ids, spell);
    const found = looked.filter((id) => typeof known.get(spell(id)) === "string");
    const [first] = found;
    if (first === undefined || found.length < MOSTLY * looked.length) continue;
    const others = `'${first}' is probably '${known.get(spell(first))}'`;
    return `They differ from people's ids only in ${how}: ${others}`;
  }
  return null;
}
