import { AuditError } from "../../errors.js";
import type { Tally } from "../../input/tally.js";
import { preciseSums } from "../../math/precise-sums.js";
import { type Grouping, sumByGroup } from "./groups.js";
import type { Counted } from "./proportions.js";
import { type WeighedPeople, weighPeople } from "./weighted-rates.js";

/** Some people: how many, how many of them with the favourable decision, and their weights where there are any. */
export interface CountedPeople extends Counted {
  readonly weighed: WeighedPeople | null;
}

export interface GroupCounts {
  readonly grouping: Grouping;
  /** In the order of the labels; people of unknown group are in none. */
  readonly groups: readonly CountedPeople[];
}

/** All that facts about groups are computed from. */
export interface Counts {
  readonly everybody: CountedPeople;
  readonly attributes: readonly GroupCounts[];
}

/** Counts people one by one. Weights are added in their order: the sums of files of any age stay as they were. */
export function countPeople(
  groupings: readonly Grouping[],
  decisions: Uint8Array,
  weights: Float64Array | null,
): Counts {
  const lengths = groupings.map(({ attribute, groupOf }) => [`groups by '${attribute}'`, groupOf.length] as const);
  requireLengths("decisions", decisions.length, weights ? [...lengths, ["weights", weights.length]] : lengths);
  const count = (groupOf: Int32Array, groups: number) =>
    counted(
      sumByGroup(groupOf, groups, () => 1),
      sumByGroup(groupOf, groups, (i) => decisions[i]!),
      weights && weighPeople(groupOf, groups, decisions, weights),
    );
  return countsOf(groupings, decisions.length, count);
}

/** Counts people who were counted before: `groupings` have one entry per combination of the tally. */
export function countTally(groupings: readonly Grouping[], { rows, decisions, people, weights }: Tally): Counts {
  const lengths = groupings.map(({ attribute, groupOf }) => [`groups by '${attribute}'`, groupOf.length] as const);
  requireLengths("combinations", rows, lengths);
  const count = (groupOf: Int32Array, groups: number) =>
    counted(
      sumByGroup(groupOf, groups, (i) => people[i]!),
      sumByGroup(groupOf, groups, (i) => decisions[i]! * people[i]!),
      weights && weighTally(groupOf, groups, decisions, weights),
    );
  return countsOf(groupings, rows, count);
}

function countsOf(
  groupings: readonly Grouping[],
  entries: number,
  count: (groupOf: Int32Array, groups: number) => readonly CountedPeople[],
): Counts {
  return {
    everybody: count(new Int32Array(entries), 1)[0]!,
    attributes: groupings.map((grouping) => ({ grouping, groups: count(grouping.groupOf, grouping.labels.length) })),
  };
}

function counted(
  n: Float64Array,
  successes: Float64Array,
  weighed: readonly WeighedPeople[] | null,
): readonly CountedPeople[] {
  return Array.from(n, (people, k) => ({ n: people, successes: successes[k]!, weighed: weighed?.[k] ?? null }));
}

function weighTally(
  groupOf: Int32Array,
  groups: number,
  decisions: Uint8Array,
  weights: NonNullable<Tally["weights"]>,
): readonly WeighedPeople[] {
  const added = (values: Float64Array) => {
    const sums = preciseSums(2 * groups);
    for (let i = 0; i < groupOf.length; i++) {
      if (groupOf[i]! >= 0) sums.add(2 * groupOf[i]! + decisions[i]!, values[i]!);
    }
    const totals = sums.finish();
    return (k: number) => [totals[2 * k]!, totals[2 * k + 1]!] as const;
  };
  const [n, sums, squares] = [added(weights.people), added(weights.sums), added(weights.squares)];
  return Array.from({ length: groups }, (_, k) => ({ n: n(k), sums: sums(k), squares: squares(k) }));
}

function requireLengths(what: string, expected: number, lengths: readonly (readonly [string, number])[]): void {
  for (const [name, length] of lengths) {
    if (length === expected) continue;
    const counts = `${expected} ${what} but ${length} ${name}`;
    throw new AuditError("SHAPE_MISMATCH", `there are ${counts}; pass one per ${what.slice(0, -1)}`);
  }
}
