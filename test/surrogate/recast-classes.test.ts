import { describe, expect, it } from "vitest";
import { loadKernels } from "../../src/kernels/load.js";
import { matrix, row } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { gluedPrototype } from "../../src/prototypes/glued-barycenter.js";
import { classWeights } from "../../src/prototypes/mixing-weights.js";
import type { Prototype } from "../../src/prototypes/prototype.js";
import { canonicalRows, measureClasses, sharesOfPoints, winners } from "../../src/surrogate/class-clouds.js";
import { recast } from "../../src/surrogate/recast.js";
import { recastClasses } from "../../src/surrogate/recast-classes.js";
import { exactTransport } from "../../src/transport/exact.js";
import { gluedMeasure } from "../checks/glued-measure.js";
import { asClasses, madeUpClasses, shuffledClasses } from "../checks/made-up-classes.js";
import { cloud, madeUpClouds } from "../checks/made-up-clouds.js";

const kernels = await loadKernels();

function plainSquared(x: Float64Array, { points, weights }: Prototype): number {
  let sum = 0;
  for (let k = 0; k < points.rows; k++) {
    const q = row(points, k);
    sum += weights[k]! * x.reduce((squared, value, j) => squared + (value - q[j]!) * (value - q[j]!), 0);
  }
  return sum;
}

describe("classWeights", () => {
  it("gives λ = B / (A + 2B) for one cloud, however clouds are mixed", () => {
    for (const mixing of ["shared", "summed"] as const) {
      expect(classWeights([{ own: 3, other: 1, letters: 7 }], mixing)).toEqual([1 - 1 / 5, 1 / 5]);
    }
  });

  it("shares one unit of ratio among clouds, or sums them", () => {
    const anchors = [
      { own: 1, other: 1, letters: 10 }, // r = ½
      { own: 0, other: 2, letters: 30 }, // r = 1
    ];
    const summed = classWeights(anchors, "summed");
    expect(summed[1]! / summed[0]!).toBeCloseTo(0.5, 14);
    expect(summed[2]! / summed[0]!).toBeCloseTo(1, 14);
    const shared = classWeights(anchors, "shared");
    expect(shared[1]! / shared[0]!).toBeCloseTo(0.125, 14);
    expect(shared[2]! / shared[0]!).toBeCloseTo(0.75, 14);
    for (const weights of [summed, shared]) expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 15);
  });

  it("leaves a class without letters alone and refuses clouds that are all the same", () => {
    expect(classWeights([], "shared")).toEqual([1]);
    const none = { own: 0, other: 0, letters: 2 };
    expect(() => classWeights([none], "shared")).toThrow(/does not separate/);
    expect(() => classWeights([none, none], "summed")).toThrow(/does not separate/);
  });
});

describe("glued barycenter", () => {
  const clouds = madeUpClasses(2, [12, 9, 15], 3);
  const people = cloud(40, 3, 1, 2, seededRandom(5, "people"));

  it.each(["shared", "summed"] as const)("moments equal the plain sum over support points (%s)", (mixing) => {
    const geometry = measureClasses(clouds, kernels, mixing);
    const measures = geometry.map(({ planned, weights }, c) =>
      gluedMeasure(canonicalRows(clouds.classes[c]!), planned, weights),
    );
    geometry.forEach(({ glued, weights }, c) => {
      const closed = gluedPrototype(glued, weights);
      expect(measures[c]!.weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      expect(Math.abs(closed.variance - measures[c]!.variance)).toBeLessThan(1e-12);
      closed.mean.forEach((value, j) => {
        expect(Math.abs(value - measures[c]!.mean[j]!)).toBeLessThan(1e-12);
      });
    });
    const points = recastClasses({ mixing }).fit(clouds, kernels).points(people);
    const plain = Array.from({ length: people.rows }, (_, i) => {
      const squared = measures.map((measure) => plainSquared(row(people, i), measure));
      for (let c = 0; c < 3; c++) {
        expect(Math.abs(points.values[i * 3 + c]! - (Math.sqrt(squared[0]!) - Math.sqrt(squared[c]!)))).toBeLessThan(
          1e-12,
        );
      }
      return squared.indexOf(Math.min(...squared));
    });
    expect(Array.from(winners(points))).toEqual(plain);
    expect(new Set(plain).size).toBe(3);
  });

  it("is the exact barycenter on a line, where all plans agree", () => {
    const random = seededRandom(8, "line");
    const line = () => cloud(9, 1, 2 * random.normal(), 1, random);
    const clouds = {
      classes: [line(), line(), line()],
      letters: matrix(18, 1, [...line().values, ...line().values]),
      from: new Int32Array(18),
      to: Int32Array.from({ length: 18 }, (_, k) => (k < 9 ? 1 : 2)),
      pairOf: new Int32Array(18).fill(-1),
      ordered: false,
    };
    const { glued, weights, planned } = measureClasses(clouds, kernels, "summed")[0]!;
    const sorted = [clouds.classes[0]!, ...planned.map(({ rows }) => rows)].map((x) =>
      [...x.values].sort((a, b) => a - b),
    );
    const quantiles = matrix(
      9,
      1,
      sorted[0]!.map((_, i) => sorted.reduce((sum, values, k) => sum + weights[k]! * values[i]!, 0)),
    );
    const exact = gluedMeasure(canonicalRows(clouds.classes[0]!), planned, weights);
    expect(exactTransport(quantiles, exact.points, kernels, { yWeights: exact.weights }).squaredDistance).toBeLessThan(
      1e-20,
    );
    expect(gluedPrototype(glued, weights).variance).toBeCloseTo(exact.variance, 12);
  });

  it("couples each cloud with its class optimally and others no better than optimal transport", () => {
    const { glued, planned } = measureClasses(clouds, kernels, "shared")[1]!;
    expect(planned.length).toBeGreaterThan(2);
    for (let k = 1; k <= planned.length; k++) {
      const own = exactTransport(canonicalRows(clouds.classes[1]!), planned[k - 1]!.rows, kernels).squaredDistance;
      expect(glued.apart.values[k]).toBeCloseTo(own, 12);
      for (let l = 1; l < k; l++) {
        const least = exactTransport(planned[k - 1]!.rows, planned[l - 1]!.rows, kernels).squaredDistance;
        expect(glued.apart.values[k * glued.apart.columns + l]).toBeGreaterThanOrEqual(least - 1e-12);
      }
    }
  });
});

describe("recast for K classes", () => {
  it.each(["closed-form", "exact"] as const)("is the binary method for two classes (%s)", (solver) => {
    const clouds = madeUpClouds(3, 40, 25, 6);
    const people = cloud(2000, 6, 0, 1.5, seededRandom(4, "people"));
    const binary = recast({ solver }).fit(clouds, kernels);
    const margins = binary.margins(people);
    const points = recastClasses().fit(asClasses(clouds), kernels).points(people);
    const shares = sharesOfPoints(points);
    const scores = binary.scores(people);
    margins.forEach((margin, i) => {
      const difference = points.values[2 * i + 1]! - points.values[2 * i]!;
      if (solver === "closed-form") expect(difference).toBe(margin);
      else expect(Math.abs(difference - margin)).toBeLessThan(1e-12);
      expect(Math.abs(shares.values[2 * i + 1]! - scores[i]!)).toBeLessThan(1e-12);
    });
    expect(winners(points)).toEqual(Uint8Array.from(margins, (margin) => (margin >= 0 ? 1 : 0)));
  });

  it("does not depend on the order of rows, to the last bit", () => {
    const clouds = madeUpClasses(6, [14, 10, 12, 8]);
    const written = (given: typeof clouds) => JSON.stringify(recastClasses().fit(given, kernels));
    expect(written(shuffledClasses(clouds, 1))).toBe(written(clouds));
  });

  it("works with letters of some directions only; a class without letters stays its own prototype", () => {
    const clouds = madeUpClasses(6, [14, 10, 12]);
    const kept = Array.from(clouds.from.keys()).filter((k) => clouds.from[k] === 0);
    const some = {
      ...clouds,
      letters: matrix(
        kept.length,
        3,
        kept.flatMap((k) => [...row(clouds.letters, k)]),
      ),
      from: new Int32Array(kept.length),
      to: new Int32Array(kept.length).fill(1),
      pairOf: Int32Array.from(kept, (k) => clouds.pairOf[k]!),
    };
    const { means, weights } = recastClasses().fit(some, kernels).toJSON() as {
      means: number[][];
      weights: number[][];
    };
    expect(weights[2]).toEqual([1]);
    expect(weights[0]).toHaveLength(2);
    const mean = [0, 1, 2].map(
      (j) => clouds.classes[2]!.values.filter((_, k) => k % 3 === j).reduce((a, b) => a + b, 0) / 12,
    );
    for (const [j, value] of means[2]!.entries()) expect(value).toBeCloseTo(mean[j]!, 12);
  });

  it("reads unknown classes of a letter from the nearest classes", () => {
    const clouds = {
      classes: [matrix(2, 1, [0, 0.2]), matrix(2, 1, [4, 4.2]), matrix(2, 1, [10, 10.2])],
      letters: matrix(4, 1, [3, 6, 8, 1]),
      from: Int32Array.of(-1, 1, -1, -1),
      to: Int32Array.of(-1, -1, 1, -1),
      pairOf: new Int32Array(4).fill(-1),
      ordered: true,
    };
    const directions = measureClasses(clouds, kernels, "shared").map(({ anchors }) => anchors);
    expect(directions[0]).toEqual([{ from: 0, to: 1, letters: 2 }]); // 3 and 1: between 0 and 1, to the later
    expect(directions[2]).toEqual([
      { from: 1, to: 2, letters: 1 }, // 6, from 1 known: the nearest other class is 2
      { from: 2, to: 1, letters: 1 }, // 8, to 1 known: from the nearest other class
    ]);
    const unordered = measureClasses({ ...clouds, ordered: false }, kernels, "shared")[0]!.anchors;
    expect(unordered).toEqual([
      { from: 0, to: 1, letters: 1 }, // 3 is nearest to class 1
      { from: 1, to: 0, letters: 1 }, // 1 is nearest to class 0
    ]);
  });

  it("refuses evidence it cannot be built from, with the reason", () => {
    const clouds = madeUpClasses(1, [5, 5, 5]);
    const method = recastClasses();
    const none = {
      ...clouds,
      letters: matrix(0, 3, []),
      from: new Int32Array(0),
      to: new Int32Array(0),
      pairOf: new Int32Array(0),
    };
    expect(() => method.fit(none, kernels)).toThrow(/the evidence has none/);
    expect(() => method.fit({ ...clouds, classes: clouds.classes.slice(0, 1) }, kernels)).toThrow(/2 to 255 classes/);
    const empty = [clouds.classes[0]!, matrix(0, 3, []), clouds.classes[2]!];
    expect(() => method.fit({ ...clouds, classes: empty }, kernels)).toThrow(/class 1 has none/);
    expect(() =>
      method.fit({ ...clouds, classes: [matrix(1, 2, [1, 2]), ...clouds.classes.slice(1)] }, kernels),
    ).toThrow(/same encoder/);
    expect(() => method.fit({ ...clouds, to: clouds.from }, kernels)).toThrow(/two different classes/);
    expect(() => method.fit({ ...clouds, to: clouds.to.slice(1) }, kernels)).toThrow(/two different classes/);
    expect(() => recastClasses({ mixing: "other" as never })).toThrow(/shared, summed/);
  });
});
