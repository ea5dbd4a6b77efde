import { pickRows } from "./flat-rows.js";
import { type Accepts, cellAt, type LetterSpace, type Move, moveCost, position } from "./letter-space.js";
import type { OwnedRows } from "./nearest-rows.js";

export interface PullBackOptions {
  /** Halvings of each number's way back: a letter ends within 2^−halvings of its change of refusal; 0 only reverts. */
  readonly halvings: number;
  /** Rounds over all features. */
  readonly passes: number;
}

/**
 * Moves accepted rows towards the people they are for, in place: first each changed feature is put back where the
 * row stays accepted, the costliest first; then each number goes back as far as bisection finds it can.
 */
export function pullBack(space: LetterSpace, owned: OwnedRows, accepts: Accepts, options: PullBackOptions): void {
  for (let pass = 0; pass < options.passes; pass++) {
    const reverted = eachFeature(space, owned, (active) => revert(space, owned, active, accepts));
    if (options.halvings === 0) {
      if (!reverted) return;
      continue;
    }
    eachFeature(space, owned, (active) => bisect(space, owned, active, { accepts, halvings: options.halvings }));
  }
}

/** A changed feature of a row. */
interface Change {
  readonly k: number;
  readonly move: Move;
}

/** Calls `work` with the costliest change of every row, then the second costliest, …; whether any call acted. */
function eachFeature(space: LetterSpace, { owners, rows }: OwnedRows, work: (active: Change[]) => boolean): boolean {
  const { people, moves } = space;
  const { columns } = rows;
  const lists = Array.from(owners, (p, k): Change[] => {
    const costs = moves.map((move) =>
      moveCost(move, rows.values[k * columns + move.column]!, people.values[p * columns + move.column]!),
    );
    return moves
      .flatMap((move, m) => (costs[m]! > 0 ? [{ k, move, m }] : []))
      .sort((a, b) => costs[b.m]! - costs[a.m]! || a.m - b.m);
  });
  let acted = false;
  for (let rank = 0; rank < moves.length; rank++) {
    const active = lists.flatMap((list) => list[rank] ?? []);
    if (active.length === 0) break;
    if (work(active)) acted = true;
  }
  return acted;
}

/** Puts features back to the person's own value where the row stays accepted; whether any was. */
function revert({ people }: LetterSpace, { owners, rows }: OwnedRows, active: Change[], accepts: Accepts): boolean {
  const { columns } = rows;
  const trial = pickRows(
    rows,
    active.map(({ k }) => k),
  );
  for (const [t, { k, move }] of active.entries()) {
    trial.values[t * columns + move.column] = people.values[owners[k]! * columns + move.column]!;
  }
  const valid = accepts(trial);
  for (const [t, { k, move }] of active.entries()) {
    if (valid[t] === 1) rows.values[k * columns + move.column] = trial.values[t * columns + move.column]!;
  }
  return valid.includes(1);
}

/** Halves the way of numbers back to the person, keeping the accepted end; whether any moved. */
function bisect(
  { people }: LetterSpace,
  { owners, rows }: OwnedRows,
  changes: Change[],
  { accepts, halvings }: { readonly accepts: Accepts; readonly halvings: number },
): boolean {
  const { columns } = rows;
  const active = changes.filter(({ move }) => move.type === "number");
  if (active.length === 0) return false;
  const trial = pickRows(
    rows,
    active.map(({ k }) => k),
  );
  // Positions: `near` is the person's end, refused or not yet tried; `far` is accepted.
  const near = Float64Array.from(active, ({ k, move }) =>
    position(move, people.values[owners[k]! * columns + move.column]!),
  );
  const far = Float64Array.from(active, ({ k, move }) => position(move, rows.values[k * columns + move.column]!));
  let moved = false;
  for (let h = 0; h < halvings; h++) {
    for (const [t, { move }] of active.entries()) {
      if (move.type === "number") trial.values[t * columns + move.column] = cellAt(move, (near[t]! + far[t]!) / 2);
    }
    const valid = accepts(trial);
    for (const [t, { k, move }] of active.entries()) {
      const middle = (near[t]! + far[t]!) / 2;
      if (valid[t] === 1) {
        far[t] = middle;
        rows.values[k * columns + move.column] = trial.values[t * columns + move.column]!;
        moved = true;
      } else near[t] = middle;
    }
  }
  return moved;
}
