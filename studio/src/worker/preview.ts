import type { RawTable } from "../../../src/input/raw-table.js";

export interface PreviewRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly number: number;
  /** The cells of the columns asked for, long ones cut; null for a row that could not be cut into cells. */
  readonly cells: readonly string[] | null;
}

const LONGEST_CELL = 80;

/** Some rows of a file, as written, by their numbers in a spreadsheet. */
export function rowsAt(table: RawTable | null, numbers: readonly number[], columns: readonly number[]): PreviewRow[] {
  return numbers.map((number) => {
    const place = table?.rowNumbers.indexOf(number) ?? -1;
    if (table === null || place < 0) return { number, cells: null };
    const cells = columns.map((j) => {
      const column = table.columns[j];
      return shortened(column?.levels[column.codes[place] ?? -1] ?? "");
    });
    return { number, cells };
  });
}

function shortened(cell: string): string {
  return cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)}…` : cell;
}
