import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { matrix } from "../../src/math/matrix.js";
import { nextUp } from "../../src/math/next-double.js";
import { seededRandom } from "../../src/math/random.js";
import { tra } from "../../src/surrogate/tra.js";

/** Accepts x > 0.5 with y ≤ 0.25. */
function decide(x: number, y: number): number {
  return x > 0.5 && y <= 0.25 ? 1 : 0;
}

/** People anywhere in [−1, 1]², and exact letters to the rejected ones. */
function evidence(people: number) {
  const random = seededRandom(5, "tra");
  const rows = Array.from({ length: people }, () => [2 * random.uniform() - 1, 2 * random.uniform() - 1] as const);
  const rejected = rows.filter(([x, y]) => decide(x, y) === 0);
  const accepted = rows.filter(([x, y]) => decide(x, y) === 1);
  const letters = rejected.map(([x, y]) => [x > 0.5 ? x : nextUp(0.5), Math.min(y, 0.25)]);
  return {
    rejected: matrix(rejected.length, 2, rejected.flat()),
    accepted: matrix(accepted.length, 2, accepted.flat()),
    counterfactual: matrix(letters.length, 2, letters.flat()),
    pairOf: Int32Array.from(rejected.keys()),
  };
}

describe("tra", () => {
  it.each([
    ["known pairs", false],
    ["pairs it must guess", true],
  ])("finds the splits of a tree behind exact letters, with %s", (_, unknown) => {
    const clouds = evidence(60);
    const given = unknown ? { ...clouds, pairOf: clouds.pairOf.map(() => -1) } : clouds;
    const surrogate = tra().fit(given, referenceKernels);
    const edge = matrix(4, 2, [0.5, 0, nextUp(0.5), 0, nextUp(0.5), 0.25, nextUp(0.5), nextUp(0.25)]);
    expect(Array.from(surrogate.margins(edge), (margin) => margin >= 0)).toEqual([false, true, true, false]);
    const random = seededRandom(6, "others");
    for (let k = 0; k < 500; k++) {
      const x = 2 * random.uniform() - 1;
      const y = 2 * random.uniform() - 1;
      expect(surrogate.margins(matrix(1, 2, [x, y]))[0]! >= 0).toBe(decide(x, y) === 1);
    }
  });

  it("splits only where a letter proposes it", () => {
    const clouds = evidence(60);
    const saved = JSON.parse(JSON.stringify(tra().fit(clouds, referenceKernels)));
    const [{ threshold, feature }] = saved.trees;
    const used = threshold.filter((_: number, node: number) => feature[node] >= 0);
    expect(new Set(used)).toEqual(new Set([0.5, 0.25]));
  });

  it("scores a box by the share of accepted among its observations, and one with letters alone by 1", () => {
    const clouds = {
      rejected: matrix(3, 1, [0, 1, 9]),
      accepted: matrix(2, 1, [7, 8]),
      counterfactual: matrix(1, 1, [6]),
      pairOf: Int32Array.of(1),
    };
    const scores = tra()
      .fit(clouds, referenceKernels)
      .scores(matrix(3, 1, [5.9, 6, 100]));
    expect(scores[0]).toBeLessThan(1e-15);
    expect(scores[1]).toBeCloseTo(2 / 3, 12); // 7 and 8 against 9
    expect(scores[2]).toBe(scores[1]);
    const apart = { ...clouds, rejected: matrix(2, 1, [0, 1]), accepted: matrix(1, 1, [-5]) };
    expect(
      tra()
        .fit(apart, referenceKernels)
        .scores(matrix(1, 1, [6]))[0],
    ).toBeCloseTo(1, 15);
  });

  it("stops at the depth it is given", () => {
    const one = JSON.parse(JSON.stringify(tra({ depth: 1 }).fit(evidence(60), referenceKernels)));
    expect(one.trees[0].feature).toHaveLength(3);
    expect(() => tra({ depth: 0 })).toThrow("depth must be a whole number >= 1, got 0");
  });
});
