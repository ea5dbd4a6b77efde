import { fitEncoder } from "../encode/encoder.js";
import { type FlatColumn, type FlatRows, flatLayout, flatten } from "../lab/generators/flat-rows.js";
import { cellAt, findMoves, type Move, moveCost, position } from "../lab/generators/letter-space.js";
import type { CellRow } from "../lab/targets/outside.js";
import type { People } from "./people.js";

interface SearchMove {
  readonly move: Move;
  /** Decimal places that the people's own numbers have, so that no letter asks for an age of 37.2. */
  readonly decimals: number;
}

const MOST_DECIMALS = 6;

/**
 * Prepares people for a search: all in one array, what a letter may change, and how a flat row becomes cells by name.
 * Distances are ℓ1 in the people's 5–95 % ranges, plus 1 for each category changed.
 */
export function searchSpace({ features, table }: People) {
  const layout = flatLayout(table, []);
  const people = flatten(layout, table);
  const encoder = fitEncoder(features, [table]);
  const immutable = new Set(features.filter((feature) => feature.immutable).map(({ name }) => name));
  const moves = findMoves(encoder, layout, people, immutable).map((move) => ({
    move,
    decimals: move.type === "number" ? mostDecimals(people, move.column) : 0,
  }));
  return { people, moves, cells: (row: Float64Array) => cellsOf(layout, row) };
}

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

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** A row to ask about, and the best letter so far; null while none was accepted. */
type Trial = { readonly row: Float64Array; readonly best: Float64Array | null };

/** Accepted people tried as a first letter before giving up. */
const STARTS = 5;
/** Halvings of each number's way back. */
const HALVINGS = 5;

/**
 * Looks for a letter by yes-or-no questions alone. It starts from the nearest accepted person, with what the rejected
 * one cannot change put in, then takes back each change where the row stays accepted, the costliest first, and moves
 * each number back by halves. Yields rows, is told whether the target accepts each, and returns the last accepted one,
 * null when no start was.
 */
export function* searchLetter(
  { people, moves }: Pick<ReturnType<typeof searchSpace>, "people" | "moves">,
  person: number,
  accepted: readonly number[],
): Generator<Trial, Float64Array | null, boolean> {
  const own = flatRow(people, person).slice();
  const costOf = (row: Float64Array) =>
    moves.reduce((sum, { move }) => sum + moveCost(move, row[move.column]!, own[move.column]!), 0);

  const candidates = accepted
    .map((i) => inPlaceOf(own, flatRow(people, i), moves))
    .map((row, k) => ({ row, k, cost: costOf(row) }))
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => a.cost - b.cost || a.k - b.k)
    .slice(0, STARTS);
  let best: Float64Array | null = null;
  for (const { row } of candidates) {
    if (!(yield { row, best })) continue;
    best = row;
    break;
  }
  if (best === null) return null;

  for (const { move } of changesOf(best, own, moves)) {
    const row: Float64Array = best.slice();
    row[move.column] = own[move.column]!;
    if (yield { row, best }) best = row;
  }
  for (const { move, decimals } of changesOf(best, own, moves)) {
    if (move.type === "category" || Number.isNaN(own[move.column]!)) continue;
    let near = position(move, own[move.column]!); // refused here
    for (let h = 0; h < HALVINGS; h++) {
      const far = position(move, best[move.column]!);
      const row: Float64Array = best.slice();
      const middle = rounded(cellAt(move, (near + far) / 2), decimals);
      if (middle === best[move.column] || position(move, middle) === near) break;
      row[move.column] = middle;
      if (yield { row, best }) best = row;
      else near = position(move, middle);
    }
  }
  return best;
}

/** The accepted row with the person's unchangeable features and, where it has gaps, the person's own cells. */
function inPlaceOf(own: Float64Array, other: Float64Array, moves: readonly SearchMove[]): Float64Array {
  const row = own.slice();
  for (const { move } of moves) {
    const cell = other[move.column]!;
    if (move.type === "number" ? !Number.isNaN(cell) : cell >= 0) row[move.column] = cell;
  }
  return row;
}

function changesOf(row: Float64Array, own: Float64Array, moves: readonly SearchMove[]): SearchMove[] {
  return moves
    .map((entry, m) => ({ entry, m, cost: moveCost(entry.move, row[entry.move.column]!, own[entry.move.column]!) }))
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => b.cost - a.cost || a.m - b.m)
    .map(({ entry }) => entry);
}
