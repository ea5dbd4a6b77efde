import type { GroupComparison } from "../../findings/facts.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { Z_95 } from "../../math/interval.js";
import { correctComparisons, type MadeComparison } from "./corrected.js";
import { type Counted, differenceOf, rateWith, testEqual } from "./proportions.js";

/** A group against everybody else, before the correction. */
export type FromRest = MadeComparison & Pick<GroupComparison, "rate" | "rest">;

/** The comparison of two shares whose test gave `p`. */
export function compareWithRest(own: Counted, rest: Counted, p: number): FromRest {
  return {
    rate: own.successes / own.n,
    rest: rest.successes / rest.n,
    p,
    difference: (z) => differenceOf(rateWith(own, z), rateWith(rest, z)),
  };
}

export interface ComparedShares {
  /** Per division and group; null below ten people on either side. */
  readonly comparisons: readonly (readonly (GroupComparison | null)[])[];
  /** How many comparisons were corrected together. */
  readonly made: number;
}

/**
 * Compares each group of several divisions of people with everybody else of its division, and corrects all comparisons
 * together. The two groups of a division in two are one comparison, seen from both sides.
 */
export function compareShares(divisions: readonly (readonly Counted[])[]): ComparedShares {
  const tests: number[] = [];
  const found = divisions.map((groups) => {
    const all = groups.reduce((sum, { n, successes }) => ({ n: sum.n + n, successes: sum.successes + successes }), {
      n: 0,
      successes: 0,
    });
    let shared: number | null = null;
    return groups.map((own) => {
      const rest = { n: all.n - own.n, successes: all.successes - own.successes };
      if (Math.min(own.n, rest.n) < LEAST_GROUP) return null;
      const test = shared ?? tests.push(testEqual(own, rest).p) - 1;
      if (groups.length === 2) shared = test;
      return { test, made: compareWithRest(own, rest, tests[test]!) };
    });
  });
  const corrected = correctComparisons(tests);
  const comparisons = found.map((groups) =>
    groups.map((entry): GroupComparison | null => {
      if (entry === null) return null;
      const { rate, rest, difference } = entry.made;
      const { p, adjusted, z } = corrected[entry.test]!;
      return { rate, rest, single: difference(Z_95), difference: difference(z), p, adjusted };
    }),
  );
  return { comparisons, made: tests.length };
}
