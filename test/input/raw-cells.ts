import { inspectTable, type TableSource } from "../../src/input/csv.js";
import { cellAt, type RawBatch } from "../../src/input/raw-table.js";
import { csvBatches } from "../../src/input/row-batches.js";

/** The names of the columns, then the cells of each row. */
export function cellsOf(source: TableSource): string[][] {
  const { table } = inspectTable(source, { file: "f", delimiter: null });
  const { columns = [], rows = 0 } = table ?? {};
  const lines = Array.from({ length: rows }, (_, i) => columns.map((column) => cellAt(column, i)));
  return [columns.map(({ name }) => name), ...lines];
}

/** Batches of a text that comes in pieces. */
export async function batchesOf(...pieces: readonly string[]): Promise<RawBatch[]> {
  async function* given() {
    yield* pieces;
  }
  return all(csvBatches(given(), { file: "f", delimiter: null }));
}

/** Everything that comes, in its order. */
export async function all<T>(coming: AsyncIterable<T>): Promise<T[]> {
  const came: T[] = [];
  for await (const one of coming) came.push(one);
  return came;
}
