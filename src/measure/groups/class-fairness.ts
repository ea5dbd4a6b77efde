import type { ClassAttribute, ClassGroup, RankDistance } from "../../findings/class-file.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { measureShare } from "../../math/interval.js";
import { quantile } from "../../math/quantile.js";
import { type Random, seededRandom } from "../../math/random.js";
import type { Grouping } from "./groups.js";

/**
 * Rates of every class by group, and how far apart groups are over the ordered classes: W₁ = Σ_c |F_a(c) − F_b(c)|, the
 * mean number of classes people of one group would have to move to be distributed as the other. Its interval comes from
 * a bootstrap within the two groups.
 */
export function classFairness(
  decisions: Uint8Array,
  classes: number,
  groupings: readonly Grouping[],
  { resamples, seed }: { readonly resamples: number; readonly seed: number },
): ClassAttribute[] {
  return groupings.map(({ attribute, labels, groupOf }) => {
    const counts = labels.map(() => new Float64Array(classes));
    groupOf.forEach((group, i) => {
      if (group >= 0) counts[group]![decisions[i]!]! += 1;
    });
    const groups = labels.map((group, g) => describeGroup(group, counts[g]!));
    const measured = labels.flatMap((_, g) => (groups[g]!.status === "measured" ? [g] : []));
    const random = seededRandom(seed, `class-fairness/${attribute}`);
    return {
      attribute,
      groups,
      unknown: groupOf.filter((group) => group < 0).length,
      distance: furthest(measured, { labels, counts }, resamples, random),
    };
  });
}

/** W₁ between two distributions over ordered classes, given by counts. */
export function rankDistance(a: Float64Array, b: Float64Array): number {
  const total = (counts: Float64Array) => counts.reduce((sum, value) => sum + value, 0);
  const [na, nb] = [total(a), total(b)];
  let above = 0;
  let distance = 0;
  for (let c = 0; c < a.length - 1; c++) {
    above += a[c]! / na - b[c]! / nb;
    distance += Math.abs(above);
  }
  return distance;
}

function describeGroup(group: string, counts: Float64Array): ClassGroup {
  const n = counts.reduce((sum, value) => sum + value, 0);
  return {
    group,
    n,
    status: n < LEAST_GROUP ? "insufficient" : "measured",
    rates: Array.from(counts).flatMap((successes) => measureShare(successes, n) ?? []),
    meanRank: counts.reduce((sum, value, c) => sum + c * value, 0) / n,
  };
}

function furthest(
  measured: readonly number[],
  { labels, counts }: { readonly labels: readonly string[]; readonly counts: readonly Float64Array[] },
  resamples: number,
  random: Random,
): RankDistance | null {
  let best: { a: number; b: number; value: number } | null = null;
  for (const [k, a] of measured.entries()) {
    for (const b of measured.slice(k + 1)) {
      const value = rankDistance(counts[a]!, counts[b]!);
      if (best === null || value > best.value) best = { a, b, value };
    }
  }
  if (best === null) return null;
  const { a, b, value } = best;
  const drawn = Float64Array.from({ length: resamples }, () =>
    rankDistance(redraw(counts[a]!, random), redraw(counts[b]!, random)),
  ).sort();
  const low = Math.min(value, quantile(drawn, 0.025));
  const high = Math.max(value, quantile(drawn, 0.975));
  return { a: labels[a]!, b: labels[b]!, value, low, high };
}

function redraw(counts: Float64Array, random: Random): Float64Array {
  const n = counts.reduce((sum, value) => sum + value, 0);
  const drawn = new Float64Array(counts.length);
  for (let i = 0; i < n; i++) {
    let place = random.integer(n);
    let c = 0;
    while (place >= counts[c]!) place -= counts[c++]!;
    drawn[c]! += 1;
  }
  return drawn;
}
