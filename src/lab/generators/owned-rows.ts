import { type FlatRows, pickRows, setRow } from "./flat-rows.js";
import type { Generator, LetterRequest } from "./generator.js";
import { type Accepts, indices, type LetterSpace, letterCost, letterSpace, type OwnedRows } from "./letter-space.js";

/** A generator whose letters are the cheapest of the rows that a search gives. */
export function searching(name: string, search: (space: LetterSpace) => readonly OwnedRows[]): Generator {
  const generate = (request: LetterRequest) => {
    const space = letterSpace(request);
    return space.letters(cheapest(space, search(space)));
  };
  return { name, generate };
}

/** One row for each person who has any: the one that asks least, the earlier one in a tie. */
export function cheapest(space: LetterSpace, candidates: readonly OwnedRows[]): OwnedRows {
  const { people } = space;
  const best: FlatRows = { ...people, values: people.values.slice() };
  const costs = new Float64Array(people.rows).fill(Number.POSITIVE_INFINITY);
  for (const { owners, rows } of candidates) {
    for (const [k, p] of owners.entries()) {
      const cost = letterCost(space, rows, k, p);
      if (!(cost < costs[p]!)) continue;
      costs[p] = cost;
      setRow(best, p, rows, k);
    }
  }
  const owners = indices(people.rows).filter((p) => costs[p]! < Number.POSITIVE_INFINITY);
  return { owners, rows: pickRows(best, owners) };
}

export function accepted({ owners, rows }: OwnedRows, accepts: Accepts): OwnedRows {
  const valid = accepts(rows);
  const kept = indices(rows.rows).filter((k) => valid[k] === 1);
  return { owners: kept.map((k) => owners[k]!), rows: pickRows(rows, kept) };
}

/** Draws rows for people round after round, until a round has accepted ones for them: all of those. */
export function drawRounds(
  space: LetterSpace,
  { rounds, draws }: { readonly rounds: number; readonly draws: number },
  draw: (owners: Int32Array, round: number) => FlatRows,
): OwnedRows[] {
  const candidates: OwnedRows[] = [];
  let open = indices(space.people.rows);
  for (let round = 0; round < rounds && open.length > 0 && space.moves.length > 0; round++) {
    const owners = Int32Array.from({ length: open.length * draws }, (_, k) => open[Math.floor(k / draws)]!);
    const found = accepted({ owners, rows: draw(owners, round) }, space.accepts);
    candidates.push(found);
    const done = new Set(found.owners);
    open = open.filter((p) => !done.has(p));
  }
  return candidates;
}
