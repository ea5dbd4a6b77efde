import type { Estimate } from "../math/interval.js";
import type { Grouping } from "./groups.js";
import type { EqualizedOdds } from "./model-fairness-types.js";
import { isMeasured, plainRate, rateOf, spreadOf, type Tally, tallyGroups } from "./model-rates.js";

/** Outcomes of the people scored: `labels[codes[i]]`, −1 where it is not known. */
export interface Outcomes {
  readonly labels: readonly string[];
  readonly codes: Int32Array;
  readonly favourable: string;
}

/**
 * How differently people with the same outcome are accepted: true positive rates among those with the favourable outcome, false
 * positive rates among those with any other. Differences are highest minus lowest over the groups with at least ten such people.
 */
export function equalizedOdds(
  { labels, groupOf }: Pick<Grouping, "labels" | "groupOf">,
  decisions: Uint8Array,
  weights: Float64Array | null,
  { labels: outcomes, codes, favourable }: Outcomes,
): EqualizedOdds {
  const code = outcomes.indexOf(favourable);
  const tally = (kept: (person: number) => boolean) => tallyGroups(labels.length, groupOf, decisions, weights, kept);
  const positive = tally((i) => codes[i]! >= 0 && codes[i] === code);
  const negative = tally((i) => codes[i]! >= 0 && codes[i] !== code);
  const truePositiveDifference = spreadOf(comparable(positive));
  const falsePositiveDifference = spreadOf(comparable(negative));
  return {
    favourableOutcome: favourable,
    truePositiveDifference,
    falsePositiveDifference,
    difference: larger(truePositiveDifference, falsePositiveDifference),
    groups: labels.map((group, k) => ({
      group,
      truePositiveRate: shareOf(positive[k]),
      falsePositiveRate: shareOf(negative[k]),
    })),
  };
}

function comparable(tallies: readonly Tally[]): Estimate[] {
  return tallies.flatMap((tally) => {
    const rate = rateOf(tally);
    return rate !== null && isMeasured(tally) ? [rate] : [];
  });
}

function shareOf(tally: Tally | undefined) {
  return tally === undefined ? null : plainRate(tally);
}

/** The larger of the two, with limits that hold whichever it is; null unless both are known. */
function larger(a: Estimate | null, b: Estimate | null): Estimate | null {
  if (a === null || b === null) return null;
  return { value: Math.max(a.value, b.value), low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) };
}
