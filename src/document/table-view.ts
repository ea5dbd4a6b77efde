import type { CellLook, TableBlock, TableRow, Words } from "./document.js";
import { amount, count, list, number, percent, points, pValue, ratio } from "./format.js";
import { named } from "./names.js";
import { type Cell, type CellKind, type Emphasis, isNumeric, type Table } from "./table.js";

export interface ViewOptions {
  /** Columns to show, in this order; a column brings its interval along. All when absent. */
  readonly columns?: readonly string[];
  readonly hide?: readonly string[];
  /** Only rows with these cells; such columns are not shown. */
  readonly where?: Readonly<Record<string, Cell>>;
  /** Not rows with these cells. */
  readonly without?: Readonly<Record<string, Cell>>;
  /** At most so many rows: the first, or with `ends` the rows with the lowest and the highest values. */
  readonly limit?: number;
  /** The column whose lowest and highest values are shown where rows are left out. */
  readonly ends?: string;
  readonly title?: string;
  /** Told apart from other parts of the same table by this word, which ends the anchor. */
  readonly part?: string;
  readonly how?: string;
  /** Instead of the table's own note; null for none. */
  readonly note?: string | null;
  /** Columns in which nothing to say is no gap here: the note says why. */
  readonly blank?: readonly string[];
}

export interface TableWords {
  /** English for the stable words in cells of kind "word"; a word that is not here is shown as it is. */
  readonly cells: Readonly<Record<string, string>>;
  /** In place of a value that is not known. */
  readonly unknown: string;
  /**
   * Why a cell of a column may be empty, to be said below the table; null where nothing to say is no gap. Without
   * reasons, columns without any value are shown like others.
   */
  readonly because: Readonly<Record<string, string | null>> | null;
}

/** Words of tables in which empty cells speak for themselves. */
export const PLAIN_WORDS: TableWords = { cells: {}, unknown: "–", because: null };

export interface ViewColumn {
  readonly key: string;
  readonly label: string;
  readonly kind: CellKind;
  /** Places in a row; −1 where there is none. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface View {
  readonly table: Table;
  readonly columns: readonly ViewColumn[];
  readonly empty: readonly ViewColumn[];
  readonly rows: readonly { readonly cells: readonly Cell[]; readonly emphasis: Emphasis | null }[];
  /** Rows there are; more than `rows` where they were limited. */
  readonly all: number;
}

/** Words for a row's standing, which pages write beside its name instead. */
const ALWAYS_HIDDEN = ["status"];

export function viewOf(table: Table, options: ViewOptions = {}): View {
  const { where = {}, without = {}, hide = [], limit = Number.POSITIVE_INFINITY } = options;
  const places = new Map(table.columns.map(({ key }, place) => [key, place]));
  const holds = (cells: readonly Cell[]) => (condition: readonly [string, Cell]) => {
    const place = places.get(condition[0]);
    return place !== undefined && cells[place] === condition[1];
  };
  const matching = table.rows
    .map((cells, i) => ({ cells, emphasis: table.emphasis[i] ?? null }))
    .filter(({ cells }) => Object.entries(where).every(holds(cells)) && !Object.entries(without).some(holds(cells)));
  const rows = matching.length <= limit ? matching : fewer(matching, limit, places.get(options.ends ?? ""));
  const hidden = new Set([...ALWAYS_HIDDEN, ...hide, ...Object.keys(where)]);
  const all = viewColumns(table).filter(({ key }) => !hidden.has(key));
  const wanted = options.columns?.flatMap((key) => all.find((column) => column.key === key) ?? []) ?? all;
  const isEmpty = ({ value, low, high }: ViewColumn) =>
    rows.every(({ cells }) => [value, low, high].every((place) => isNothing(cells[place])));
  return {
    table,
    columns: wanted.filter((column) => !isEmpty(column)),
    empty: wanted.filter(isEmpty),
    rows,
    all: matching.length,
  };
}

/** So many rows of more: both ends of a column, lowest first, or the first rows where no column is named. */
function fewer(rows: View["rows"], limit: number, place: number | undefined): View["rows"] {
  if (place === undefined) return rows.slice(0, limit);
  const valueAt = ({ cells }: View["rows"][number]) => cells[place];
  const known = rows.filter((row) => typeof valueAt(row) === "number");
  const sorted = known.toSorted((a, b) => Number(valueAt(a)) - Number(valueAt(b)));
  const low = Math.ceil(limit / 2);
  return sorted.length <= limit ? sorted : [...sorted.slice(0, low), ...sorted.slice(low - limit)];
}

function isNothing(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || cell === "";
}

/** Values joined with the ends of their intervals. */
function viewColumns({ columns }: Table): ViewColumn[] {
  const found: ViewColumn[] = [];
  columns.forEach(({ key, label, kind, interval }, place) => {
    const base = interval === null ? key : interval.of;
    const index = found.findIndex((column) => column.key === base);
    const known = found[index] ?? { key: base, label, kind, value: -1, low: -1, high: -1 };
    const part = interval === null ? { value: place } : interval.end === "low" ? { low: place } : { high: place };
    const column = { ...known, ...part };
    if (index < 0) found.push(column);
    else found[index] = column;
  });
  return found;
}

/** Columns that say whom a row is about: where no other has a value, there is nothing to show. */
const HEADS = new Set(["attribute", "group", "method", "n", "scored", "variant"]);

export function tableAnchor(table: Table, part?: string): string {
  return part === undefined ? `table-${table.name}` : `table-${table.name}-${part}`;
}

export function tableBlock(
  table: Table | null | undefined,
  options: ViewOptions = {},
  words: TableWords = PLAIN_WORDS,
): TableBlock | null {
  if (table === null || table === undefined) return null;
  const found = viewOf(table, options);
  const view = words.because === null ? { ...found, columns: inOrder(found, options), empty: [] } : found;
  if (view.rows.length === 0 || view.columns.every(({ key }) => HEADS.has(key))) return null;
  const group = view.columns.findIndex(({ key }) => key === "group");
  const before = view.columns.slice(0, Math.max(0, group)).flatMap((column) => headings(column, view));
  const title = options.title ?? table.title;
  return {
    kind: "table",
    name: table.name,
    anchor: tableAnchor(table, options.part),
    title: table.attribute === null ? title : `${title}: ${named(table.attribute)}`,
    how: options.how ?? table.how,
    columns: view.columns.flatMap((column) => headings(column, view)),
    head: before.length,
    narrow: view.columns.length < 4,
    rows: view.rows.map((row) => writeRow(row, view, { options, words })),
    notes: notes(view, options, words),
  };
}

/** Columns with and without values, as they stand in the table or were asked for. */
function inOrder({ table, columns, empty }: View, { columns: wanted }: ViewOptions): ViewColumn[] {
  const keys = wanted ?? viewColumns(table).map(({ key }) => key);
  return keys.flatMap((key) => [...columns, ...empty].find((column) => column.key === key) ?? []);
}

function headings(column: ViewColumn, view: View): TableBlock["columns"] {
  const { key, label, kind, value, low } = column;
  const unit = kind === "points" ? "percentage points" : null;
  const look: CellLook =
    key === "sha256" ? "hash" : isNumeric(column) ? "number" : isProse(column, view) ? "prose" : "words";
  if (low < 0) return [{ label, unit, look }];
  if (value < 0) return [{ label: `${rangeLabel(label)} (from, to)`, unit, look: "range" }];
  return [
    { label, unit, look },
    { label: "95 % interval", unit: null, look: "interval" },
  ];
}

function isProse({ value }: ViewColumn, { rows }: View): boolean {
  return rows.some(({ cells }) => {
    const text = String(cells[value] ?? "");
    return text.length > 48 && text.split(" ").length > 5;
  });
}

/** "Rate, group unknown: low" is the label of one end; the range is named by what stands before. */
function rangeLabel(label: string): string {
  return label.replace(/: (?:low|high)$/, "");
}

interface Writing {
  readonly options: ViewOptions;
  readonly words: TableWords;
}

function writeRow({ cells, emphasis }: View["rows"][number], view: View, writing: Writing): TableRow {
  return {
    emphasis: emphasis?.as ?? "normal",
    label: emphasis?.label ?? null,
    cells: view.columns.flatMap((column) => [
      ...(column.value < 0 ? [] : [writeValue(column, cells, writing)]),
      ...(column.low < 0 ? [] : [writeInterval(column, cells, writing)]),
    ]),
  };
}

function writeValue(column: ViewColumn, cells: readonly Cell[], writing: Writing): Words {
  const cell = cells[column.value] ?? null;
  return cell === null || cell === "" ? unknownMark(column, writing) : writeCell(cell, column.kind, writing.words);
}

function writeInterval(column: ViewColumn, cells: readonly Cell[], writing: Writing): Words {
  const [low, high] = [cells[column.low], cells[column.high]];
  if (typeof low !== "number" || typeof high !== "number") return column.value < 0 ? unknownMark(column, writing) : "–";
  return `${writeNumber(low, column.kind)} to ${writeNumber(high, column.kind)}`;
}

/** A word so long that it may be broken anywhere. */
const LONG_WORD = /\S{19}/u;

/**
 * A cell's content: numbers written out, words of ours in English, words of the user's apart from the page's direction.
 */
function writeCell(cell: Exclude<Cell, null>, kind: CellKind, { cells }: TableWords): Words {
  if (typeof cell === "number") return writeNumber(cell, kind);
  if (kind === "word") return Object.hasOwn(cells, cell) ? (cells[cell] ?? cell) : cell;
  return { text: cell, as: LONG_WORD.test(cell) ? "long" : "given" };
}

function writeNumber(value: number, kind: CellKind): string {
  if (kind === "count") return Number.isInteger(value) ? count(value) : number(value);
  if (kind === "share") return percent(value);
  if (kind === "points") return points(value);
  if (kind === "ratio") return ratio(value);
  if (kind === "rounded") return number(Math.round(value * 1000) / 1000);
  return kind === "p" ? pValue(value) : number(value);
}

function unknownMark({ key }: ViewColumn, { words, options }: Writing): Words {
  const { because, unknown } = words;
  if (unknown === "–" || because?.[key] === null || options.blank?.includes(key)) return "–";
  return { text: unknown, as: "undefined" };
}

/** Differences that are never negative, though the end of an interval may be. */
const SPREAD = /[pP]arityDifference$/;

/** Columns of data that not every audit has; where no row has any, nothing is missing. */
const MAY_BE_ABSENT = /^(?:bound|corrected|weighted)/;

/** What goes below a table: its note, why cells are empty, and what grey rows mean. */
function notes(view: View, options: ViewOptions, { because }: TableWords): string[] {
  const { note = view.table.note, blank = [], ends } = options;
  const reasons = (columns: readonly ViewColumn[]) => {
    const labels = new Map<string, string[]>();
    for (const { key, label } of columns) {
      const reason = because?.[key] ?? "not known from this evidence";
      labels.set(reason, [...(labels.get(reason) ?? []), `“${rangeLabel(label)}”`]);
    }
    return [...labels].map(([reason, under]) => `${list(under)} (${reason})`).join("; ");
  };
  const isGap = ({ key }: ViewColumn) => because !== null && because[key] !== null && !blank.includes(key);
  const gaps = view.columns.filter(
    (column) =>
      isGap(column) && view.rows.some(({ cells }) => isNothing(cells[column.value < 0 ? column.low : column.value])),
  );
  const empty = view.empty.filter((column) => isGap(column) && !MAY_BE_ABSENT.test(column.key));
  const found: string[] = [];
  if (note !== null) found.push(note);
  if (view.columns.some(({ key, low }) => SPREAD.test(key) && view.rows.some(({ cells }) => Number(cells[low]) < 0))) {
    found.push("A lower limit below 0 leaves open whether the two groups stand in the other order.");
  }
  if (gaps.length > 0) found.push(`Not defined: ${reasons(gaps)}.`);
  if (empty.length > 0) found.push(`Left out, because no row has a value: ${reasons(empty)}.`);
  if (view.rows.some(({ emphasis }) => emphasis?.as === "insufficient")) {
    found.push("Grey rows: too few people to carry a number; shown, and left out of comparisons.");
  }
  if (view.all > view.rows.length) {
    const all = amount(view.all, "row", "rows");
    const shown = view.rows.length;
    const low = Math.ceil(shown / 2);
    const which =
      ends === undefined
        ? `the first ${count(shown)} of ${all}`
        : `the ${count(low)} lowest and the ${count(shown - low)} highest of ${all}; ${count(view.all - shown)} ` +
          "between";
    found.push(`Shown: ${which}. All are in tables/${view.table.name}.csv.`);
  }
  return found;
}
