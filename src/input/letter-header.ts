import type { Decisions } from "./decisions.js";
import { CHANGE_NAMES, DIFFERENCE_NAMES, FIELD_NAMES, LETTER_ID_NAMES, plainName, VALUE_NAMES } from "./guess-words.js";
import type { RawColumn, RawTable } from "./raw-table.js";
import type { Skip } from "./reading.js";

export interface LettersSource {
  readonly table: RawTable;
  readonly decisions: Decisions;
  /** The column with the person's id; null: named as in the decisions. */
  readonly idName: string | null;
  readonly ignored: ReadonlySet<string>;
  readonly skip: readonly Skip[];
}

/** What the name of a column promises: a field's new value, its difference to the old one, or either. */
export type ValueMeaning = "new value" | "difference" | "unclear";

export interface LongHeader {
  readonly id: RawColumn;
  readonly field: RawColumn;
  readonly value: RawColumn;
  readonly says: ValueMeaning;
}

const VALUE_COLUMNS: readonly (readonly [ValueMeaning, readonly string[]])[] = [
  ["new value", VALUE_NAMES],
  ["difference", DIFFERENCE_NAMES],
  ["unclear", CHANGE_NAMES],
];

/** Whether a column has a name that the long form uses for its field, its new value or its change. */
export function isLongName(name: string): boolean {
  const plain = plainName(name);
  return FIELD_NAMES.includes(plain) || VALUE_COLUMNS.some(([, names]) => names.includes(plain));
}

/** Whether these are the names of a letters file with one change per row. */
export function hasLongNames(names: readonly string[]): boolean {
  const plain = names.map(plainName);
  const has = (words: readonly string[]) => plain.some((name) => words.includes(name));
  return has(FIELD_NAMES) && VALUE_COLUMNS.some(([, words]) => has(words));
}

/** The columns of the long form (`id, field, new_value`) when the header has them; null for full rows. */
export function longHeader({ table, decisions, idName, ignored }: LettersSource): LongHeader | null {
  const features = new Set(decisions.schema.features.map(({ name }) => name));
  const usable = table.columns.filter(({ name }) => !features.has(name) && !ignored.has(name));
  const find = (names: readonly string[]) =>
    names.map((wanted) => usable.find(({ name }) => plainName(name) === wanted)).find((found) => found !== undefined);
  const field = find(FIELD_NAMES);
  const [value, says] =
    VALUE_COLUMNS.map(([meaning, names]) => [find(names), meaning] as const).find(([found]) => found !== undefined) ??
    [];
  if (field === undefined || value === undefined || says === undefined) return null;
  const named = idName ?? decisions.schema.id;
  const others = usable.filter((column) => column !== field && column !== value);
  const id =
    table.columns.find(({ name }) => name === named) ?? find(LETTER_ID_NAMES) ?? others.find(holdsIdsOf(decisions));
  return id === undefined ? null : { id, field, value, says };
}

/** Whether every cell of a column is the id of somebody in the decisions. */
export function holdsIdsOf({ ids, excludedIds }: Decisions): (column: RawColumn) => boolean {
  const known = new Set([...(ids ?? []), ...excludedIds]);
  known.delete("");
  return ({ levels }) => levels.length > 0 && levels.every((level) => level === "" || known.has(level));
}
