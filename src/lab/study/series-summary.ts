import { type CellKey, cellId } from "./cells.js";
import type { CellResult } from "./result.js";
import type { StudySpec } from "./spec.js";

/** Mean and sample standard deviation at each place of a list of numbers, over the seeds that have a number there. */
export interface MeanSeries {
  readonly mean: readonly (number | null)[];
  /** Null with fewer than two seeds. */
  readonly sd: readonly (number | null)[];
  /** Cells that have the list. */
  readonly seeds: number;
}

/** The cells of one place and method that are there and did not fail, by seed. */
export function cellsOf(
  spec: StudySpec,
  results: ReadonlyMap<string, CellResult>,
  place: Omit<CellKey, "seed">,
): CellResult[] {
  const found: CellResult[] = [];
  for (let seed = 0; seed < spec.seeds; seed++) {
    const cell = results.get(cellId({ ...place, seed }));
    if (cell !== undefined && cell.failure === null) found.push(cell);
  }
  return found;
}

/** A named list of numbers over some cells, number by number. */
export function meanSeries(cells: readonly CellResult[], name: string): MeanSeries {
  const lists = cells.map(({ series }) => series?.[name] ?? []).filter((list) => list.length > 0);
  const length = Math.max(0, ...lists.map((list) => list.length));
  const moments = Array.from({ length }, (_, k) => meanAndSd(lists.map((list) => list[k] ?? null)));
  return { mean: moments.map(({ mean }) => mean), sd: moments.map(({ sd }) => sd), seeds: lists.length };
}

/** What some values come to. */
export interface Moments {
  readonly count: number;
  readonly mean: number | null;
  /** Null with fewer than two values. */
  readonly sd: number | null;
}

/** Count, mean and sample standard deviation of the values that are known. */
export function meanAndSd(given: readonly (number | null)[]): Moments {
  const values = given.filter((value) => value !== null);
  const count = values.length;
  if (count === 0) return { count, mean: null, sd: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { count, mean, sd: count < 2 ? null : Math.sqrt(squares / (count - 1)) };
}
