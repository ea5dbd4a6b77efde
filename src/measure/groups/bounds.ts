import type { GroupFacts } from "../../findings/facts.js";
import type { Counted } from "./proportions.js";

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
