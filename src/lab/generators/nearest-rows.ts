import { type FlatRows, pickRows } from "./flat-rows.js";
import { type Accepts, indices, type LetterSpace, position } from "./letter-space.js";

/** Rows written for people: row k is for person `owners[k]`. */
export interface OwnedRows {
  readonly owners: Int32Array;
  readonly rows: FlatRows;
}

const REACH = 2000; // accepted rows looked at per person before giving up
const FIRST_LOOK = 16;
const LATER_LOOK = 256;

/**
 * For each person up to `count` of the nearest pool rows that `accepts` takes and still takes once the person's
 * unchangeable features are put in; ℓ1 distance of scaled numbers plus 1 per category that differs, earlier pool rows
 * first in a tie. People in order, nearest first; at most the 2,000 nearest accepted rows are tried.
 */
export function nearestAccepted(
  space: LetterSpace,
  people: ArrayLike<number>,
  accepts: Accepts,
  count: number,
): OwnedRows {
  const decided = accepts(space.pool);
  const pool = pickRows(
    space.pool,
    indices(space.pool.rows).filter((i) => decided[i] === 1),
  );
  const poolPlaces = places(space, pool);
  const peoplePlaces = places(space, space.people);
  const isNumber = Uint8Array.from(space.moves, ({ type }) => (type === "number" ? 1 : 0));
  const distances = new Float64Array(pool.rows);
  const found = Array.from(people, (): FlatRows[] => []);
  let open = indices(people.length);
  for (let tried = 0; open.length > 0 && tried < Math.min(REACH, pool.rows); ) {
    const look = tried === 0 ? FIRST_LOOK : LATER_LOOK;
    const owners: number[] = [];
    const candidates: number[] = [];
    for (const k of open) {
      const at = people[k]! * isNumber.length;
      fillDistances(isNumber, peoplePlaces.subarray(at, at + isNumber.length), poolPlaces, distances);
      for (const i of nearest(distances, tried + look).subarray(tried)) {
        owners.push(k);
        candidates.push(i);
      }
    }
    const rows = inPlaceOf(space, pool, candidates, (c) => people[owners[c]!]!);
    const valid = accepts(rows);
    for (const [c, k] of owners.entries()) {
      if (valid[c] === 1 && found[k]!.length < count) found[k]!.push(pickRows(rows, [c]));
    }
    tried += look;
    open = open.filter((k) => found[k]!.length < count);
  }
  return joined(space, people, found);
}

/** Rows `candidates` of the pool with the unchangeable features of the person each is for, missing values filled in. */
function inPlaceOf(
  space: LetterSpace,
  pool: FlatRows,
  candidates: readonly number[],
  personOf: (c: number) => number,
): FlatRows {
  const rows = pickRows(
    space.people,
    Int32Array.from(candidates, (_, c) => personOf(c)),
  );
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

function joined(space: LetterSpace, people: ArrayLike<number>, found: readonly (readonly FlatRows[])[]): OwnedRows {
  const { columns } = space.people;
  const rows = found.reduce((total, list) => total + list.length, 0);
  const owners = new Int32Array(rows);
  const values = new Float64Array(rows * columns);
  let at = 0;
  for (const [k, list] of found.entries()) {
    for (const row of list) {
      owners[at] = people[k]!;
      values.set(row.values, at * columns);
      at++;
    }
  }
  return { owners, rows: { rows, columns, values } };
}
