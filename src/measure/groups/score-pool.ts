import type { Grouping } from "./groups.js";

/** People, or bins of people, in ascending order of score, with the group and the mass of each. */
export interface ScorePool {
  readonly scores: Float64Array;
  readonly masses: Float64Array;
  /** Root of the summed squared weights of the people in a bin; 0 where the entry is one person. */
  readonly spreads: Float64Array;
  readonly groupOf: Int32Array;
  readonly members: readonly Int32Array[];
  readonly totals: Float64Array;
  readonly people: Int32Array;
  /** Kish's effective number of people of each group: (Σw)² / Σw². */
  readonly effective: Float64Array;
}

/** People in ascending order of score; equal scores by weight, then as given. */
export function orderByScore(scores: Float64Array, weights: Float64Array | null): Int32Array {
  const order = Int32Array.from(scores.keys());
  if (weights === null) return order.sort((i, j) => scores[i]! - scores[j]! || i - j);
  return order.sort((i, j) => scores[i]! - scores[j]! || weights[i]! - weights[j]! || i - j);
}

/** The people of known group among those `kept`, as a pool: one entry each. */
export function poolScores(
  { order, scores, weights }: { order: Int32Array; scores: Float64Array; weights: Float64Array | null },
  { labels, groupOf }: Pick<Grouping, "labels" | "groupOf">,
  kept: (person: number) => boolean = () => true,
): ScorePool {
  const own = order.filter((person) => groupOf[person]! >= 0 && kept(person));
  const masses = weights === null ? new Float64Array(own.length).fill(1) : Float64Array.from(own, (i) => weights[i]!);
  const groups = Int32Array.from(own, (i) => groupOf[i]!);
  const members = membersOf(groups, labels.length);
  const totals = new Float64Array(labels.length);
  const squares = new Float64Array(labels.length);
  groups.forEach((group, e) => {
    totals[group]! += masses[e]!;
    squares[group]! += masses[e]! * masses[e]!;
  });
  return {
    scores: Float64Array.from(own, (i) => scores[i]!),
    masses,
    spreads: new Float64Array(own.length),
    groupOf: groups,
    members,
    totals,
    people: Int32Array.from(members, (list) => list.length),
    effective: totals.map((total, g) => (total > 0 ? (total * total) / squares[g]! : 0)),
  };
}

/** Bins of a large group, and of all groups together, at most; people in a bin, at least. */
const BINS = 64;
const BINS_TOGETHER = 4096;
const LEAST_BINS = 16;
const LEAST_PER_BIN = 4;

/**
 * The pool with the people of large groups put into bins of equally many each, at their mean score: intervals draw from
 * it, so that a population of any size takes the same time. A group has 64 bins, fewer where there are more than 64
 * groups, and is large with four people for each. The pool itself when no group is large.
 */
export function binLargeGroups(pool: ScorePool): ScorePool {
  const bins = Math.max(LEAST_BINS, Math.min(BINS, Math.floor(BINS_TOGETHER / pool.members.length)));
  if (pool.people.every((people) => people < LEAST_PER_BIN * bins)) return pool;
  const entries = pool.members.flatMap((list, group) => {
    const large = list.length >= LEAST_PER_BIN * bins;
    const parts = large ? bins : list.length;
    return Array.from({ length: parts }, (_, k) => {
      const bin = list.subarray(Math.floor((k * list.length) / parts), Math.floor(((k + 1) * list.length) / parts));
      return { group, ...binOf(pool, bin, large) };
    });
  });
  entries.sort((a, b) => a.score - b.score || a.group - b.group || a.mass - b.mass);
  const groupOf = Int32Array.from(entries, ({ group }) => group);
  return {
    ...pool,
    scores: Float64Array.from(entries, ({ score }) => score),
    masses: Float64Array.from(entries, ({ mass }) => mass),
    spreads: Float64Array.from(entries, ({ spread }) => spread),
    groupOf,
    members: membersOf(groupOf, pool.members.length),
  };
}

function binOf({ scores, masses }: ScorePool, people: Int32Array, large: boolean) {
  let mass = 0;
  let squares = 0;
  let plain = 0;
  let weighted = 0;
  for (const e of people) {
    mass += masses[e]!;
    squares += masses[e]! * masses[e]!;
    plain += scores[e]!;
    weighted += masses[e]! * scores[e]!;
  }
  return { score: mass > 0 ? weighted / mass : plain / people.length, mass, spread: large ? Math.sqrt(squares) : 0 };
}

export function membersOf(groupOf: Int32Array, groups: number): Int32Array[] {
  const sizes = new Int32Array(groups);
  for (let e = 0; e < groupOf.length; e++) if (groupOf[e]! >= 0) sizes[groupOf[e]!]! += 1;
  const members = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (let e = 0; e < groupOf.length; e++) {
    const list = members[groupOf[e]!];
    if (list !== undefined) list[sizes[groupOf[e]!]!++] = e;
  }
  return members;
}
