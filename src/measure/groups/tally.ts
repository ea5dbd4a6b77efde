import { LEAST_GROUP } from "../../math/group-size.js";
import type { Grouping } from "./groups.js";
import { type Counted, testEqual } from "./proportions.js";
import { type WeighedPeople, weighPeople } from "./weighted-rates.js";

/** One group, counted. */
export interface Tally extends Counted {
  readonly group: string;
  /** Large enough to be compared. */
  readonly measured: boolean;
  /** Everybody else whose group is known. */
  readonly rest: Counted;
  /** Against the rest; null for small groups or without anybody else. One object for both groups of two. */
  readonly test: ReturnType<typeof testEqual> | null;
  readonly weighed: WeighedPeople | null;
}

/** Every group of an attribute counted, and the people whose group is not known. */
export interface Tallies {
  readonly grouping: Grouping;
  readonly groups: readonly Tally[];
  readonly unknown: Counted;
}

/** Counts people and favourable decisions per group, and tests each group against the rest. */
export function tallyGroups(grouping: Grouping, decisions: Uint8Array, weights: Float64Array | null): Tallies {
  const { labels, groupOf } = grouping;
  const n = new Float64Array(labels.length + 1);
  const successes = new Float64Array(labels.length + 1);
  for (let i = 0; i < groupOf.length; i++) {
    const place = groupOf[i]! < 0 ? labels.length : groupOf[i]!;
    n[place]! += 1;
    successes[place]! += decisions[i]!;
  }
  const unknown = { n: n[labels.length]!, successes: successes[labels.length]! };
  const known = { n: groupOf.length - unknown.n, successes: sumOf(successes) - unknown.successes };
  const weighed = weights && weighPeople(groupOf, labels.length, decisions, weights);
  let pair: Tally["test"] = null;
  const groups = labels.map((group, k): Tally => {
    const own = { n: n[k]!, successes: successes[k]! };
    const rest = { n: known.n - own.n, successes: known.successes - own.successes };
    const measured = own.n >= LEAST_GROUP;
    const test = measured && rest.n > 0 ? (pair ?? testEqual(own, rest)) : null;
    if (labels.length === 2) pair = test;
    return { group, ...own, measured, rest, test, weighed: weighed?.[k] ?? null };
  });
  return { grouping, groups, unknown };
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
