import type { PairDistance, ScoreDistances } from "../../findings/model-fairness.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { type Interval, Z_95 } from "../../math/interval.js";
import { quantile } from "../../math/quantile.js";
import type { Random } from "../../math/random.js";
import { studentQuantile } from "../../math/student-t.js";
import { binLargeGroups, type ScorePool } from "./score-pool.js";

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

/** Two sides of a pool: group `a` against group `b`, or against everybody else where `b` is null. */
export interface Sides {
  readonly a: number;
  readonly b: number | null;
}

export function entriesOf({ members, groupOf }: ScorePool, { a, b }: Sides): Int32Array {
  if (b === null) {
    const all = new Int32Array(groupOf.length);
    for (let e = 0; e < all.length; e++) all[e] = e;
    return all;
  }
  const left = members[a] ?? new Int32Array(0);
  const right = members[b] ?? new Int32Array(0);
  const merged = new Int32Array(left.length + right.length);
  for (let i = 0, j = 0, k = 0; k < merged.length; k++) {
    const takeLeft = j >= right.length || (i < left.length && left[i]! < right[j]!);
    merged[k] = takeLeft ? left[i++]! : right[j++]!;
  }
  return merged;
}

export function otherTotal(totals: Float64Array, { a, b }: Sides): number {
  if (b !== null) return totals[b]!;
  let sum = 0;
  for (let g = 0; g < totals.length; g++) if (g !== a) sum += totals[g]!;
  return sum;
}

/** W₁ = ∫ |F_a − F_b|, exact up to rounding: the area between the two distribution functions, one step per entry. */
export function distanceBetween(pool: ScorePool, sides: Sides): number {
  const { scores, masses, groupOf, totals } = pool;
  const entries = entriesOf(pool, sides);
  const perA = 1 / totals[sides.a]!;
  const perB = 1 / otherTotal(totals, sides);
  let difference = 0;
  let area = 0;
  for (let k = 0; k + 1 < entries.length; k++) {
    const e = entries[k]!;
    difference += groupOf[e] === sides.a ? masses[e]! * perA : -masses[e]! * perB;
    area += Math.abs(difference) * (scores[entries[k + 1]!]! - scores[e]!);
  }
  return Math.min(1, area); // scores lie in [0, 1]; rounding may go beyond
}

/** Where two distribution functions differ by at most this many standard errors, they may as well cross. */
const NEAR = 3;

/** Where they differ by at most this many, an error of either sign may have made the difference what it is. */
const LEVEL = 0.5;

/** Steps through score lists, over all resamples, that one set of intervals may take unless 200 resamples need more. */
const MOST_STEPS = 5e7;
const LEAST_RESAMPLES = 200;

/** Degrees of freedom from which Student's quantile is taken as the normal one. */
const MOST_FREEDOM = 400;

/** One comparison, laid out for going through it many times: a step per entry, in ascending order of score. */
interface Track extends Sides {
  readonly entries: Int32Array;
  /** 0 on side a, 1 on the other. */
  readonly side: Uint8Array;
  /** What the entry adds to F_a − F_b. */
  readonly added: Float64Array;
  /** Distance to the next score with the sign of F_a − F_b between the two where that sign is clear, else 0 … */
  readonly clear: Float64Array;
  /** … and the distance itself where it is not, else 0. */
  readonly unclear: Float64Array;
  /** The signed distance unless F_a and F_b are level … */
  readonly signed: Float64Array;
  /** … and the distance itself where they are. */
  readonly level: Float64Array;
  /** Welch's widening for few people: Student's quantile over the normal one. */
  readonly widening: number;
  /** Error of the distance in each resample, with areas of unclear sign counted as excess … */
  readonly excess: Float64Array;
  /** … and by the sign they seem to have, as a loss where they seem to have none. */
  readonly loss: Float64Array;
}

/**
 * 95 % intervals of distances between score distributions, from people resampled within their groups.
 *
 * A distance is an area of |F_a − F_b|. Where the sign of the difference is clear, the area's error is linear in the
 * error of the difference; where it is not, any error adds area, which is why small samples show distances where there
 * are none. The lower limit counts resampled errors accordingly (Fang & Santos 2019, "Inference on directionally
 * differentiable functions") and moves down by that excess. The upper limit does not rely on any excess, takes the
 * errors as linear, and where the two functions are level allows for area that an error has hidden. The interval
 * contains the estimate and stays within [0, 1].
 */
export function distanceIntervals(
  people: ScorePool,
  comparisons: readonly (Sides & { readonly value: number })[],
  resamples: number,
  random: Random,
): Interval[] {
  const pool = binLargeGroups(people);
  const laid = comparisons.map((sides) => layOut(pool, sides));
  const steps = laid.reduce((sum, { entries }) => sum + entries.length, 0);
  const draws = Math.min(resamples, Math.max(LEAST_RESAMPLES, Math.floor(MOST_STEPS / Math.max(1, steps))));
  const tracks = laid.map(
    (track): Track => ({ ...track, excess: new Float64Array(draws), loss: new Float64Array(draws) }),
  );

  const drawn = new Float64Array(pool.scores.length);
  const totals = new Float64Array(pool.totals.length);
  for (let r = 0; r < draws; r++) {
    drawPeople(pool, random, drawn, totals);
    for (const track of tracks) recordErrors(track, drawn, totals, r);
  }
  return tracks.map(({ excess, loss, widening }, k) => {
    const value = comparisons[k]?.value ?? 0;
    const low = value - widening * quantile(excess.sort(), 0.975);
    const high = value - widening * quantile(loss.sort(), 0.025);
    return { low: Math.min(value, Math.max(0, low)), high: Math.max(value, Math.min(1, high)) };
  });
}

function layOut(pool: ScorePool, sides: Sides): Omit<Track, "excess" | "loss"> {
  const { scores, masses, groupOf, totals } = pool;
  const entries = entriesOf(pool, sides);
  const totalA = totals[sides.a]!;
  const totalB = otherTotal(totals, sides);
  const sizeA = pool.effective[sides.a]!;
  const sizeB = effectiveOther(pool, sides);
  const side = Uint8Array.from(entries, (e) => (groupOf[e] === sides.a ? 0 : 1));
  const added = Float64Array.from(entries, (e, k) => (side[k] === 0 ? masses[e]! / totalA : -masses[e]! / totalB));
  const clear = new Float64Array(entries.length);
  const unclear = new Float64Array(entries.length);
  const signed = new Float64Array(entries.length);
  const level = new Float64Array(entries.length);
  let shareA = 0;
  let shareB = 0;
  for (let k = 0; k + 1 < entries.length; k++) {
    if (side[k] === 0) shareA += added[k]!;
    else shareB -= added[k]!;
    const gap = scores[entries[k + 1]!]! - scores[entries[k]!]!;
    const difference = shareA - shareB;
    const variance = (shareA * (1 - shareA)) / sizeA + (shareB * (1 - shareB)) / sizeB;
    const squared = difference * difference;
    if (squared <= NEAR * NEAR * variance) unclear[k] = gap;
    else clear[k] = gap * Math.sign(difference);
    if (squared <= LEVEL * LEVEL * variance) level[k] = gap;
    else signed[k] = gap * Math.sign(difference);
  }
  return { ...sides, entries, side, added, clear, unclear, signed, level, widening: widening(sizeA, sizeB) };
}

function widening(sizeA: number, sizeB: number): number {
  const [a, b] = [1 / sizeA, 1 / sizeB];
  const freedom = ((a + b) * (a + b)) / ((a * a) / Math.max(1, sizeA - 1) + (b * b) / Math.max(1, sizeB - 1));
  return freedom > MOST_FREEDOM ? 1 : studentQuantile(0.95, Math.max(1, Math.floor(freedom))) / Z_95;
}

function effectiveOther({ totals, effective }: ScorePool, sides: Sides): number {
  if (sides.b !== null) return effective[sides.b]!;
  let squares = 0;
  for (let g = 0; g < totals.length; g++) {
    if (g !== sides.a && effective[g]! > 0) squares += (totals[g]! * totals[g]!) / effective[g]!;
  }
  const total = otherTotal(totals, sides);
  return (total * total) / squares;
}

/**
 * One resample: masses into `drawn`, their sums by group into `totals`. Of n people n − 1 are drawn, which gives a mean
 * its unbiased variance; bins get a normal number with the mean and variance that independent draws would have.
 */
function drawPeople(
  { masses, spreads, members, totals: given }: ScorePool,
  random: Random,
  drawn: Float64Array,
  totals: Float64Array,
): void {
  drawn.fill(0);
  members.forEach((list, group) => {
    let total = 0;
    if (list.length > 0 && spreads[list[0]!]! > 0) {
      for (const e of list) {
        const mass = Math.max(0, masses[e]! + spreads[e]! * random.normal());
        drawn[e] = mass;
        total += mass;
      }
    } else {
      for (let k = 1; k < list.length; k++) {
        const e = list[random.integer(list.length)]!;
        drawn[e]! += masses[e]!;
        total += masses[e]!;
      }
    }
    // One person alone, or nobody with any weight: as it was.
    if (total === 0) for (const e of list) drawn[e] = masses[e]!;
    totals[group] = total === 0 ? given[group]! : total;
  });
}

function recordErrors(track: Track, drawn: Float64Array, totals: Float64Array, r: number): void {
  const { entries, side, added, clear, unclear, signed, level } = track;
  const perMass = Float64Array.of(1 / totals[track.a]!, -1 / otherTotal(totals, track));
  let error = 0; // of F_a − F_b at the current score
  let excess = 0;
  let loss = 0;
  for (let k = 0; k < entries.length; k++) {
    error += drawn[entries[k]!]! * perMass[side[k]!]! - added[k]!;
    const size = Math.abs(error);
    excess += error * clear[k]! + size * unclear[k]!;
    loss += error * signed[k]! - size * level[k]!;
  }
  track.excess[r] = excess;
  track.loss[r] = loss;
}
