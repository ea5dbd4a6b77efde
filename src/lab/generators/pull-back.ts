import { type FlatRows, pickRows } from "./flat-rows.js";
import {
  type Accepts,
  cellAt,
  type LetterSpace,
  type Move,
  moveCost,
  type OwnedRows,
  position,
} from "./letter-space.js";

/**
 * Moves accepted rows towards the people they are for, in place: first each changed feature is put back where the
 * row stays accepted, the costliest first; then each number goes back as far as bisection finds it can: within
 * 2^−halvings of its change of refusal. Without halvings features are only put back. `passes` is rounds over all.
 */
export function pullBack(
  space: LetterSpace,
  owned: OwnedRows,
  accepts: Accepts,
  { halvings, passes }: { readonly halvings: number; readonly passes: number },
): void {
  for (let pass = 0; pass < passes; pass++) {
    let reverted = false;
    for (const active of byCost(space, owned)) if (revert(space, owned, active, accepts)) reverted = true;
    if (halvings === 0 && !reverted) return;
    if (halvings === 0) continue;
    for (const active of byCost(space, owned)) bisect(space, owned, active, { accepts, halvings });
  }
}

interface Change {
  readonly k: number;
  readonly move: Move;
}

/** The costliest change of every row, then the second costliest, …. */
function byCost({ people, moves }: LetterSpace, { owners, rows }: OwnedRows): Change[][] {
  const { columns } = rows;
  const lists = Array.from(owners, (p, k): Change[] => {
    const costs = moves.map((move) =>
      moveCost(move, rows.values[k * columns + move.column]!, people.values[p * columns + move.column]!),
    );
    return moves
      .flatMap((move, m) => (costs[m]! > 0 ? [{ k, move, m }] : []))
      .sort((a, b) => costs[b.m]! - costs[a.m]! || a.m - b.m);
  });
  const ranks = moves.map((_, rank) => lists.flatMap((list) => list[rank] ?? []));
  return ranks.filter((active) => active.length > 0);
}

function changedRows(rows: FlatRows, active: readonly Change[]): FlatRows {
  return pickRows(
    rows,
    active.map(({ k }) => k),
  );
}

/** Puts features back to the person's own value where the row stays accepted; whether any was. */
function revert({ people }: LetterSpace, { owners, rows }: OwnedRows, active: Change[], accepts: Accepts): boolean {
  const { columns } = rows;
  const trial = changedRows(rows, active);
  for (const [t, { k, move }] of active.entries()) {
    trial.values[t * columns + move.column] = people.values[owners[k]! * columns + move.column]!;
  }
  const valid = accepts(trial);
  for (const [t, { k, move }] of active.entries()) {
    if (valid[t] === 1) rows.values[k * columns + move.column] = trial.values[t * columns + move.column]!;
  }
  return valid.includes(1);
}

/** Halves the way of numbers back to the person, keeping the accepted end. */
function bisect(
  { people }: LetterSpace,
  { owners, rows }: OwnedRows,
  changes: Change[],
  { accepts, halvings }: { readonly accepts: Accepts; readonly halvings: number },
): void {
  const { columns } = rows;
  const active = changes.flatMap(({ k, move }) => (move.type === "number" ? [{ k, move, column: move.column }] : []));
  if (active.length === 0) return;
  const trial = changedRows(rows, active);
  // Positions: `near` is the person's end, refused or not yet tried; `far` is accepted.
  const near = active.map(({ k, move, column }) => position(move, people.values[owners[k]! * columns + column]!));
  const far = active.map(({ k, move, column }) => position(move, rows.values[k * columns + column]!));
  for (let h = 0; h < halvings; h++) {
    const middles = far.map((place, t) => (near[t]! + place) / 2);
    for (const [t, { move, column }] of active.entries())
      trial.values[t * columns + column] = cellAt(move, middles[t]!);
    const valid = accepts(trial);
    for (const [t, { k, column }] of active.entries()) {
      (valid[t] === 1 ? far : near)[t] = middles[t]!;
      if (valid[t] === 1) rows.values[k * columns + column] = trial.values[t * columns + column]!;
    }
  }
}
