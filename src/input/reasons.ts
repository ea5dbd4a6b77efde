import { compareText } from "../math/compare.js";
import type { FeatureSchema, ReasonName, Reasons } from "./evidence.js";
import { listValues, noSightings, type ProblemList, plural, quoteValue, type Sightings, sight } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { type KnownReason, type ReasonBook, type ReasonRules, reasonBook } from "./reason-map.js";
import { type Direction, directionOf } from "./reason-words.js";
import { missingTest, parseNumber } from "./values.js";

/** Where reasons stand in a file, row by row. */
export interface ReasonSheet {
  readonly columns: readonly RawColumn[];
  /** What would have helped, for all reasons of a row. */
  readonly direction: RawColumn | null;
  /** The field of a row that says nothing but its direction; null for other rows. */
  fieldAt(i: number): string | null;
  readonly rowNumbers: Int32Array;
  /** The person of each row; below 0 for nobody who is observed. */
  readonly people: Int32Array;
}

/** Whom the reasons are about. */
export interface ReasonPeople {
  readonly file: string;
  readonly book: ReasonBook;
  readonly missing: readonly string[];
  isAccepted(person: number): boolean;
}

/** Reasons as one file gives them, one entry each. */
export interface GivenReasons {
  readonly personOf: Int32Array;
  readonly reasons: readonly KnownReason[];
}

/** Most unknown reasons that a message lists, */
const MOST_LISTED = 12;
/** and the longest it repeats. */
const LONGEST_LISTED = 80;

/** The reasons of a file. Reports cells without a meaning, reasons to accepted people, and columns never cited. */
export function readReasons(sheet: ReasonSheet, people: ReasonPeople, problems: ProblemList): GivenReasons {
  const { book } = people;
  const isMissing = missingTest(people.missing);
  const meanings = sheet.columns.map(({ levels }) =>
    levels.map((level) => (isMissing(level) ? null : book.find(level))),
  );
  const personOf: number[] = [];
  const reasons: KnownReason[] = [];
  const unknown = new Map<string, number>();
  const found = { unknown: noSightings(), accepted: noSightings(), direction: noSightings(), cited: noSightings() };
  const give = (person: number, row: number, reason: KnownReason) => {
    if (people.isAccepted(person)) {
      sight(found.accepted, row);
      return;
    }
    for (const name of reason.features) if (book.neverCited.has(name)) sight(found.cited, row, name);
    personOf.push(person);
    reasons.push(reason);
  };
  for (const [i, row] of sheet.rowNumbers.entries()) {
    const person = sheet.people[i]!;
    if (person < 0) continue;
    const way = directionAt(sheet, i, isMissing);
    if (way === undefined) sight(found.direction, row, cellAt(sheet.direction!, i));
    let hasReason = false;
    let hasUnknown = false;
    for (const [c, column] of sheet.columns.entries()) {
      const meaning = meanings[c]![column.codes[i]!];
      if (meaning === null) continue;
      hasReason = true;
      if (meaning === undefined) {
        const cell = codeOf(cellAt(column, i));
        if (!hasUnknown) sight(found.unknown, row);
        hasUnknown = true;
        unknown.set(cell, (unknown.get(cell) ?? 0) + 1);
      } else if (meaning.from !== "none") give(person, row, directed(meaning, way ?? 0));
    }
    const named = hasReason || !way ? undefined : book.feature(sheet.fieldAt(i) ?? "");
    if (named !== undefined) give(person, row, directed(named, way ?? 0));
  }
  reportReasons(found, { unknown, people, columns: sheet.columns }, problems);
  if (found.direction.count > 0) {
    const words =
      `${listValues(found.direction.cells, 5)} is no direction; read as not said. ` +
      "Write 'higher' or 'lower', or 'too low' or 'too high'";
    problems.report(
      "warning",
      "REASON_DIRECTION_UNKNOWN",
      { column: sheet.direction!.name, ...found.direction },
      words,
    );
  }
  return { personOf: Int32Array.from(personOf), reasons };
}

/** A code as the map needs it once: 1 and 1.0 are the same. */
function codeOf(cell: string): string {
  const number = parseNumber(cell);
  return number === undefined ? cell : String(number);
}

/** What the column of directions says in a row: 0 where it is empty, undefined where it is not understood. */
function directionAt({ direction }: ReasonSheet, i: number, isMissing: (cell: string) => boolean) {
  const cell = direction === null ? "" : cellAt(direction, i);
  return isMissing(cell) ? 0 : directionOf(cell);
}

function directed(reason: KnownReason, direction: Direction): KnownReason {
  return direction === 0 ? reason : { ...reason, direction };
}

function reportReasons(
  found: { readonly unknown: Sightings; readonly accepted: Sightings; readonly cited: Sightings },
  given: {
    readonly unknown: ReadonlyMap<string, number>;
    readonly people: ReasonPeople;
    readonly columns: readonly RawColumn[];
  },
  problems: ProblemList,
): void {
  const { unknown, people, columns } = given;
  const [first] = columns;
  const place = columns.length === 1 && first !== undefined ? { column: first.name } : {};
  if (found.unknown.count > 0) {
    const words = `${unknownWords(unknown)} no column of ${people.file}. ${mapAdvice(unknown, people.book)}`;
    problems.report("error", "REASON_UNKNOWN", { ...place, ...found.unknown }, words);
  }
  const to = `${plural(found.accepted.count, "reason")} given to people who were accepted; left out. Check the ids`;
  problems.report("warning", "REASON_TO_ACCEPTED", { ...place, ...found.accepted }, to);
  const cites = `${plural(found.cited.count, "reason")} ${found.cited.count === 1 ? "cites" : "cite"}`;
  const never =
    `${cites} ${listValues(found.cited.cells, 5)}, which notices are said never to name. Counted as a column they ` +
    "may name. List the columns they never name (--never-cited); by default these are the sensitive and immutable ones";
  problems.report("warning", "REASON_NEVER_CITED", { ...place, ...found.cited }, never);
}

/** "'3' (41 times), '1' (19 times) and 2 more are". */
function unknownWords(unknown: ReadonlyMap<string, number>): string {
  const shown = mostFrequent(unknown).slice(0, MOST_LISTED);
  const words = shown.map(([cell, count]) => `${quoteValue(cell)} (${count === 1 ? "once" : `${count} times`})`);
  const more = unknown.size - shown.length;
  return `${words.join(", ")}${more > 0 ? ` and ${more} more` : ""} ${unknown.size === 1 ? "matches" : "match"}`;
}

/** A map to be copied into an audit.yaml. */
function mapAdvice(unknown: ReadonlyMap<string, number>, book: ReasonBook): string {
  const entries = mostFrequent(unknown)
    .slice(0, MOST_LISTED)
    .filter(([cell]) => cell.length <= LONGEST_LISTED)
    .map(([cell]) => `${JSON.stringify(cell)}: ${yamlWord(book.propose(cell) ?? "other")}`);
  return (
    "Say what they mean in audit.yaml, under 'roles': " +
    `reasons: {${entries.join(", ")}}, each with a column's name, {field: NAME, direction: lower}, ` +
    "{fields: [NAME, NAME]}, other (not in the file) or none (no reason)"
  );
}

function yamlWord(text: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(text) ? text : JSON.stringify(text);
}

function mostFrequent(unknown: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...unknown].sort(([a, m], [b, n]) => n - m || compareText(a, b));
}

/** The reasons of all files together: each once per person; undefined where nobody was given one. */
export function joinReasons(
  rules: ReasonRules,
  features: readonly FeatureSchema[],
  given: readonly (GivenReasons | null)[],
): Reasons | undefined {
  const all = given.flatMap((one) =>
    one === null ? [] : Array.from(one.personOf, (person, k) => ({ person, reason: one.reasons[k]! })),
  );
  if (all.length === 0) return undefined;
  const names = namesOf(
    reasonBook(rules, features),
    features.map(({ name }) => name),
    all.map(({ reason }) => reason),
  );
  const places = new Map(names.map(({ name, from }, k) => [`${from} ${name}`, k]));
  const byKey = new Map<number, { person: number; name: number; direction: number }>();
  for (const { person, reason } of all) {
    const name = places.get(placeKey(reason))!;
    const key = person * names.length + name;
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, { person, name, direction: reason.direction });
    else if (before.direction === 0) before.direction = reason.direction;
    else if (reason.direction === -before.direction) before.direction = Number.NaN; // both ways: neither
  }
  const kept = [...byKey.values()].sort((a, b) => a.person - b.person || a.name - b.name);
  return {
    names: names.map(({ name, features: about }): ReasonName => ({ name, features: about })),
    personOf: Int32Array.from(kept, ({ person }) => person),
    nameOf: Int32Array.from(kept, ({ name }) => name),
    direction: Int8Array.from(kept, ({ direction }) => (Number.isNaN(direction) ? 0 : direction)),
  };
}

function placeKey({ from, name }: KnownReason): string {
  return `${from} ${name}`;
}

/** Everything that could have been named, in the order of its names. */
function namesOf(book: ReasonBook, features: readonly string[], cited: readonly KnownReason[]): KnownReason[] {
  const byKey = new Map([...book.mapped, ...cited].map((reason) => [placeKey(reason), reason]));
  const isMapped = new Set(book.mapped.flatMap(({ features: about }) => (about.length === 1 ? about : [])));
  const citesColumns = cited.some(({ from }) => from === "column");
  if (book.mapped.length === 0 || citesColumns) {
    for (const name of features) {
      const reason = book.feature(name)!;
      if (!book.neverCited.has(name) && !isMapped.has(name)) byKey.set(placeKey(reason), reason);
    }
  }
  return [...byKey.values()].sort((a, b) => compareText(a.name, b.name) || compareText(a.from, b.from));
}
