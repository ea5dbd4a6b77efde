import type { EqualizedOdds } from "../../findings/model-fairness.js";
import type { Estimate } from "../../math/interval.js";
import type { Grouping } from "./groups.js";
import { compareRates, modelRates } from "./model-rates.js";

/** Outcomes of the people scored: `labels[codes[i]]`, −1 where it is not known. */
export interface Outcomes {
  readonly labels: readonly string[];
  readonly codes: Int32Array;
  readonly favourable: string;
}

/**
 * How differently people with the same outcome are accepted: true positive rates among people with the favourable
 * outcome, false positive rates among the others. Differences are highest minus lowest over the groups with at least
 * ten such people.
 */
export function equalizedOdds(
  { labels, groupOf }: Pick<Grouping, "labels" | "groupOf">,
  decisions: Uint8Array,
  weights: Float64Array | null,
  { labels: outcomes, codes, favourable }: Outcomes,
): EqualizedOdds {
  const code = outcomes.indexOf(favourable);
  const among = (wanted: boolean) => {
    const own = groupOf.map((group, i) => (codes[i]! >= 0 && (codes[i] === code) === wanted ? group : -1));
    const { plain, sides } = modelRates(labels, own, decisions, weights);
    const spread = compareRates(sides).parityDifference;
    return { rates: plain, difference: spread && { value: spread.value, low: spread.low, high: spread.high } };
  };
  const positive = among(true);
  const negative = among(false);
  return {
    favourableOutcome: favourable,
    truePositiveDifference: positive.difference,
    falsePositiveDifference: negative.difference,
    difference: larger(positive.difference, negative.difference),
    groups: labels.map((group, k) => ({
      group,
      truePositiveRate: positive.rates[k] ?? null,
      falsePositiveRate: negative.rates[k] ?? null,
    })),
  };
}

/** The larger of the two, with limits that hold whichever it is; null unless both are known. */
function larger(a: Estimate | null, b: Estimate | null): Estimate | null {
  if (a === null || b === null) return null;
  return { value: Math.max(a.value, b.value), low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) };
}
