import type { PairDistance, ScoreDistances } from "../../findings/model-fairness.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import type { Random } from "../../math/random.js";
import { distanceIntervals } from "./bootstrap.js";
import { distanceBetween, type Sides } from "./score-comparison.js";
import type { ScorePool } from "./score-pool.js";

/** Pairs listed, at most. */
const MOST_PAIRS = 300;

/**
 * W₁ between the score distributions of groups: all pairs of groups with at least ten people, and each of them against
 * everybody else of known group. Null with fewer than two such groups.
 */
export function scoreDistances(
  pool: ScorePool,
  labels: readonly string[],
  resamples: number,
  random: Random,
): ScoreDistances | null {
  const measured = [...labels.keys()].filter((g) => pool.people[g]! >= LEAST_GROUP && pool.totals[g]! > 0);
  if (measured.length < 2) return null;
  const measure = (sides: Sides) => ({ ...sides, value: distanceBetween(pool, sides) });
  const all = measured.flatMap((a, k) => measured.slice(k + 1).map((b) => measure({ a, b })));
  const listed = furthest(all);
  const compared = [...listed, ...measured.map((a) => measure({ a, b: null }))];
  const intervals = distanceIntervals(pool, compared, resamples, random);
  const distances = compared.map(({ a, b, value }, k): PairDistance => {
    const { low, high } = intervals[k] ?? { low: value, high: value };
    return { a: labels[a] ?? "", b: b === null ? null : (labels[b] ?? ""), value, low, high };
  });
  const pairs = distances.slice(0, listed.length);
  return {
    pairs,
    pairsLeftOut: all.length - listed.length,
    againstRest: distances.slice(listed.length),
    worst: pairs.reduce((worst, pair) => (pair.value > worst.value ? pair : worst)),
  };
}

/** The pairs that differ most where there are too many, in the order they came. */
function furthest<T extends { readonly value: number }>(pairs: readonly T[]): readonly T[] {
  if (pairs.length <= MOST_PAIRS) return pairs;
  const ranked = pairs.map((pair, place) => ({ pair, place })).sort((p, q) => q.pair.value - p.pair.value);
  const kept = ranked.slice(0, MOST_PAIRS).sort((p, q) => p.place - q.place);
  return kept.map(({ pair }) => pair);
}
