import type { Column, Table } from "../../input/table.js";

/** A cell as it crosses a border: null when missing. */
export type Cell = string | number | null;

export type CellRow = Readonly<Record<string, Cell>>;

/** What became of a question. */
export type Reply<T> =
  | { readonly status: "answered"; readonly answer: T }
  /** No answer came; the same question may be asked again, after `waitMs` where the target said how long. */
  | { readonly status: "failed"; readonly reason: string; readonly waitMs: number | null }
  /** The target has no answer about this row, however often it is asked. */
  | { readonly status: "refused"; readonly reason: string }
  /** The target answers no question of this kind: wrong address, key or form of answer. */
  | { readonly status: "closed"; readonly reason: string };

export interface AskContext {
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** Running number of the question, for the target's own books. */
  readonly query?: number;
  /** The same for a question that is asked again, so that the target need not count it twice. */
  readonly question?: string;
}

/** A model somewhere else: it answers questions about rows, and perhaps writes letters. Nothing else is known of it. */
export interface OutsideTarget {
  readonly name: string;
  /** It knows some rows and no others, so that refusing one says nothing about the next. @default false */
  readonly partial?: boolean;
  /** What becomes of each row's question; an answer is the decision as the target writes it. */
  decide(rows: Table, context?: AskContext): Promise<readonly Reply<string>[]>;
  /** The cells of the letter to the person in a table of one row, null if there is none. Absent if it writes none. */
  letter?(person: Table, context?: AskContext): Promise<Reply<CellRow | null>>;
}

/** Row `i` of a table as cells by name, in the table's order. */
export function rowCells(table: Table, i: number): CellRow {
  return Object.fromEntries(table.columns.map((column) => [column.name, cellOf(column, i)]));
}

export function cellOf(column: Column, i: number): Cell {
  if (column.type === "category") return column.levels[column.codes[i]!] ?? null;
  const value = column.values[i]!;
  return Number.isNaN(value) ? null : value + 0;
}

export function columnOf(table: Table, name: string): Column | undefined {
  return table.columns.find((column) => column.name === name);
}
