import type { Estimate, MeasuredShare } from "../math/interval.js";

/**
 * How a column's cells are written. "text" holds words of the user (or sentences with such words in them), "word"
 * stable words of ours; the others hold numbers. A "share" lies in [0, 1], "points" are a difference of shares, and of
 * what is "rounded" pages show three decimals.
 */
export type CellKind = "text" | "word" | "count" | "share" | "points" | "number" | "rounded" | "ratio" | "p";

/** Null: not known, or not defined. A number may stand in a text column and stays a number. */
export type Cell = string | number | null;

/** Why a row stands out, or is about too few people to be compared; the label follows the row's name. */
export interface Emphasis {
  readonly as: "insufficient" | "highlight";
  readonly label: string;
}

/** One column. */
export interface Column {
  /** Its name in files. */
  readonly key: string;
  /** Its heading on pages. */
  readonly label: string;
  readonly kind: CellKind;
  /** Set on the two columns that hold a 95 % interval (or other range) of the column `of`, which stands before them. */
  readonly interval: { readonly of: string; readonly end: "low" | "high" } | null;
}

/** A table with raw cells: files hold all of it, pages show views of it. */
export interface Table {
  /** Which table it is; several share an id where there is one per attribute. */
  readonly id: string;
  /** Stem of its file name: ASCII letters, digits and hyphens; different for every table of a report. */
  readonly name: string;
  readonly title: string;
  /** What a reader must know beside it. */
  readonly note: string | null;
  /** The attribute it is about, where there is one table per attribute: the user's word. */
  readonly attribute: string | null;
  /** The entry of the appendix that says how its numbers were computed. */
  readonly how: string | null;
  readonly columns: readonly Column[];
  /** One cell per column. */
  readonly rows: readonly (readonly Cell[])[];
  /** One entry per row. */
  readonly emphasis: readonly (Emphasis | null)[];
}

export interface ColumnOf<Row> extends Column {
  readonly cell: (row: Row) => Cell;
}

/** The keys of a value and of the ends of its interval; with one key the ends are `${key}Low` and `${key}High`. */
type Keys = string | readonly [value: string, low: string, high: string];

interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}

export function column<Row>(
  key: string,
  kind: CellKind,
  cell: (row: Row) => Cell,
  label = inWords(key),
): ColumnOf<Row>[] {
  return [{ key, label, kind, interval: null, cell }];
}

/** Columns that hold members of the row under their own names. */
export function own<Key extends string>(
  kinds: Readonly<Record<Key, CellKind>>,
): ColumnOf<Readonly<Record<Key, Cell>>>[] {
  return (Object.keys(kinds) as Key[]).flatMap((key) => column(key, kinds[key], (row) => row[key]));
}

export function range<Row>(
  keys: Keys,
  kind: CellKind,
  of: (row: Row) => Ends | null | undefined,
  given?: string,
): ColumnOf<Row>[] {
  const [key, low, high] = typeof keys === "string" ? [keys, `${keys}Low`, `${keys}High`] : keys;
  const label = given ?? inWords(key);
  const end = (name: string, which: "low" | "high"): ColumnOf<Row> => ({
    key: name,
    label: `${label}: ${which}`,
    kind,
    interval: { of: key, end: which },
    cell: (row) => of(row)?.[which] ?? null,
  });
  return [end(low, "low"), end(high, "high")];
}

export function estimate<Row>(
  keys: Keys,
  kind: CellKind,
  of: (row: Row) => Estimate | null | undefined,
  label?: string,
): ColumnOf<Row>[] {
  const key = typeof keys === "string" ? keys : keys[0];
  return [...column<Row>(key, kind, (row) => of(row)?.value ?? null, label), ...range(keys, kind, of, label)];
}

export function measuredShare<Row>(
  keys: Keys,
  of: (row: Row) => MeasuredShare | null | undefined,
  label?: string,
): ColumnOf<Row>[] {
  const estimated = (row: Row) => {
    const found = of(row) ?? null;
    return found && { ...found, value: found.share };
  };
  return estimate(keys, "share", estimated, label);
}

export interface TableHead<Row> {
  readonly id: string;
  readonly title: string;
  readonly note?: string | null;
  readonly how?: string;
  readonly attribute?: string;
  /** Place of the attribute among those that get a table of their own, from 1. */
  readonly place?: number;
  readonly emphasis?: (row: Row) => Emphasis | null;
}

export function tableOf<Row>(
  head: TableHead<Row>,
  rows: readonly Row[],
  columns: readonly (readonly ColumnOf<Row>[])[],
): Table {
  const { id, title, note = null, how = null, attribute = null, place, emphasis = () => null } = head;
  const flat = columns.flat();
  return {
    id,
    name: [id, place ?? "", slug(attribute ?? "")].filter((part) => part !== "").join("-"),
    title,
    note,
    attribute,
    how,
    columns: flat.map(({ key, label, kind, interval }) => ({ key, label, kind, interval })),
    rows: rows.map((row) => flat.map(({ cell }) => cell(row))),
    emphasis: rows.map(emphasis),
  };
}

export function isNumeric({ kind }: Pick<Column, "kind">): boolean {
  return kind !== "text" && kind !== "word";
}

export function yesNo(value: boolean): "yes" | "no" {
  return value ? "yes" : "no";
}

/** "impactRatio" as "Impact ratio". */
function inWords(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.length === 1 ? words : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** What is left of a name in a file name: "Age (years)" is "age-years". May be empty. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
}
