import { fitEncoder } from "../encode/encoder.js";
import { type FlatColumn, type FlatRows, flatLayout, flatten } from "../lab/generators/flat-rows.js";
import { findMoves, type Move } from "../lab/generators/letter-space.js";
import type { CellRow } from "../lab/targets/outside.js";
import type { People } from "./people.js";

/** A feature that a letter may change. */
export interface SearchMove {
  readonly move: Move;
  /** Decimal places that the people's own numbers have, so that no letter asks for an age of 37.2. */
  readonly decimals: number;
}

/** All people in one array, and what a letter may change. */
export interface SearchSpace {
  readonly people: FlatRows;
  readonly moves: readonly SearchMove[];
  /** A flat row as cells by name. */
  cells(row: Float64Array): CellRow;
}

const MOST_DECIMALS = 6;

/** Prepares people for a search. Distances are ℓ1 in the people's 5–95 % ranges, plus 1 for each category changed. */
export function searchSpace({ features, table }: People): SearchSpace {
  const layout = flatLayout(table, []);
  const people = flatten(layout, table);
  const encoder = fitEncoder(features, [table]);
  const immutable = new Set(features.filter((feature) => feature.immutable).map(({ name }) => name));
  const moves = findMoves(encoder, layout, people, immutable).map((move) => ({
    move,
    decimals: move.type === "number" ? mostDecimals(people, move.column) : 0,
  }));
  return { people, moves, cells: (row) => cellsOf(layout, row) };
}

/** Row `i` of flat rows, as a view. */
export function flatRow({ columns, values }: FlatRows, i: number): Float64Array {
  return values.subarray(i * columns, (i + 1) * columns);
}

function cellsOf(layout: readonly FlatColumn[], row: Float64Array): CellRow {
  return Object.fromEntries(
    layout.map(({ name, levels }, j) => {
      const value = row[j]!;
      if (levels !== null) return [name, levels[value] ?? null];
      return [name, Number.isNaN(value) ? null : value + 0];
    }),
  );
}

function mostDecimals({ rows, columns, values }: FlatRows, column: number): number {
  let most = 0;
  for (let i = 0; i < rows && most < MOST_DECIMALS; i++) {
    const value = values[i * columns + column]!;
    while (most < MOST_DECIMALS && !Number.isNaN(value) && rounded(value, most) !== value) most++;
  }
  return most;
}

/** The nearest number with that many decimal places. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
