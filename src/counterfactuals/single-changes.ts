import { type FlatRows, pickRows } from "./flat-rows.js";
import { type Accepts, cellAt, indices, type LetterSpace, type Move, moveCost, position } from "./letter-space.js";
import type { OwnedRows } from "./nearest-rows.js";

const STOPS = 12; // places tried between a person's number and each end of the pool's range

/**
 * For each person the cheapest accepted row that changes one feature only: every level of a category, and for a number
 * places on both sides that lie closer together near the person. Needs nothing but answers, so any target will do.
 */
export function singleChanges(space: LetterSpace, accepts: Accepts): OwnedRows {
  const { people, moves } = space;
  const best: FlatRows = { ...people, values: people.values.slice() };
  const costs = new Float64Array(people.rows).fill(Number.POSITIVE_INFINITY);
  for (const move of moves) {
    const { owners, rows } = candidates(space, move, costs);
    const valid = accepts(rows);
    for (const [k, p] of owners.entries()) {
      const at = p * people.columns;
      const cell = rows.values[k * people.columns + move.column]!;
      const cost = moveCost(move, cell, people.values[at + move.column]!);
      if (valid[k] !== 1 || !(cost < costs[p]!)) continue;
      costs[p] = cost;
      best.values.set(rows.values.subarray(k * people.columns, (k + 1) * people.columns), at);
    }
  }
  const owners = indices(people.rows).filter((p) => costs[p]! < Number.POSITIVE_INFINITY);
  return { owners, rows: pickRows(best, owners) };
}

/** Rows that change only this feature, for less than the person's best so far. */
function candidates({ people }: LetterSpace, move: Move, costs: Float64Array): OwnedRows {
  const owners: number[] = [];
  const cells: number[] = [];
  for (let p = 0; p < people.rows; p++) {
    const place = position(move, people.values[p * people.columns + move.column]!);
    const add = (cell: number, cost: number) => {
      if (!(cost > 0 && cost < costs[p]!)) return;
      owners.push(p);
      cells.push(cell);
    };
    if (move.type === "category") {
      for (const choice of move.choices) add(choice, choice === place ? 0 : 1);
      continue;
    }
    for (const end of [move.low, move.high]) {
      for (let stop = 1; stop <= STOPS; stop++) {
        const share = (stop / STOPS) * (stop / STOPS);
        add(cellAt(move, place + share * (end - place)), share * Math.abs(end - place));
      }
    }
  }
  const rows = pickRows(people, owners);
  for (const [k, cell] of cells.entries()) rows.values[k * people.columns + move.column] = cell;
  return { owners: Int32Array.from(owners), rows };
}
