import { AuditError } from "../../errors.js";
import type { AttributeFacts, Facts, GroupComparison, GroupFacts, GroupTest, Power } from "../../findings/facts.js";
import type { Tally } from "../../input/tally.js";
import { looksBalanced } from "../../math/balanced.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { type Estimate, type MeasuredShare, measureShare, Z_95 } from "../../math/interval.js";
import type { NeedsTwo } from "../../options.js";
import { rateBounds, ratioBounds } from "./bounds.js";
import { compareWithRest, type FromRest } from "./compare-shares.js";
import { type Comparison, compareSides, type Side, sharedErrors } from "./compared.js";
import { correctComparisons, pValueOf } from "./corrected.js";
import { type CountedPeople, type Counts, countPeople, countTally, type GroupCounts } from "./counted-people.js";
import type { Grouping } from "./groups.js";
import {
  type Counted,
  detectableRatio,
  differenceOf,
  holmAdjusted,
  neededPerGroup,
  rateWith,
  ratioOf,
  scoreRatio,
  testEqual,
} from "./proportions.js";
import { addWeighed, countWeighed, type WeighedPeople, weightedRate } from "./weighted-rates.js";

export const ratiosNeedTwo: NeedsTwo = {
  what: "impact ratio and four-fifths rule",
  reason: "they compare one selection rate; with more than two classes every class has its own, shown by group instead",
};

type AdjustedTests = ReadonlyMap<CountedGroup["test"], GroupTest>;

/**
 * What the decisions say about groups: rates, ratios and differences with 95 % intervals, tests, and what so many
 * people cannot show. `decisions` has 1 for the favourable one; `weights` are sampling weights, finite and ≥ 0, or
 * null.
 */
export function gatherFacts(
  groupings: readonly Grouping[],
  decisions: Uint8Array,
  weights: Float64Array | null,
): Facts {
  return factsOf(countPeople(groupings, decisions, weights));
}

/**
 * The same facts from counts of people. Without weights they are equal to the last bit; with weights the sums are
 * rounded once instead of at each person, so that last digits can differ.
 */
export function tallyFacts(groupings: readonly Grouping[], tally: Tally): Facts {
  return factsOf(countTally(groupings, tally));
}

function factsOf({ everybody: all, attributes }: Counts): Facts {
  const rate = shareOf(all);
  const everybody = all.weighed;
  const tested = attributes.map((groups) => testGroups(groups, all));
  const tests = adjustTests(tested);
  const comparisons = correctedComparisons(tested, everybody);
  const shared = sharedErrors(
    tested.filter(({ groups }) => groups.filter(({ measured }) => measured).length > 1).length,
  );
  return {
    overall: { n: rate.n, rate, weightedRate: weightedOrNull(everybody, everybody) },
    attributes: tested.map((groups) => describeAttribute(groups, tests, { comparisons, shared }, everybody)),
    balancedByDesign: looksBalanced(all.successes, rate.n),
    tests: tests.size,
  };
}

/** Groups too small to carry a rate, as "attribute: group (n = …)". */
export function smallGroups({ attributes }: Facts): string[] {
  return attributes.flatMap(({ attribute, groups }) =>
    groups.flatMap(({ group, n, status }) => (status === "insufficient" ? [`${attribute}: ${group} (n = ${n})`] : [])),
  );
}

function adjustTests(tested: readonly TestedGroups[]): AdjustedTests {
  const tests = [...new Set(tested.flatMap(({ groups }) => groups.flatMap(({ test }) => test ?? [])))];
  const adjusted = holmAdjusted(tests.map(({ p }) => p));
  return new Map(tests.map((test, k) => [test, { ...test, adjusted: adjusted[k] ?? 1 }]));
}

/** Comparisons with everybody else, and the standard errors of comparisons with the highest of so many groups. */
interface Corrected {
  readonly comparisons: ReadonlyMap<CountedGroup, GroupComparison & { readonly z: number }>;
  readonly shared: (groups: number) => number;
}

/** Every group that is tested against everybody else, the two groups of an attribute of two counting once. */
function correctedComparisons(tested: readonly TestedGroups[], everybody: WeighedPeople | null) {
  const made = tested.flatMap(({ groups }) => {
    const compared = groups.flatMap((tally) => {
      const comparison =
        tally.test &&
        (everybody ? weightedComparison(tally, groups, everybody) : compareWithRest(tally, tally.rest, tally.test.p));
      return comparison ? [{ tally, comparison }] : [];
    });
    return groups.length === 2 && compared.length === 2 ? [compared] : compared.map((one) => [one]);
  });
  const corrected = correctComparisons(made.map(([first]) => first!.comparison.p));
  const all = new Map<CountedGroup, GroupComparison & { readonly z: number }>();
  for (const [k, alike] of made.entries()) {
    const { z, p, adjusted } = corrected[k]!;
    for (const { tally, comparison } of alike) {
      const { rate, rest, difference } = comparison;
      all.set(tally, { rate, rest, single: difference(Z_95), difference: difference(z), p, adjusted, z });
    }
  }
  return all;
}

/** Null where fewer than ten people on either side have a weight. */
function weightedComparison(
  group: CountedGroup,
  groups: readonly CountedGroup[],
  everybody: WeighedPeople,
): FromRest | null {
  const own = group.weighed!;
  const rest = addWeighed(groups.filter((other) => other !== group).map(({ weighed }) => weighed!));
  if (Math.min(countWeighed(own), countWeighed(rest)) < LEAST_GROUP) return null;
  const difference = (z: number) => differenceOf(weightedRate(own, everybody, z), weightedRate(rest, everybody, z));
  const rateOf = (people: WeighedPeople) => weightedRate(people, everybody, Z_95).value;
  return { rate: rateOf(own), rest: rateOf(rest), p: pValueOf(difference), difference };
}

function describeAttribute(
  { grouping, groups, unknown }: TestedGroups,
  tests: AdjustedTests,
  { comparisons, shared }: Corrected,
  everybody: WeighedPeople | null,
): AttributeFacts {
  const [first] = groups;
  // the highest of two groups compared with the lowest is one of them compared with everybody else: the same interval
  const asOneOfTwo = groups.length === 2 && first !== undefined ? comparisons.get(first)?.z : undefined;
  const errorsOf = (compared: number) => asOneOfTwo ?? shared(compared);
  const sides = groups.map((tally) => (tally.measured ? { ...tally, rate: (z: number) => rateWith(tally, z) } : null));
  const plain = compareSides(sides, scoreRatio, errorsOf);
  const weighted = everybody && compareWeighted(groups, everybody, errorsOf);
  const withUnknown = unknown.n > 0 ? boundsOf(groups, unknown) : null;
  return {
    attribute: grouping.attribute,
    columns: grouping.columns,
    kind: grouping.kind,
    groups: groups.map((tally, k) => ({
      group: tally.group,
      n: tally.n,
      status: tally.measured ? "measured" : "insufficient",
      rate: shareOf(tally),
      differenceFromRest: tally.test && differenceOf(rateWith(tally, Z_95), rateWith(tally.rest, Z_95)),
      test: tests.get(tally.test) ?? null,
      comparison: withoutErrors(comparisons.get(tally)),
      weightedRate: weightedOrNull(tally.weighed, everybody),
      impactRatio: plain.ratios[k] ?? null,
      weightedImpactRatio: weighted?.ratios[k] ?? null,
      bounds: withUnknown?.[k] ?? null,
    })),
    reference: plain.reference?.group ?? null,
    parityDifference: plain.parityDifference,
    parityRatio: plain.parityRatio,
    weighted: weighted && {
      reference: weighted.reference?.group ?? null,
      parityDifference: weighted.parityDifference,
      parityRatio: weighted.parityRatio,
    },
    unknown: unknown.n > 0 ? { n: unknown.n, favourable: unknown.successes, rate: shareOf(unknown) } : null,
    power: plain.reference && powerOf(plain.reference, groups, tests.size),
  };
}

function withoutErrors(comparison: (GroupComparison & { readonly z: number }) | undefined): GroupComparison | null {
  if (comparison === undefined) return null;
  const { z: _, ...rest } = comparison;
  return rest;
}

/** Weighted rates against the highest of them, of groups with enough people whose weight is not 0. */
function compareWeighted(
  groups: readonly CountedGroup[],
  everybody: WeighedPeople,
  errorsOf: (groups: number) => number,
): Comparison<Side> {
  const sides = groups.map(({ group, weighed }): Side | null => {
    if (weighed === null || countWeighed(weighed) < LEAST_GROUP) return null;
    return { group, n: countWeighed(weighed), rate: (z) => weightedRate(weighed, everybody, z) };
  });
  return compareSides(sides, (side, reference, z) => ratioOf(side.rate(z), reference.rate(z)), errorsOf);
}

/** Null without weights, or when all of them are 0. */
function weightedOrNull(people: WeighedPeople | null, everybody: WeighedPeople | null): Estimate | null {
  if (people === null || everybody === null || countWeighed(people) === 0) return null;
  return weightedRate(people, everybody, Z_95);
}

/** What people of unknown group could change, per group; ratios only where there are two groups to compare. */
function boundsOf(groups: readonly CountedGroup[], unknown: Counted): NonNullable<GroupFacts["bounds"]>[] {
  return groups.map((tally) => {
    const others = groups.filter((other) => other.measured && other !== tally);
    const ratios =
      tally.measured && others.length > 0 ? ratioBounds(tally, others, unknown) : { ratioLow: null, ratioHigh: null };
    return { ...rateBounds(tally, unknown), ...ratios };
  });
}

function powerOf(reference: CountedGroup, groups: readonly CountedGroup[], tests: number): Power | null {
  const [other] = groups
    .filter(({ measured, group }) => measured && group !== reference.group)
    .sort((a, b) => b.n - a.n);
  if (other === undefined) return null;
  const rate = reference.successes / reference.n;
  return {
    reference: reference.group,
    group: other.group,
    detectableRatio: detectableRatio(rate, reference.n, other.n, tests),
    neededPerGroup: neededPerGroup(rate, tests),
  };
}

function shareOf({ successes, n }: Counted): MeasuredShare {
  const share = measureShare(successes, n);
  if (share === null) throw new AuditError("INVALID_OPTION", "facts need at least one decision, got none");
  return share;
}

interface CountedGroup extends CountedPeople {
  readonly group: string;
  readonly measured: boolean;
  /** Everybody else whose group is known. */
  readonly rest: Counted;
  /** Against the rest; null for small groups or without anybody else. One object for both groups of two. */
  readonly test: ReturnType<typeof testEqual> | null;
}

type TestedGroups = ReturnType<typeof testGroups>;

/** The groups of one attribute, each tested against everybody else whose group is known. */
function testGroups({ grouping, groups: counted }: GroupCounts, everybody: Counted) {
  const known = { n: sumOf(counted.map(({ n }) => n)), successes: sumOf(counted.map(({ successes }) => successes)) };
  const unknown = { n: everybody.n - known.n, successes: everybody.successes - known.successes };
  let pair: CountedGroup["test"] = null;
  const groups = counted.map((own, k): CountedGroup => {
    const rest = { n: known.n - own.n, successes: known.successes - own.successes };
    const measured = own.n >= LEAST_GROUP;
    const test = measured && rest.n > 0 ? (pair ?? testEqual(own, rest)) : null;
    if (counted.length === 2) pair = test;
    return { group: grouping.labels[k]!, ...own, measured, rest, test };
  });
  return { grouping, groups, unknown };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
