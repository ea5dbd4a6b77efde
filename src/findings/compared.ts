import type { AttributeFacts, GroupFacts } from "./facts.js";
import type { Strength } from "./findings.js";
import type { Estimate } from "./quantities.js";

/** One group against everybody else. */
export interface Compared {
  readonly group: string;
  readonly n: number;
  readonly nRest: number;
  readonly rate: number;
  readonly rest: number;
  readonly difference: Estimate;
  readonly adjusted: number;
  readonly strength: Strength;
}

const LEVEL = 0.05;

/** How a group compares with everybody else of its attribute; null where it was not compared. */
export function comparedWithRest(entry: GroupFacts, { groups }: Pick<AttributeFacts, "groups">): Compared | null {
  const { group, n, rate, comparison, differenceFromRest, test } = entry;
  const nRest = groups.reduce((sum, other) => sum + other.n, 0) - n;
  if (comparison !== null) {
    const { difference, single, adjusted, rest } = comparison;
    const strength = strengthOf(adjusted, difference, single);
    return { group, n, nRest, rate: comparison.rate, rest, difference, adjusted, strength };
  }
  if (test === null || differenceFromRest === null) return null;
  const difference = differenceFromRest;
  const strength = strengthOf(test.adjusted, difference, difference);
  const rest = rate.share - difference.value;
  return { group, n, nRest, rate: rate.share, rest, difference, adjusted: test.adjusted, strength };
}

/** How sure a difference is, by its corrected test and interval and by its own. */
export function strengthOf(adjusted: number, corrected: Estimate, single: Estimate): Strength {
  if (adjusted <= LEVEL && leavesOut(corrected, 0)) return "clear";
  return leavesOut(single, 0) ? "possible" : "none";
}

function leavesOut({ low, high }: Estimate, value: number): boolean {
  return low > value || high < value;
}
