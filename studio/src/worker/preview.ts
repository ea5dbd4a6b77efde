import type { TableInspection } from "../../../src/input/raw-table.js";

export interface PreviewRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly number: number;
  /** The cells of the columns asked for, long ones cut; null for a row that could not be cut into cells. */
  readonly cells: readonly string[] | null;
}

export interface Preview {
  /** Rows before the first one shown. */
  readonly start: number;
  /** Rows in all, without those that could not be cut into cells. */
  readonly total: number;
  readonly rows: readonly PreviewRow[];
}

export interface PreviewWindow {
  /** Rows before the first one shown; ignored where `near` is given. */
  readonly start: number;
  readonly count: number;
  readonly columns: readonly number[];
  /** A row as a spreadsheet counts it that must be in sight. */
  readonly near: number | null;
}

const LONGEST_CELL = 200;

/** The rows in a window; rows that could not be cut into cells stand at their place, without cells. */
export function previewRows({ table, problems }: TableInspection, window: PreviewWindow): Preview {
  if (table === null) return { start: 0, total: 0, rows: [] };
  const { rowNumbers, rows: total } = table;
  const { near, count } = window;
  const wanted = near === null ? window.start : Math.floor(placeOf(rowNumbers, near) / count) * count;
  const start = Math.max(0, Math.min(wanted, Math.max(0, total - 1)));
  const end = Math.min(total, start + count);
  const shown: PreviewRow[] = [];
  for (let i = start; i < end; i++) {
    const cells = window.columns.map((j) => {
      const column = table.columns[j];
      return shortened(column?.levels[column.codes[i] ?? -1] ?? "");
    });
    shown.push({ number: rowNumbers[i] ?? 0, cells });
  }
  const from = start === 0 ? 0 : (rowNumbers[start - 1] ?? 0);
  const to = end === total ? Number.POSITIVE_INFINITY : (rowNumbers[end] ?? 0);
  const broken = problems
    .filter(({ code }) => code === "ROW_RAGGED" || code === "QUOTE_UNCLOSED")
    .flatMap(({ rows }) => rows)
    .filter((row) => row > from && row < to && !shown.some(({ number }) => number === row))
    .map((number): PreviewRow => ({ number, cells: null }));
  return { start, total, rows: [...shown, ...broken].sort((a, b) => a.number - b.number) };
}

/** The place of a row among those that were read, or of the next one. */
function placeOf(rowNumbers: Int32Array, row: number): number {
  let [low, high] = [0, rowNumbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rowNumbers[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(0, rowNumbers.length - 1));
}

function shortened(cell: string): string {
  return cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)}…` : cell;
}
