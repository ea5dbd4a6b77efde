import { type FlatRows, pickRows, setRow } from "./flat-rows.js";
import type { Generator } from "./generator.js";
import { type Accepts, indices, type LetterSpace, type OwnedRows, position } from "./letter-space.js";
import { accepted, searching } from "./owned-rows.js";

const REACH = 2000; // accepted rows looked at per person before giving up
const FIRST_LOOK = 16;
const LATER_LOOK = 256;

/**
 * The nearest accepted row of the pool, by ℓ1 distance of scaled numbers plus 1 per category that differs. It keeps
 * the person's unchangeable features and must still be accepted with them.
 */
export function oneNearest(): Generator {
  return searching("1nn", (space) => [nearestAccepted(space, indices(space.people.rows), space.accepts, 1)]);
}

/**
 * For each person up to `count` of the nearest pool rows that `accepts` takes and still takes once the person's
 * unchangeable features are put in; ℓ1 distance of scaled numbers plus 1 per category that differs, earlier pool rows
 * first in a tie. People in order, nearest first; at most the 2,000 nearest accepted rows are tried.
 */
export function nearestAccepted(space: LetterSpace, people: Int32Array, accepts: Accepts, count: number): OwnedRows {
  const { rows: pool } = accepted({ owners: indices(space.pool.rows), rows: space.pool }, accepts);
  const poolPlaces = places(space, pool);
  const peoplePlaces = places(space, space.people);
  const isNumber = Uint8Array.from(space.moves, ({ type }) => (type === "number" ? 1 : 0));
  const distances = new Float64Array(pool.rows);
  const found = new Map(Array.from(people, (p): [number, FlatRows[]] => [p, []]));
  let open = people;
  for (let tried = 0; open.length > 0 && tried < Math.min(REACH, pool.rows); ) {
    const look = tried === 0 ? FIRST_LOOK : LATER_LOOK;
    const owners: number[] = [];
    const candidates: number[] = [];
    for (const p of open) {
      const at = p * isNumber.length;
      fillDistances(isNumber, peoplePlaces.subarray(at, at + isNumber.length), poolPlaces, distances);
      for (const i of nearest(distances, tried + look).subarray(tried)) {
        owners.push(p);
        candidates.push(i);
      }
    }
    const rows = inPlaceOf(space, pool, owners, candidates);
    const valid = accepts(rows);
    for (const [c, p] of owners.entries()) {
      const own = found.get(p)!;
      if (valid[c] === 1 && own.length < count) own.push(pickRows(rows, [c]));
    }
    tried += look;
    open = open.filter((p) => found.get(p)!.length < count);
  }
  const owners = Int32Array.from([...found].flatMap(([p, list]) => list.map(() => p)));
  const { columns } = space.people;
  const rows = { rows: owners.length, columns, values: new Float64Array(owners.length * columns) };
  for (const [k, row] of [...found.values()].flat().entries()) setRow(rows, k, row, 0);
  return { owners, rows };
}

/** Rows `candidates` of the pool with the unchangeable features of their owners, missing values filled in. */
function inPlaceOf(
  space: LetterSpace,
  pool: FlatRows,
  owners: readonly number[],
  candidates: readonly number[],
): FlatRows {
  const rows = pickRows(space.people, owners);
  const { columns } = rows;
  for (const [c, i] of candidates.entries()) {
    for (const { column, type, code } of space.moves) {
      const cell = pool.values[i * columns + column]!;
      if (type === "number") rows.values[c * columns + column] = Number.isNaN(cell) ? code.fill : cell;
      else if (cell >= 0) rows.values[c * columns + column] = cell;
    }
  }
  return rows;
}

/** Positions of the features that may change, row by row. */
function places(space: LetterSpace, flat: FlatRows): Float64Array {
  const { moves } = space;
  const values = new Float64Array(flat.rows * moves.length);
  for (const [m, move] of moves.entries()) {
    for (let i = 0; i < flat.rows; i++) {
      values[i * moves.length + m] = position(move, flat.values[i * flat.columns + move.column]!);
    }
  }
  return values;
}

/** Row by row, so that the pool is read in the order in which it lies in memory. */
function fillDistances(isNumber: Uint8Array, own: Float64Array, pool: Float64Array, distances: Float64Array): void {
  const size = isNumber.length;
  for (let i = 0; i < distances.length; i++) {
    let sum = 0;
    for (let m = 0; m < size; m++) {
      const here = own[m]!;
      const other = pool[i * size + m]!;
      sum += isNumber[m] === 1 ? Math.abs(here - other) : here === other ? 0 : 1;
    }
    distances[i] = sum;
  }
}

/** Indices of the `count` least distances in ascending order, the earlier one first in a tie. */
function nearest(distances: Float64Array, count: number): Int32Array {
  if (count > FIRST_LOOK) {
    return indices(distances.length)
      .sort((a, b) => distances[a]! - distances[b]! || a - b)
      .subarray(0, Math.min(count, REACH));
  }
  const best = new Int32Array(Math.min(count, distances.length));
  let size = 0;
  for (let i = 0; i < distances.length; i++) {
    if (size === best.length && !(distances[i]! < distances[best[size - 1]!]!)) continue;
    let at = size < best.length ? size++ : size - 1;
    while (at > 0 && distances[i]! < distances[best[at - 1]!]!) {
      best[at] = best[at - 1]!;
      at--;
    }
    best[at] = i;
  }
  return best;
}
