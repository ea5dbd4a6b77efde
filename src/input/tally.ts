import { AuditError } from "../errors.js";
import { preciseSums } from "../math/precise-sums.js";
import type { Column } from "./table.js";

/**
 * People counted by their sensitive values and their decision: one entry for each combination somebody has. A table of
 * counts and the people it was counted from say the same about groups.
 */
export interface Tally {
  /** Combinations, not people. */
  readonly rows: number;
  /** One column per sensitive attribute, one row per combination. */
  readonly columns: readonly Column[];
  /** As in `Evidence`: 1 = favourable, or the place among the classes. */
  readonly decisions: Uint8Array;
  /** How many people each combination stands for: whole numbers above 0. */
  readonly people: Float64Array;
  /** Sampling weights of these people; null without any. */
  readonly weights: TalliedWeights | null;
}

/** Per combination. A weight so small that its square is 0 counts as none. */
export interface TalliedWeights {
  /** People whose weight is not 0. */
  readonly people: Float64Array;
  readonly sums: Float64Array;
  /** Sums of squared weights. */
  readonly squares: Float64Array;
}

/** Counts people in memory; sums of weights are rounded once, so the order of the people does not matter. */
export function tallyOf(columns: readonly Column[], decisions: Uint8Array, weights: Float64Array | null): Tally {
  const rows = decisions.length;
  const each = { rows, columns, decisions, people: new Float64Array(rows).fill(1) };
  return mergeTally({ ...each, weights: weights && weighOne(weights) });
}

/** The weights of entries that stand for one person each. */
function weighOne(weights: Float64Array): TalliedWeights {
  const squares = weights.map((weight) => weight * weight);
  const counts = squares.map((square) => (square > 0 ? 1 : 0));
  return { people: counts, sums: weights.map((weight, i) => (counts[i] === 1 ? weight : 0)), squares };
}

/** The same people with entries of equal values and decision put together, and entries for nobody left out. */
export function mergeTally({ columns, decisions, people, weights }: Tally): Tally {
  requireEntries(columns, decisions.length);
  const { first, placeOf } = combinations(columns, decisions, people);
  const added = (values: Float64Array) => {
    const sums = preciseSums(first.length);
    for (let i = 0; i < values.length; i++) if (placeOf[i]! >= 0) sums.add(placeOf[i]!, values[i]!);
    return sums.finish();
  };
  return {
    rows: first.length,
    columns: columns.map((column) =>
      column.type === "number"
        ? { ...column, values: Float64Array.from(first, (i) => column.values[i]!) }
        : { ...column, codes: Int32Array.from(first, (i) => column.codes[i]!) },
    ),
    decisions: Uint8Array.from(first, (i) => decisions[i]!),
    people: added(people),
    weights: weights && {
      people: added(weights.people),
      sums: added(weights.sums),
      squares: added(weights.squares),
    },
  };
}

/** Where each combination first occurs, and the place of each entry among them; −1 for an entry that is nobody. */
function combinations(columns: readonly Column[], decisions: Uint8Array, people: Float64Array) {
  const keys = columns.map((column) => {
    const values: ArrayLike<number> = column.type === "number" ? column.values : column.codes;
    const known = new Map<number, number>(); // NaN is equal to itself there
    return Int32Array.from(values, (value) => known.get(value) ?? known.set(value, known.size).size - 1);
  });
  let placeOf = Int32Array.from(decisions, (decision, i) => (people[i]! > 0 ? decision : -1));
  for (const key of keys) placeOf = numbered(placeOf, (place, i) => place * (decisions.length + 1) + key[i]!);
  placeOf = numbered(placeOf, (place) => place);
  const first: number[] = [];
  for (let i = 0; i < placeOf.length; i++) if (placeOf[i] === first.length) first.push(i);
  return { first, placeOf };
}

/** Numbers pairs in the order in which they occur; −1 stays. */
function numbered(placeOf: Int32Array, pairOf: (place: number, i: number) => number): Int32Array<ArrayBuffer> {
  const known = new Map<number, number>();
  return Int32Array.from(placeOf, (place, i) => {
    if (place < 0) return -1;
    const pair = pairOf(place, i);
    return known.get(pair) ?? known.set(pair, known.size).size - 1;
  });
}

function requireEntries(columns: readonly Column[], entries: number): void {
  for (const column of columns) {
    const length = column.type === "number" ? column.values.length : column.codes.length;
    if (length === entries) continue;
    const counts = `${entries} decisions but ${length} values of '${column.name}'`;
    throw new AuditError("SHAPE_MISMATCH", `there are ${counts}; pass one per decision`);
  }
}
