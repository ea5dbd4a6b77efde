import { AuditError } from "../../errors.js";
import type { AttributeFacts, Facts, GroupComparison, GroupFacts, GroupTest, Power } from "../../findings/facts.js";
import { looksBalanced } from "../../math/balanced.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { type Estimate, type MeasuredShare, measureShare, Z_95 } from "../../math/interval.js";
import type { NeedsTwo } from "../../options.js";
import { compareWithRest, type FromRest } from "./compare-shares.js";
import { type Comparison, compareSides, type Side, sharedErrors } from "./compared.js";
import { correctComparisons, pValueOf } from "./corrected.js";
import { type Grouping, sumByGroup } from "./groups.js";
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
import { addWeighed, countWeighed, type WeighedPeople, weighPeople, weightedRate } from "./weighted-rates.js";

export const ratiosNeedTwo: NeedsTwo = {
  what: "impact ratio and four-fifths rule",
  reason: "they compare one selection rate; with more than two classes every class has its own, shown by group instead",
};

type AdjustedTests = ReadonlyMap<Tally["test"], GroupTest>;

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
  requireLengths(groupings, decisions, weights);
  const successes = sumOf(decisions);
  const rate = shareOf({ successes, n: decisions.length });
  const everybody = (weights && weighPeople(new Int32Array(rate.n), 1, decisions, weights)[0]) ?? null;
  const tallied = groupings.map((grouping) => tallyGroups(grouping, decisions, weights));
  const tests = adjustTests(tallied);
  const comparisons = correctedComparisons(tallied, everybody);
  const shared = sharedErrors(
    tallied.filter(({ groups }) => groups.filter(({ measured }) => measured).length > 1).length,
  );
  return {
    overall: { n: rate.n, rate, weightedRate: weightedOrNull(everybody, everybody) },
    attributes: tallied.map((tallies) => describeAttribute(tallies, tests, { comparisons, shared }, everybody)),
    balancedByDesign: looksBalanced(successes, rate.n),
    tests: tests.size,
  };
}

/** Groups too small to carry a rate, as "attribute: group (n = …)". */
export function smallGroups({ attributes }: Facts): string[] {
  return attributes.flatMap(({ attribute, groups }) =>
    groups.flatMap(({ group, n, status }) => (status === "insufficient" ? [`${attribute}: ${group} (n = ${n})`] : [])),
  );
}

function adjustTests(tallied: readonly Tallies[]): AdjustedTests {
  const tests = [...new Set(tallied.flatMap(({ groups }) => groups.flatMap(({ test }) => test ?? [])))];
  const adjusted = holmAdjusted(tests.map(({ p }) => p));
  return new Map(tests.map((test, k) => [test, { ...test, adjusted: adjusted[k] ?? 1 }]));
}

/** Comparisons with everybody else, and the standard errors of comparisons with the highest of so many groups. */
interface Corrected {
  readonly comparisons: ReadonlyMap<Tally, GroupComparison & { readonly z: number }>;
  readonly shared: (groups: number) => number;
}

/** Every group that is tested against everybody else, the two groups of an attribute of two counting once. */
function correctedComparisons(tallied: readonly Tallies[], everybody: WeighedPeople | null) {
  const made = tallied.flatMap(({ groups }) => {
    const compared = groups.flatMap((tally) => {
      const comparison =
        tally.test &&
        (everybody ? weightedComparison(tally, groups, everybody) : compareWithRest(tally, tally.rest, tally.test.p));
      return comparison ? [{ tally, comparison }] : [];
    });
    return groups.length === 2 && compared.length === 2 ? [compared] : compared.map((one) => [one]);
  });
  const corrected = correctComparisons(made.map(([first]) => first!.comparison.p));
  const all = new Map<Tally, GroupComparison & { readonly z: number }>();
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
function weightedComparison(tally: Tally, groups: readonly Tally[], everybody: WeighedPeople): FromRest | null {
  const own = tally.weighed!;
  const rest = addWeighed(groups.filter((other) => other !== tally).map(({ weighed }) => weighed!));
  if (Math.min(countWeighed(own), countWeighed(rest)) < LEAST_GROUP) return null;
  const difference = (z: number) => differenceOf(weightedRate(own, everybody, z), weightedRate(rest, everybody, z));
  const rateOf = (people: WeighedPeople) => weightedRate(people, everybody, Z_95).value;
  return { rate: rateOf(own), rest: rateOf(rest), p: pValueOf(difference), difference };
}

function describeAttribute(
  { grouping, groups, unknown }: Tallies,
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
  groups: readonly Tally[],
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
function boundsOf(groups: readonly Tally[], unknown: Counted): NonNullable<GroupFacts["bounds"]>[] {
  return groups.map((tally) => {
    const others = groups.filter((other) => other.measured && other !== tally);
    const ratios =
      tally.measured && others.length > 0 ? ratioBounds(tally, others, unknown) : { ratioLow: null, ratioHigh: null };
    return { ...rateBounds(tally, unknown), ...ratios };
  });
}

function powerOf(reference: Tally, groups: readonly Tally[], tests: number): Power | null {
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

function requireLengths(groupings: readonly Grouping[], decisions: Uint8Array, weights: Float64Array | null): void {
  const lengths = new Map(groupings.map(({ attribute, groupOf }) => [`groups by '${attribute}'`, groupOf.length]));
  if (weights !== null) lengths.set("weights", weights.length);
  for (const [what, length] of lengths) {
    if (length === decisions.length) continue;
    const counts = `${decisions.length} decisions but ${length} ${what}`;
    throw new AuditError("SHAPE_MISMATCH", `there are ${counts}; pass one per decision`);
  }
}

interface Tally extends Counted {
  readonly group: string;
  readonly measured: boolean;
  /** Everybody else whose group is known. */
  readonly rest: Counted;
  /** Against the rest; null for small groups or without anybody else. One object for both groups of two. */
  readonly test: ReturnType<typeof testEqual> | null;
  readonly weighed: WeighedPeople | null;
}

type Tallies = ReturnType<typeof tallyGroups>;

function tallyGroups(grouping: Grouping, decisions: Uint8Array, weights: Float64Array | null) {
  const { labels, groupOf } = grouping;
  const n = sumByGroup(groupOf, labels.length, () => 1);
  const successes = sumByGroup(groupOf, labels.length, (i) => decisions[i]!);
  const known = { n: sumOf(n), successes: sumOf(successes) };
  const unknown = { n: groupOf.length - known.n, successes: sumOf(decisions) - known.successes };
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

function sumOf(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0);
}

type Bounds = NonNullable<GroupFacts["bounds"]>;

/**
 * Least and greatest rate of a group over every way the people of unknown group could belong, even to a group nobody is
 * known to be in. Least: everybody unknown without success belongs, and nobody with. Greatest: the other way round.
 */
export function rateBounds({ successes, n }: Counted, unknown: Counted): Pick<Bounds, "rateLow" | "rateHigh"> {
  return {
    rateLow: successes / (n + unknown.n - unknown.successes),
    rateHigh: (successes + unknown.successes) / (n + unknown.successes),
  };
}

/**
 * Least and greatest ratio of a group's rate to the highest rate, its own included, over the same ways; ways in which
 * nobody succeeds have no ratio, and when no way has, both are null. `others` are the other groups compared.
 */
export function ratioBounds(
  group: Counted,
  others: readonly Counted[],
  unknown: Counted,
): Pick<Bounds, "ratioLow" | "ratioHigh"> {
  const own = rateBounds(group, unknown);
  if (unknown.successes === 0 && [group, ...others].every(({ successes }) => successes === 0)) {
    return { ratioLow: null, ratioHigh: null };
  }
  // Lowest: the failures come here, the successes go to whichever group that raises most.
  const highest = Math.max(...others.map((other) => rateBounds(other, unknown).rateHigh));
  // Highest: the successes come here, the failures go where they press down the highest of the others.
  const pressed = leastHighest(others, unknown.n - unknown.successes);
  return {
    ratioLow: own.rateLow / Math.max(own.rateLow, highest),
    ratioHigh: own.rateHigh / Math.max(own.rateHigh, pressed),
  };
}

/** The least that the highest rate can be after dealing this many failures to the groups. */
function leastHighest(groups: readonly Counted[], failures: number): number {
  const needed = (level: number) => groups.reduce((sum, group) => sum + failuresTo(level, group), 0);
  let high = Math.max(...groups.map(({ successes, n }) => successes / n));
  let low = 0; // not reachable by groups with a success; where there are none, high is 0 as well
  for (;;) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (needed(middle) <= failures) high = middle;
    else low = middle;
  }
  return Math.max(...groups.map((group) => group.successes / (group.n + failuresTo(high, group))));
}

/** How many failures bring a group's rate down to the level, decided by the rate itself, not by a rounded inverse. */
function failuresTo(level: number, { successes, n }: Counted): number {
  if (successes / n <= level) return 0;
  let failures = Math.max(1, Math.ceil(successes / level - n));
  while (failures > 1 && successes / (n + failures - 1) <= level) failures--;
  while (successes / (n + failures) > level) failures++;
  return failures;
}
