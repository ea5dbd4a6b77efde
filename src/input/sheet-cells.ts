import type { SheetRows } from "./raw-table.js";
import { requireCells } from "./unpack.js";

/** Cells of a sheet, collected row by row. */
export interface SheetCollector {
  /** Puts a text into a cell, counted from 0 within the row; an empty one is none. */
  put(column: number, text: string): void;
  /** Ends a row, counted from 1; the same cells may stand in several rows from it on. */
  endRow(row: number, times?: number): void;
  finish(): Omit<SheetRows, "readAs">;
}

/** Rows and columns without anything in them are left out. Throws TOO_LARGE before memory is taken. */
export function collectSheet(file: string): SheetCollector {
  const rows: { readonly number: number; readonly cells: ReadonlyMap<number, string> }[] = [];
  const used = new Set<number>();
  let cells = new Map<number, string>();
  return {
    put(column, text) {
      if (text.trim() === "") return;
      cells.set(column, text);
      used.add(column);
    },
    endRow(row, times = 1) {
      const last = rows.at(-1)?.number ?? 0;
      if (row <= last) throw new Error("its rows are not in order");
      if (cells.size === 0) return;
      requireCells(file, { rows: rows.length + times, columns: used.size });
      for (let k = 0; k < times; k++) rows.push({ number: row + k, cells });
      cells = new Map();
    },
    finish() {
      const columns = [...used].sort((a, b) => a - b);
      return {
        records: rows.map((row) => columns.map((column) => row.cells.get(column) ?? "")),
        rowNumbers: rows.map(({ number }) => number),
      };
    },
  };
}

const LEAST = 2; // rows and columns

export function isTable({ records }: Pick<SheetRows, "records">): boolean {
  return records.length >= LEAST && (records[0]?.length ?? 0) >= LEAST;
}
