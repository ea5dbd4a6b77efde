import type { Decisions } from "./decisions.js";
import {
  CHANGE_NAMES,
  DIFFERENCE_NAMES,
  DIRECTION_NAMES,
  FIELD_NAMES,
  LEAST_NAMES,
  LETTER_ID_NAMES,
  MOST_NAMES,
  OPTION_NAMES,
  plainName,
  THRESHOLD_NAMES,
  VALUE_NAMES,
} from "./guess-words.js";
import type { RawColumn, RawTable } from "./raw-table.js";
import type { Skip } from "./reading.js";
import { isReasonName } from "./reason-words.js";

export interface LettersSource {
  readonly table: RawTable;
  readonly decisions: Decisions;
  /** The column with the person's id; null: named as in the decisions. */
  readonly idName: string | null;
  readonly ignored: ReadonlySet<string>;
  readonly skip: readonly Skip[];
  /** The columns with reasons; null without any. */
  readonly reasons: ReasonColumns | null;
}

/** Where reasons stand in a letters file. */
export interface ReasonColumns {
  readonly columns: readonly RawColumn[];
  /** What would have helped, */
  readonly direction: RawColumn | null;
  /** and which field, where a row has a direction and nothing else. */
  readonly field: RawColumn | null;
}

/** What a column of the long form holds: new values, differences, either of them, or a bound of what is enough. */
export type ValueMeaning = "new value" | "difference" | "unclear" | "at least" | "at most" | "threshold";

export interface ValueColumn {
  readonly column: RawColumn;
  readonly says: ValueMeaning;
}

export interface LongHeader {
  readonly id: RawColumn;
  readonly field: RawColumn;
  /** Where the change stands, at least one column; in a row with several cells the first that is filled counts. */
  readonly values: readonly [ValueColumn, ...ValueColumn[]];
  /** Which of several letters to the person a row belongs to; null where everybody gets one. */
  readonly option: RawColumn | null;
  /** Whether rows may give a reason instead of a change. */
  readonly hasReasons: boolean;
}

const VALUE_COLUMNS: readonly (readonly [ValueMeaning, readonly string[]])[] = [
  ["new value", VALUE_NAMES],
  ["difference", DIFFERENCE_NAMES],
  ["unclear", CHANGE_NAMES],
  ["at least", LEAST_NAMES],
  ["at most", MOST_NAMES],
  ["threshold", THRESHOLD_NAMES],
];

/** Whether a column has a name that the long form uses for its field, its new value or its change. */
export function isLongName(name: string): boolean {
  const plain = plainName(name);
  return FIELD_NAMES.includes(plain) || VALUE_COLUMNS.some(([, names]) => names.includes(plain));
}

/** Whether a column beside these is read in a letters file although no column of the decisions has its name. */
export function isLetterName(name: string, columns: readonly RawColumn[]): boolean {
  const names = columns.map((column) => column.name);
  const hasReasons = names.some(isReasonName);
  const isLong = hasLongNames(names);
  const plain = plainName(name);
  const hasField = names.some((other) => FIELD_NAMES.includes(plainName(other)));
  return (
    isReasonName(name) ||
    (isLong && (isLongName(name) || OPTION_NAMES.includes(plain))) ||
    (DIRECTION_NAMES.includes(plain) && (hasReasons || hasField)) ||
    (FIELD_NAMES.includes(plain) && names.some((other) => DIRECTION_NAMES.includes(plainName(other))))
  );
}

/** Whether these are the names of a letters file with one change per row. */
export function hasLongNames(names: readonly string[]): boolean {
  const plain = names.map(plainName);
  const has = (words: readonly string[]) => plain.some((name) => words.includes(name));
  return has(FIELD_NAMES) && VALUE_COLUMNS.some(([, words]) => has(words));
}

/** The columns of the long form (`id, field, new_value`) when the header has them; null for full rows. */
export function longHeader(source: LettersSource): LongHeader | null {
  const { table, decisions, ignored } = source;
  const features = new Set(decisions.schema.features.map(({ name }) => name));
  const usable = table.columns.filter(({ name }) => !features.has(name) && !ignored.has(name));
  const find = (names: readonly string[]) => columnNamed(usable, names);
  const field = find(FIELD_NAMES);
  const [first, ...others] = VALUE_COLUMNS.flatMap(([says, names]) => {
    const column = find(names);
    return column === undefined ? [] : [{ column, says }];
  });
  if (field === undefined || first === undefined) return null;
  const taken = [field, first.column, ...others.map(({ column }) => column)];
  const id = idColumn(
    source,
    usable.filter((column) => !taken.includes(column)),
  );
  if (id === undefined) return null;
  return {
    id,
    field,
    values: [first, ...others],
    option: find(OPTION_NAMES) ?? null,
    hasReasons: source.reasons !== null,
  };
}

/** The columns with reasons: those named, else by their names; null where there are none, and no directions either. */
export function reasonColumns(
  { table, decisions, ignored }: Omit<LettersSource, "reasons">,
  given: readonly string[] | null,
): ReasonColumns | null {
  const features = new Set(decisions.schema.features.map(({ name }) => name));
  const usable = table.columns.filter(({ name }) => !features.has(name) && !ignored.has(name));
  const columns = usable.filter(({ name }) => (given === null ? isReasonName(name) : given.includes(name)));
  const field = columnNamed(usable, FIELD_NAMES) ?? null;
  const direction = columns.length > 0 || field !== null ? (columnNamed(usable, DIRECTION_NAMES) ?? null) : null;
  return columns.length === 0 && direction === null ? null : { columns, direction, field };
}

/** The column with one of these names, the likeliest first. */
export function columnNamed(columns: readonly RawColumn[], names: readonly string[]): RawColumn | undefined {
  return names
    .map((wanted) => columns.find(({ name }) => plainName(name) === wanted))
    .find((found) => found !== undefined);
}

/** The column with the person's id: as named, by a usual name, or the one among `others` that holds nothing else. */
export function idColumn(
  { table, decisions, idName }: LettersSource,
  others: readonly RawColumn[],
): RawColumn | undefined {
  const named = idName ?? decisions.schema.id;
  return (
    table.columns.find(({ name }) => name === named) ??
    columnNamed(others, LETTER_ID_NAMES) ??
    others.find(holdsIdsOf(decisions))
  );
}

/** Whether every cell of a column is the id of somebody in the decisions. */
export function holdsIdsOf({ ids, excludedIds }: Decisions): (column: RawColumn) => boolean {
  const known = new Set([...(ids ?? []), ...excludedIds]);
  known.delete("");
  return ({ levels }) => levels.length > 0 && levels.every((level) => level === "" || known.has(level));
}
