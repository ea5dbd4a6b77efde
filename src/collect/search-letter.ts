import { cellAt, moveCost, position } from "../lab/generators/letter-space.js";
import { requireInteger, withDefaults } from "../options.js";
import { flatRow, rounded, type SearchMove, type SearchSpace } from "./search-space.js";

export interface SearchOptions {
  /** Accepted people tried as a first letter before giving up. @default 5 */
  readonly starts?: number;
  /** Halvings of each number's way back. @default 5 */
  readonly halvings?: number;
}

/** A row to ask about, and the best letter so far; null while none was accepted. */
export interface Trial {
  readonly row: Float64Array;
  readonly best: Float64Array | null;
}

const DEFAULTS: Required<SearchOptions> = { starts: 5, halvings: 5 };

/**
 * Looks for a letter by yes-or-no questions alone. It starts from the nearest accepted person, with what the rejected
 * one cannot change put in, then takes back each change where the row stays accepted, the costliest first, and moves
 * each number back by halves. Yields rows, is told whether the target accepts each, and returns the last accepted one,
 * null when no start was.
 */
export function* searchLetter(
  { people, moves }: SearchSpace,
  person: number,
  accepted: readonly number[],
  given: SearchOptions = {},
): Generator<Trial, Float64Array | null, boolean> {
  const { starts, halvings } = withDefaults("searchLetter", DEFAULTS, given);
  requireInteger("starts", starts, 1);
  requireInteger("halvings", halvings, 0);
  const own = flatRow(people, person).slice();
  const costOf = (row: Float64Array) =>
    moves.reduce((sum, { move }) => sum + moveCost(move, row[move.column]!, own[move.column]!), 0);

  const candidates = accepted
    .map((i) => inPlaceOf(own, flatRow(people, i), moves))
    .map((row, k) => ({ row, k, cost: costOf(row) }))
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => a.cost - b.cost || a.k - b.k)
    .slice(0, starts);
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
    for (let h = 0; h < halvings; h++) {
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

/** What a row changes, the costliest first. */
function changesOf(row: Float64Array, own: Float64Array, moves: readonly SearchMove[]): SearchMove[] {
  return moves
    .map((entry, m) => ({ entry, m, cost: moveCost(entry.move, row[entry.move.column]!, own[entry.move.column]!) }))
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => b.cost - a.cost || a.m - b.m)
    .map(({ entry }) => entry);
}
