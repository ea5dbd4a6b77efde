import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/math/random.js";
import { scoreDensities } from "../../../src/measure/groups/score-densities.js";
import { drawScores, groupingOf, groupsOf } from "./model-people.js";

const area = (density: readonly number[]) =>
  density.reduce((sum, value, k) => sum + (k === 0 || k === 100 ? 0.5 : 1) * value * 0.01, 0);

describe("scoreDensities", () => {
  const random = seededRandom(1, "densities");
  const groups = groupsOf(200, 60, 5);
  const scores = Float64Array.from(groups, (group) => drawScores(random, 1, group)[0]!);
  const weights = Float64Array.from(groups, () => 0.2 + random.uniform());
  const [drawn] = scoreDensities([groupingOf(groups)], scores);

  it("has 101 points per group of at least ten people, each curve of area 1", () => {
    expect(drawn?.groups.map(({ group, n }) => [group, n])).toEqual([
      ["g0", 200],
      ["g1", 60],
    ]);
    for (const { density } of drawn?.groups ?? []) {
      expect(density).toHaveLength(101);
      expect(area(density)).toBeCloseTo(1, 3);
    }
  });

  it.each([null, weights])("is the sum of bells and of their reflections at both ends, weights %#", (given) => {
    const [found] = scoreDensities([groupingOf(groups)], scores, given);
    const bandwidth = found?.bandwidth ?? Number.NaN;
    const own = groups.flatMap((group, i) => (group === 1 ? [i] : []));
    const total = own.reduce((sum, i) => sum + (given?.[i] ?? 1), 0);
    const bell = (distance: number) =>
      Math.exp(-0.5 * (distance / bandwidth) ** 2) / (bandwidth * Math.sqrt(2 * Math.PI));
    for (const point of [0, 3, 50, 77, 100]) {
      const at = point / 100;
      const expected = own.reduce((sum, i) => {
        const score = scores[i]!;
        const bells = bell(at - score) + bell(at + score) + bell(2 - at - score);
        return sum + ((given?.[i] ?? 1) / total) * bells;
      }, 0);
      expect(Math.abs((found?.groups[1]?.density[point] ?? Number.NaN) - expected)).toBeLessThan(2e-4 * (1 + expected));
    }
  });

  it("takes Silverman's bandwidth, and 0.01 where all scores are equal", () => {
    const normal = seededRandom(2, "normal");
    const spread = Float64Array.from({ length: 2000 }, () => Math.min(1, Math.max(0, 0.5 + 0.1 * normal.normal())));
    const [found] = scoreDensities([groupingOf(groupsOf(2000))], spread);
    expect(found?.bandwidth).toBeCloseTo(0.9 * 0.1 * 2000 ** -0.2, 2);
    const [flat] = scoreDensities([groupingOf(groupsOf(12))], new Float64Array(12).fill(1));
    expect(flat?.bandwidth).toBe(0.01);
    expect(area(flat?.groups[0]?.density ?? [])).toBeCloseTo(1, 3);
  });

  it("leaves out attributes without a group to draw, and people of unknown group", () => {
    expect(scoreDensities([groupingOf(groupsOf(9))], scores.slice(0, 9))).toEqual([]);
    expect(scoreDensities([], scores)).toEqual([]);
    const some = groups.map((group, i) => (i % 2 === 0 ? group : -1));
    expect(scoreDensities([groupingOf(some)], scores)[0]?.groups.map(({ n }) => n)).toEqual([100, 30]);
  });
});
