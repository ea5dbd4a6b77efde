import type { ScorePool } from "./score-pool.js";

/** Two sides of a pool: group `a` against group `b`, or against everybody else where `b` is null. */
export interface Sides {
  readonly a: number;
  readonly b: number | null;
}

/** The pool's entries of both sides, ascending. */
export function entriesOf({ members, groupOf }: ScorePool, { a, b }: Sides): Int32Array {
  if (b === null) {
    const all = new Int32Array(groupOf.length);
    for (let e = 0; e < all.length; e++) all[e] = e;
    return all;
  }
  const left = members[a] ?? new Int32Array(0);
  const right = members[b] ?? new Int32Array(0);
  const merged = new Int32Array(left.length + right.length);
  for (let i = 0, j = 0, k = 0; k < merged.length; k++) {
    const takeLeft = j >= right.length || (i < left.length && left[i]! < right[j]!);
    merged[k] = takeLeft ? left[i++]! : right[j++]!;
  }
  return merged;
}

/** Mass of the side that is not `a`. */
export function otherTotal(totals: Float64Array, { a, b }: Sides): number {
  if (b !== null) return totals[b]!;
  let sum = 0;
  for (let g = 0; g < totals.length; g++) if (g !== a) sum += totals[g]!;
  return sum;
}

/** W₁ = ∫ |F_a − F_b|, exact up to rounding: the area between the two distribution functions, one step per entry. */
export function distanceBetween(pool: ScorePool, sides: Sides): number {
  const { scores, masses, groupOf, totals } = pool;
  const entries = entriesOf(pool, sides);
  const perA = 1 / totals[sides.a]!;
  const perB = 1 / otherTotal(totals, sides);
  let difference = 0;
  let area = 0;
  for (let k = 0; k + 1 < entries.length; k++) {
    const e = entries[k]!;
    difference += groupOf[e] === sides.a ? masses[e]! * perA : -masses[e]! * perB;
    area += Math.abs(difference) * (scores[entries[k + 1]!]! - scores[e]!);
  }
  return Math.min(1, area); // scores lie in [0, 1]; rounding may go beyond
}
