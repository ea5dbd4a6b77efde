import type { Decisions } from "./decisions.js";
import { ownWord } from "./letter-cells.js";
import type { LettersSource } from "./letter-header.js";
import { noSightings, type ProblemList, plural, sight } from "./problem.js";
import type { RawColumn } from "./raw-table.js";
import type { Column } from "./table.js";
import { missingTest, parseNumber } from "./values.js";

/** Nobody with the values a letter starts from, or several; */
const UNKNOWN = -1;
/** a letter to nobody that is to be left out. */
const LEFT_OUT = -2;

/**
 * The person each counterfactual of a library starts from, found by their values: −1 where nobody has them, or several
 * people who differ in something else; −2 where such letters are to be left out.
 */
export function peopleByValues({ table, decisions, skip }: LettersSource, problems: ProblemList): Int32Array {
  const people = new Int32Array(table.rows).fill(UNKNOWN);
  const start = table.library?.start ?? [];
  const shared = sharedColumns(start, decisions);
  if (shared.length === 0) return people;
  const candidates = byKey(shared, decisions);
  const keys = shared.map(({ raw, observed }) => raw.levels.map((level) => keyOfCell(level, observed, decisions)));
  const none = noSightings();
  const alike = noSightings();
  const unclear = noSightings();
  const given = new Map<string, number>(); // how many starts were given to equal people
  let [lastItem, lastPerson] = [-1, UNKNOWN];
  for (const [i, row] of table.rowNumbers.entries()) {
    const key = keyOf(shared.map(({ raw }, c) => keys[c]?.[raw.codes[i]!] ?? ""));
    const equal = candidates.get(key) ?? [];
    const item = table.library?.itemOf[i] ?? i;
    if (item !== lastItem) lastPerson = choose(equal, decisions, given, key);
    lastItem = item;
    people[i] = lastPerson;
    if (equal.length === 0) sight(none, row);
    else if (lastPerson === UNKNOWN) sight(unclear, row);
    else if (refusedOf(equal, decisions).length > 1) sight(alike, row);
    if (lastPerson === UNKNOWN && skip.includes("unmatched")) people[i] = LEFT_OUT;
  }
  report({ none, alike, unclear }, { decisions, isLeftOut: skip.includes("unmatched") }, problems);
  return people;
}

/** Whether the file says which rows its counterfactuals started from. */
export function hasStart({ table, decisions }: LettersSource): boolean {
  return sharedColumns(table.library?.start ?? [], decisions).length > 0;
}

interface SharedColumn {
  readonly raw: RawColumn;
  readonly observed: Column;
}

function sharedColumns(start: readonly RawColumn[], { observations }: Decisions): readonly SharedColumn[] {
  return start.flatMap((raw) => {
    const observed = observations.columns.find(({ name }) => name === raw.name);
    return observed === undefined ? [] : [{ raw, observed }];
  });
}

/** The observed people by their values in these columns. */
function byKey(shared: readonly SharedColumn[], { decisions }: Decisions): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (let i = 0; i < decisions.length; i++) {
    const key = keyOf(
      shared.map(({ observed }) => {
        if (observed.type === "category") return observed.levels[observed.codes[i]!] ?? "";
        return keyOfNumber(observed.values[i]!);
      }),
    );
    const equal = found.get(key);
    if (equal === undefined) found.set(key, [i]);
    else equal.push(i);
  }
  return found;
}

function keyOf(parts: readonly string[]): string {
  return parts.map((part) => `${part.length}:${part}`).join("");
}

function keyOfCell(cell: string, observed: Column, { missing }: Decisions): string {
  if (missingTest(missing)(cell)) return "";
  if (observed.type === "category") return ownWord(cell, observed.levels);
  const value = parseNumber(cell);
  return value === undefined ? `"${cell}"` : keyOfNumber(value);
}

/** Whole numbers as they are; others in single precision, in which libraries store them. */
function keyOfNumber(value: number): string {
  if (Number.isNaN(value)) return "";
  return String((Number.isInteger(value) ? value : Math.fround(value)) + 0);
}

/** One person of those with the same values: the only one, the only refused one, or one of several who are alike. */
function choose(equal: readonly number[], decisions: Decisions, given: Map<string, number>, key: string): number {
  const refused = refusedOf(equal, decisions);
  const among = refused.length > 0 ? refused : equal;
  const [first] = among;
  if (first === undefined) return UNKNOWN;
  const columns = [...decisions.observations.columns, ...decisions.groups];
  if (!among.every((person) => columns.every((column) => isSameCell(column, first, person)))) return UNKNOWN;
  const turn = given.get(key) ?? 0;
  given.set(key, turn + 1);
  return among[Math.min(turn, among.length - 1)] ?? first;
}

function refusedOf(people: readonly number[], { decisions, classes }: Decisions): readonly number[] {
  const best = (classes?.length ?? 2) - 1;
  return people.filter((person) => decisions[person] !== best);
}

function isSameCell(column: Column, a: number, b: number): boolean {
  if (column.type === "category") return column.codes[a] === column.codes[b];
  return Object.is(column.values[a], column.values[b]);
}

type Sighted = ReturnType<typeof noSightings>;

function report(
  { none, alike, unclear }: { readonly none: Sighted; readonly alike: Sighted; readonly unclear: Sighted },
  { decisions, isLeftOut }: { readonly decisions: Decisions; readonly isLeftOut: boolean },
  problems: ProblemList,
): void {
  const { file } = decisions;
  const used = isLeftOut ? "left out" : "used, but not as answers to particular people";
  const severity = isLeftOut ? "warning" : "note";
  const nobody = `nobody in ${file} has the values that ${plural(none.count, "letter")} started from; ${used}`;
  problems.report(severity, "LETTER_UNPAIRED", none, nobody);
  const several =
    `several people in ${file} have the values that ${plural(unclear.count, "letter")} started from; ${used}. ` +
    "Save the letters with the people's ids";
  problems.report(severity, "LETTER_PERSON_UNCLEAR", unclear, several);
  const equal =
    `several people in ${file} are alike in every column, and ${plural(alike.count, "letter")} may answer any of ` +
    "them; given to them in the order of the file";
  problems.report("note", "LETTER_PERSON_UNCLEAR", alike, equal);
}
