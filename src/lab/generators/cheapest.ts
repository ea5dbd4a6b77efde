import type { FlatRows } from "./flat-rows.js";
import { type LetterSpace, letterCost } from "./letter-space.js";
import type { OwnedRows } from "./nearest-rows.js";

/** One row per person: the candidate that asks least, the earlier one in a tie; without any, the person's own row. */
export function cheapest(
  space: LetterSpace,
  candidates: readonly OwnedRows[],
): { readonly rows: FlatRows; readonly found: Uint8Array } {
  const { people } = space;
  const { columns } = people;
  const values = people.values.slice();
  const found = new Uint8Array(people.rows);
  const costs = new Float64Array(people.rows).fill(Number.POSITIVE_INFINITY);
  for (const { owners, rows } of candidates) {
    for (const [k, p] of owners.entries()) {
      const cost = letterCost(space, rows, k, p);
      if (!(cost < costs[p]!)) continue;
      costs[p] = cost;
      found[p] = 1;
      values.set(rows.values.subarray(k * columns, (k + 1) * columns), p * columns);
    }
  }
  return { rows: { rows: people.rows, columns, values }, found };
}
