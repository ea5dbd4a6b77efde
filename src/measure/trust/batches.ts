import { selectTableRows, type Table } from "../../input/table.js";

/** Rows encoded at a time: a large file is never encoded whole. */
const BATCH = 8192;

/** Calls `use` with the table's rows, some thousands at a time, and the place of the first of them. */
export function eachBatch(table: Table, use: (batch: Table, start: number) => void): void {
  if (table.rows <= BATCH) {
    use(table, 0);
    return;
  }
  for (let start = 0; start < table.rows; start += BATCH) {
    const length = Math.min(BATCH, table.rows - start);
    use(
      selectTableRows(
        table,
        Int32Array.from({ length }, (_, k) => start + k),
      ),
      start,
    );
  }
}
