import type { RawRows } from "./raw-table.js";
import { requireCells } from "./unpack.js";

/** Collects records into dictionary-coded columns, so each distinct cell is trimmed and later parsed once. */
export function collectRecords(header: readonly string[], file: string) {
  requireCells(file, { rows: 0, columns: header.length });
  const names = header.map((name) => name.trim());
  const width = names.length;
  const lookups = names.map(() => new Map<string, number>());
  const levels = names.map((): string[] => []);
  let codes = names.map(() => new Int32Array(64));
  let rowNumbers = new Int32Array(64);
  let rows = 0;

  /** The code of a cell not seen before as it is written; trimmed it may be known. */
  function newCode(column: number, cell: string): number {
    const lookup = lookups[column]!;
    const trimmed = cell.trim();
    let code = trimmed === cell ? undefined : lookup.get(trimmed);
    if (code === undefined) {
      code = levels[column]!.push(trimmed) - 1;
      lookup.set(trimmed, code);
    }
    if (trimmed !== cell) lookup.set(cell, code);
    return code;
  }

  return {
    width,
    /** Adds a record; cells that are not there are empty. */
    add(record: readonly string[], row: number): void {
      if (rows === rowNumbers.length) {
        requireCells(file, { rows: rows + 1, columns: width });
        codes = codes.map(doubled);
        rowNumbers = doubled(rowNumbers);
      }
      for (let j = 0; j < width; j++) {
        const cell = record[j] ?? "";
        codes[j]![rows] = lookups[j]!.get(cell) ?? newCode(j, cell);
      }
      rowNumbers[rows++] = row;
    },
    finish: (): RawRows => ({
      rows,
      rowNumbers: rowNumbers.slice(0, rows),
      columns: names.map((name, j) => ({ name, codes: codes[j]!.slice(0, rows), levels: levels[j]! })),
    }),
  };
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
