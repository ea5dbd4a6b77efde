import type { Decisions } from "./decisions.js";
import type { CompletedLetters } from "./letter-draft.js";
import { holdsIdsOf, isLongName, type LettersSource, type LongHeader, type ValueMeaning } from "./letter-header.js";
import { isFreeText } from "./letter-text.js";
import { listValues, noSightings, type ProblemList, quoteValue, type Sightings, sight } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import type { Column } from "./table.js";
import { parseNumber } from "./values.js";

/** What the letters to known people change. */
export interface LetterReading {
  /** Letters whose person is known. */
  readonly paired: number;
  /** Letters that change nothing. */
  readonly unchanged: Sightings;
  /** The letters that change each feature, in the order of the schema. */
  readonly changed: readonly Sightings[];
}

/** With fewer letters that change something, the file was not understood. */
const LEAST_CHANGING = 0.5;
const LETTERS_SHOWN = 3;

export function readingOf({ letterOf, rowNumbers, table }: CompletedLetters, decisions: Decisions): LetterReading {
  const unchanged = noSightings();
  const changed = decisions.schema.features.map(noSightings);
  const sameCell = table.columns.map((column, f) => cellComparison(column, decisions.observations.columns[f]));
  let paired = 0;
  for (const [k, person] of letterOf.entries()) {
    if (person < 0) continue;
    paired++;
    let changes = 0;
    for (const [f, isSame] of sameCell.entries()) {
      if (isSame(k, person)) continue;
      changes++;
      sight(changed[f]!, rowNumbers[k]!);
    }
    if (changes === 0) sight(unchanged, rowNumbers[k]!);
  }
  return { paired, unchanged, changed };
}

/** Whether a file of full rows has none of the columns a letter could change. */
export function hasNoField({ table, decisions, ignored }: LettersSource): boolean {
  const names = new Set(table.columns.map(({ name }) => name));
  const { features } = decisions.schema;
  return features.length > 0 && !features.some(({ name }) => names.has(name) && !ignored.has(name));
}

/** Refuses letters of which most change nothing, and says how the file was read and how to write it. */
export function refuseIdleLetters(
  source: LettersSource,
  long: LongHeader | null,
  letters: CompletedLetters,
  problems: ProblemList,
): boolean {
  const { paired, unchanged } = readingOf(letters, source.decisions);
  if (paired === 0 || paired - unchanged.count >= LEAST_CHANGING * paired) return false;
  const all = unchanged.count === paired;
  const idle =
    paired === 1
      ? "the one letter changes nothing"
      : `${all ? `all ${paired}` : `${unchanged.count} of ${paired}`} letters change nothing`;
  refuse(source, long, problems, { idle, rows: unchanged, shown: firstLetters(source, letters) });
  return true;
}

/** Refuses a file without any column that a letter could change. */
export function refuseWithoutField(source: LettersSource, problems: ProblemList): void {
  const { columns, rowNumbers, rows } = source.table;
  const found = { ...noSightings(), count: rows, rows: Array.from(rowNumbers.subarray(0, LETTERS_SHOWN)) };
  const idle = "no column is a field that a letter could change";
  const ids = columns.find(({ name }) => name === idColumnName(source, null));
  const to = (i: number) => (ids === undefined ? "" : ` to ${cellAt(ids, i)}`);
  const shown = found.rows.map((row, i) => `row ${row}${to(i)}: no change`).join("; ");
  refuse(source, null, problems, { idle, rows: found, shown });
}

interface Refusal {
  readonly idle: string;
  readonly rows: Sightings;
  /** What the first letters were read as. */
  readonly shown: string;
}

function refuse(
  source: LettersSource,
  long: LongHeader | null,
  problems: ProblemList,
  { idle, rows, shown }: Refusal,
): void {
  const words = [
    `${problems.file}: the letters were not understood, because ${idle}`,
    `Read as ${long === null ? "one full row per letter" : "one change per row"}: ${columnWords(source, long)}`,
    `The first letters: ${shown}`,
    advice(source, long),
    layouts(source, long),
  ];
  const message = words.filter((part) => part !== null).join(". ");
  problems.add("error", "LETTERS_NOT_UNDERSTOOD", message, { count: rows.count, rows: rows.rows });
}

const ROLE_WORDS: Readonly<Record<ValueMeaning, string>> = {
  "new value": "the new value",
  difference: "the change",
  unclear: "the change",
  "at least": "the least that is enough",
  "at most": "the most that is enough",
  threshold: "the value from which on it is enough",
};

/** What each column was taken for: "'id' is the person, 'letter' no column of decisions.csv". */
function columnWords(source: LettersSource, long: LongHeader | null): string {
  const { table, decisions, ignored } = source;
  const features = new Set(decisions.schema.features.map(({ name }) => name));
  const idName = idColumnName(source, long);
  const role = ({ name }: RawColumn): string => {
    if (name === idName) return "the person";
    if (long !== null && name === long.field.name) return "the field";
    const value = long?.values.find((candidate) => candidate.column.name === name);
    if (value !== undefined) return ROLE_WORDS[value.says];
    if (long !== null && name === long.option?.name) return "which of several letters";
    if (ignored.has(name)) return "left unread";
    if (long !== null) return "not needed";
    return features.has(name) ? "a field" : `no field of ${decisions.file}`;
  };
  return table.columns
    .filter(({ name }) => name !== "")
    .slice(0, 12)
    .map((column) => `'${column.name}' is ${role(column)}`)
    .join(", ");
}

function idColumnName({ decisions, idName, table }: LettersSource, long: LongHeader | null): string | null {
  const name = long?.id.name ?? idName ?? decisions.schema.id;
  return table.columns.some((column) => column.name === name) ? name : null;
}

/** "row 2 to p1: income 1000 → 2800; row 3 to p2: no change". */
function firstLetters({ decisions }: LettersSource, { letterOf, rowNumbers, table }: CompletedLetters): string {
  const own = decisions.observations.columns;
  const places = [...letterOf.keys()].filter((k) => letterOf[k]! >= 0).slice(0, LETTERS_SHOWN);
  return places
    .map((k) => {
      const person = letterOf[k]!;
      const changes = table.columns.flatMap((column, f) =>
        cellComparison(column, own[f])(k, person)
          ? []
          : [`${column.name} ${cellWords(own[f], person)} → ${cellWords(column, k)}`],
      );
      const id = decisions.ids?.[person] ?? "";
      return `row ${rowNumbers[k]}${id === "" ? "" : ` to ${id}`}: ${changes.join(", ") || "no change"}`;
    })
    .join("; ");
}

/** What the columns that were left over seem to hold, and what to do about it. */
function advice(source: LettersSource, long: LongHeader | null): string | null {
  const { table, decisions } = source;
  const names = new Set(decisions.schema.features.map(({ name }) => name));
  const idName = idColumnName(source, long);
  if (long !== null)
    return `Check that '${long.values[0].column.name}' holds new values, not the values people have already`;
  const left = table.columns.filter(({ name, levels }) => name !== idName && !names.has(name) && levels.length > 0);
  const holder = idName === null && decisions.ids !== null ? left.find(holdsIdsOf(decisions)) : undefined;
  const fields = left.find(({ levels }) => levels.every((level) => level === "" || names.has(level)));
  const values = left.find((column) => column !== fields && column !== holder && isNumeric(column));
  const parts: string[] = [];
  if (decisions.ids === null) parts.push(`name the column of ${decisions.file} with people's ids (--id)`);
  else if (holder !== undefined) parts.push(`name '${holder.name}' as the id of the letters (--letters-id)`);
  else if (idName === null) parts.push(`add a column '${decisions.schema.id}' with the ids of ${decisions.file}`);
  if (fields !== undefined && values !== undefined && !isLongName(fields.name))
    parts.push(`rename '${fields.name}' to 'field'`);
  if (fields !== undefined && values === undefined)
    parts.push(
      `add the new value of each field that '${fields.name}' names; ` +
        `if they are reasons without values, rename '${fields.name}' to 'reason'`,
    );
  if (fields !== undefined && values !== undefined && !isLongName(values.name))
    parts.push(`rename '${values.name}' to 'new_value' or, if it holds differences, 'difference'`);
  const text = left.find((column) => column !== fields && isFreeText(column));
  if (text !== undefined)
    parts.push(`'${text.name}' is free text, of which nothing was understood: write what it asks in columns`);
  if (parts.length === 0) return null;
  const said = parts.join("; ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function isNumeric({ levels }: RawColumn): boolean {
  const numbers = levels.filter((level) => parseNumber(level.replace(/^[−–]/, "-")) !== undefined).length;
  return numbers > 0 && 2 * numbers >= levels.length;
}

/** Both forms a letters file can have, with an example from the decisions themselves. */
function layouts(source: LettersSource, long: LongHeader | null): string {
  const { decisions, table } = source;
  const { features, id: ownId } = decisions.schema;
  const id = idColumnName(source, long) ?? ownId;
  const example = id === null ? null : exampleChange(source);
  const rows = [...(id === null ? [] : [id]), ...features.map(({ name }) => name)];
  const full = `one full row per letter with the columns ${listValues(rows, 8)}`;
  if (example === null) return `Write ${full}`;
  const line = (cells: readonly string[]) => cells.join(table.delimiter);
  const change = `${quoteValue(line([id ?? "", "field", "new_value"]))} with rows such as '${line(example)}'`;
  return `Write one change per row, ${change}, or ${full}`;
}

/** A person with a letter, a field they can change, and the value of an accepted person; null without one. */
function exampleChange({ decisions, table, idName }: LettersSource): readonly string[] | null {
  const { schema, observations, ids } = decisions;
  const idCells = table.columns.find(({ name }) => name === (idName ?? schema.id))?.levels ?? [];
  const best = (decisions.classes?.length ?? 2) - 1;
  const rejected = [...decisions.decisions.keys()].filter((i) => decisions.decisions[i] !== best);
  const person = rejected.find((i) => idCells.includes(ids?.[i] ?? "")) ?? rejected[0];
  if (person === undefined || !ids?.[person]) return null;
  const other = [...decisions.decisions.keys()].filter((i) => decisions.decisions[i] === best);
  const order = schema.features
    .map((feature, f) => ({ ...feature, f }))
    .filter(({ immutable, name }) => !immutable && !schema.sensitive.includes(name))
    .toSorted((a, b) => Number(b.type === "number") - Number(a.type === "number"));
  for (const { name, f } of order) {
    const column = observations.columns[f];
    const own = cellWords(column, person);
    const value = other.map((i) => cellWords(column, i)).find((cell) => cell !== own && cell !== MISSING);
    if (value !== undefined) return [ids[person], name, value];
  }
  return null;
}

const MISSING = "(missing)";

function cellWords(column: Column | undefined, i: number): string {
  if (column === undefined) return MISSING;
  if (column.type === "category") return column.levels[column.codes[i]!] ?? MISSING;
  return Number.isNaN(column.values[i]!) ? MISSING : String(column.values[i]);
}

/** Whether cell `k` of the letters' column equals cell `person` of the observed one. */
function cellComparison(letters: Column, observed: Column | undefined): (k: number, person: number) => boolean {
  if (letters.type === "number" && observed?.type === "number") {
    return (k, person) => Object.is(letters.values[k]! + 0, observed.values[person]! + 0);
  }
  if (letters.type === "category" && observed?.type === "category") {
    const position = new Map(observed.levels.map((level, code) => [level, code]));
    const recode = letters.levels.map((level) => position.get(level) ?? -2);
    return (k, person) => {
      const code = letters.codes[k]!;
      return (code === -1 ? -1 : recode[code]) === observed.codes[person];
    };
  }
  return () => false;
}
