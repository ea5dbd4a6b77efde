import type { Cell, CellKind, ReportTable, RowEmphasis } from "../tables/report-table.js";

/** Which part of a table a page shows: CSV files hold all of it. */
export interface ViewOptions {
  /** Columns to show, in this order; a column brings its interval along. All when absent. */
  readonly columns?: readonly string[];
  /** Columns not to show. */
  readonly hide?: readonly string[];
  /** Only rows with these cells; such columns are not shown. */
  readonly where?: Readonly<Record<string, Cell>>;
  /** Not rows with these cells. */
  readonly without?: Readonly<Record<string, Cell>>;
  /** Only rows that stand out. */
  readonly marked?: boolean;
  /** At most so many rows, marked ones first. */
  readonly limit?: number;
}

/** A column as a page shows it: a value, a range, or both. */
export interface ViewColumn {
  readonly key: string;
  readonly label: string;
  readonly kind: CellKind;
  /** Places in a row; −1 where there is none. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A part of a table. */
export interface View {
  readonly table: ReportTable;
  readonly columns: readonly ViewColumn[];
  /** Columns of which no row has a value. */
  readonly empty: readonly ViewColumn[];
  readonly rows: readonly { readonly cells: readonly Cell[]; readonly emphasis: RowEmphasis }[];
  /** Rows there are; more than `rows` where they were limited. */
  readonly all: number;
}

/** Words for a row's standing, which pages write beside its name instead. */
const ALWAYS_HIDDEN = ["status"];

/** The part of a table that `options` ask for. */
export function viewOf(table: ReportTable, options: ViewOptions = {}): View {
  const { where = {}, without = {}, marked: onlyMarked = false, hide = [], limit = Number.POSITIVE_INFINITY } = options;
  const places = new Map(table.columns.map(({ key }, place) => [key, place]));
  const holds = (cells: readonly Cell[]) => (condition: readonly [string, Cell]) => {
    const place = places.get(condition[0]);
    return place !== undefined && cells[place] === condition[1];
  };
  const matching = table.rows
    .map((cells, i) => ({ cells, emphasis: table.emphasis[i] ?? "normal" }))
    .filter(({ cells }) => Object.entries(where).every(holds(cells)) && !Object.entries(without).some(holds(cells)));
  const marked = matching.filter(({ emphasis }) => emphasis === "highlight");
  const chosen = onlyMarked ? marked : matching;
  const rows =
    chosen.length <= limit ? chosen : [...marked, ...chosen.filter((row) => !marked.includes(row))].slice(0, limit);
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
    all: chosen.length,
  };
}

/** Whether a cell holds nothing to show. */
export function isNothing(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || cell === "";
}

/** Values joined with the ends of their intervals. */
function viewColumns({ columns }: ReportTable): ViewColumn[] {
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
