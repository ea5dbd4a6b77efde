import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/math/random.js";
import { distanceBetween, distanceIntervals, scoreDistances } from "../../../src/measure/groups/score-distances.js";
import { binLargeGroups, orderByScore, poolScores } from "../../../src/measure/groups/score-pool.js";
import { wasserstein1 } from "../../../src/transport/one-dimensional.js";
import { drawScores, groupingOf, groupsOf } from "./model-people.js";

const poolOf = (groups: readonly number[], scores: ArrayLike<number>, weights: Float64Array | null = null) => {
  const values = Float64Array.from(scores);
  return poolScores({ order: orderByScore(values, weights), scores: values, weights }, groupingOf(groups));
};
const distancesOf = (groups: readonly number[], scores: ArrayLike<number>, resamples = 200) =>
  scoreDistances(poolOf(groups, scores), groupingOf(groups).labels, resamples, seededRandom(1, "test"));

describe("scoreDistances", () => {
  it("is the gap between two groups of one score each, with nothing left open", () => {
    const scores = [...Array(10).fill(0.25), ...Array(15).fill(0.75)];
    const found = distancesOf(groupsOf(10, 15), scores)?.worst;
    expect(found).toMatchObject({ a: "g0", b: "g1" });
    for (const end of [found?.value, found?.low, found?.high]) expect(end).toBeCloseTo(0.5, 14);
    expect(distancesOf(groupsOf(10, 15), [...Array(10).fill(0), ...Array(15).fill(1)])?.worst.value).toBeCloseTo(1, 14);
  });

  it("is the difference of rates for scores of 0 and 1", () => {
    const scores = [...Array(8).fill(1), ...Array(12).fill(0), ...Array(5).fill(1), ...Array(20).fill(0)];
    expect(distancesOf(groupsOf(20, 25), scores)?.worst.value).toBeCloseTo(0.4 - 0.2, 14);
  });

  it("is 0 up to a low limit of 0 for the same scores twice", () => {
    const scores = drawScores(seededRandom(2, "twice"), 40, 0);
    const found = distancesOf(groupsOf(40, 40), [...scores, ...scores])?.worst;
    expect(found).toMatchObject({ value: 0, low: 0 });
    expect(found?.high).toBeGreaterThan(0);
  });

  it("is the same with groups swapped, and names the worst pair", () => {
    const random = seededRandom(3, "swap");
    const scores = [...drawScores(random, 20, -1), ...drawScores(random, 30, 0), ...drawScores(random, 25, 1)];
    const groups = groupsOf(20, 30, 25);
    const there = distancesOf(groups, scores);
    const back = distancesOf(
      groups.map((group) => 2 - group),
      scores,
    );
    expect(there?.worst).toMatchObject({ a: "g0", b: "g2" });
    expect(back?.worst.value).toBeCloseTo(there?.worst.value ?? Number.NaN, 14);
    expect(back?.pairs[0]?.value).toBeCloseTo(there?.pairs[2]?.value ?? Number.NaN, 14);
  });

  it("agrees with the transport stage on weighted scores with ties", () => {
    const random = seededRandom(4, "ties");
    const groups = groupsOf(30, 50);
    const scores = Float64Array.from(groups, () => random.integer(8) / 7);
    const weights = Float64Array.from(groups, () => random.uniform());
    const side = (group: number) => groups.flatMap((own, i) => (own === group ? [i] : []));
    const of = (values: Float64Array, group: number) => Float64Array.from(side(group), (i) => values[i]!);
    const expected = wasserstein1(of(scores, 0), of(scores, 1), { aWeights: of(weights, 0), bWeights: of(weights, 1) });
    expect(distanceBetween(poolOf(groups, scores, weights), { a: 0, b: 1 })).toBeCloseTo(expected, 13);
  });

  it("lists the 300 furthest of many pairs and counts the others", () => {
    const random = seededRandom(5, "many");
    const groups = groupsOf(...Array.from({ length: 30 }, () => 10));
    const found = distancesOf(groups, drawScores(random, groups.length, 0), 5);
    expect(found?.pairs).toHaveLength(300);
    expect(found?.pairsLeftOut).toBe((30 * 29) / 2 - 300);
    expect(found?.pairs).toContainEqual(found?.worst);
    expect(found?.againstRest).toHaveLength(30);
  });

  it("is null with fewer than two groups of ten", () => {
    expect(distancesOf(groupsOf(30, 9), drawScores(seededRandom(6, "few"), 39, 0))).toBeNull();
  });
});

describe("distanceIntervals", () => {
  const truth = 0.2; // uniform scores on [0, 0.6] and on [0.2, 0.8]
  const shifted = (seed: number, n: number) => {
    const random = seededRandom(seed, "shifted");
    const groups = groupsOf(n, n);
    return poolOf(
      groups,
      groups.map((group) => 0.6 * random.uniform() + truth * group),
    );
  };
  const interval = (pool: ReturnType<typeof poolOf>, resamples: number) => {
    const value = distanceBetween(pool, { a: 0, b: 1 });
    const [found] = distanceIntervals(pool, [{ a: 0, b: 1, value }], resamples, seededRandom(7, "draw"));
    return { value, low: found?.low ?? Number.NaN, high: found?.high ?? Number.NaN };
  };

  it("hold a true shift in about 95 of 100 samples", () => {
    const runs = Array.from({ length: 300 }, (_, seed) => interval(shifted(seed, 40), 200));
    const covered = runs.filter(({ low, high }) => low <= truth && truth <= high).length / runs.length;
    expect(covered).toBeGreaterThan(0.9);
    expect(covered).toBeLessThan(1);
  });

  it("reach down to 0 where groups are alike, though the estimate never does", () => {
    const runs = Array.from({ length: 100 }, (_, seed) => {
      const random = seededRandom(seed, "alike");
      return interval(poolOf(groupsOf(30, 60), drawScores(random, 90, 0)), 200);
    });
    expect(Math.min(...runs.map(({ value }) => value))).toBeGreaterThan(0);
    expect(runs.filter(({ low }) => low === 0).length).toBeGreaterThanOrEqual(92);
  });

  it("hold the estimate, and shrink with the root of the number of people", () => {
    const [small, large] = [interval(shifted(1, 50), 400), interval(shifted(1, 200), 400)];
    for (const { value, low, high } of [small, large]) {
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    }
    const ratio = (small.high - small.low) / (large.high - large.low);
    expect(ratio).toBeGreaterThan(1.6);
    expect(ratio).toBeLessThan(2.6);
  });

  it("are as wide by bins as by people: a mean's error where one group is above the other everywhere", () => {
    const pool = shifted(2, 3000);
    const { low, high } = interval(pool, 600);
    const error = Math.sqrt((2 * 0.6 * 0.6) / 12 / 3000);
    expect(binLargeGroups(pool).scores.length).toBe(128);
    expect(Math.abs((high - low) / (2 * 1.96 * error) - 1)).toBeLessThan(0.12);
  });
});

describe("binLargeGroups", () => {
  it("keeps the mass and mean of each group, and every person of small groups", () => {
    const random = seededRandom(8, "bins");
    const groups = groupsOf(1000, 40);
    const weights = Float64Array.from(groups, () => random.uniform());
    const pool = poolOf(groups, drawScores(random, groups.length, 0), weights);
    const binned = binLargeGroups(pool);
    expect(binned.members.map((list) => list.length)).toEqual([64, 40]);
    for (const group of [0, 1]) {
      const sum = ({ members, masses, scores }: typeof pool, of: (e: number) => number) =>
        members[group]!.reduce((total, e) => total + masses[e]! * of(e) * (scores[e]! >= 0 ? 1 : 0), 0);
      expect(sum(binned, () => 1)).toBeCloseTo(pool.totals[group]!, 10);
      expect(sum(binned, (e) => binned.scores[e]!)).toBeCloseTo(
        sum(pool, (e) => pool.scores[e]!),
        10,
      );
    }
  });
});
