import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { matrix, row } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import type { Prototype } from "../../src/prototypes/prototype.js";
import { prototypeRule, ruleMargins } from "../../src/surrogate/prototype-rule.js";
import { recast, recastCalibrated } from "../../src/surrogate/recast.js";
import { geodesic } from "../../src/transport/interpolate.js";
import { cloud, madeUpClouds } from "../checks/made-up-clouds.js";
import { kernelSets } from "../kernels/kernel-sets.js";

/** W₂(δₓ, Q) as the definition has it: the root of Σ wₖ‖x − qₖ‖². */
function plainDistance(x: Float64Array, { points, weights }: Prototype): number {
  let sum = 0;
  for (let k = 0; k < points.rows; k++) {
    const q = row(points, k);
    sum += weights[k]! * x.reduce((squared, value, j) => squared + (value - q[j]!) ** 2, 0);
  }
  return Math.sqrt(sum);
}

describe("recast", () => {
  const clouds = madeUpClouds(3, 40, 25, 6);
  const people = cloud(10_000, 6, 0, 1.5, seededRandom(4, "people"));

  const solvers = kernelSets.flatMap((set) => (["exact", "sinkhorn"] as const).map((solver) => ({ ...set, solver })));
  it.each(solvers)("O(d) margins equal the sum over support points ($solver, $name kernels)", ({ solver, kernels }) => {
    const surrogate = recast({ solver, points: 12, epochs: 5 }).fit(clouds, kernels);
    const [q0, q1] = surrogate.fit!.prototypes;
    const margins = surrogate.margins(people);
    for (let i = 0; i < 500; i++) {
      const x = row(people, i);
      expect(Math.abs(margins[i]! - (plainDistance(x, q0) - plainDistance(x, q1)))).toBeLessThan(1e-12);
    }
  });

  it("keeps its prototypes in the file, from which the geodesic between them is the same", () => {
    const method = recast();
    const fitted = method.fit(clouds, referenceKernels);
    const data = JSON.parse(JSON.stringify(fitted.toJSON()));
    const revived = method.revive(data, referenceKernels);
    const middle = (surrogate: typeof fitted) => {
      const [from, to] = surrogate.prototypes!;
      return geodesic(from, to, referenceKernels).at(0.5);
    };
    expect(middle(revived)).toEqual(middle(fitted));
    const { prototypes, ...earlier } = data; // a file of the first format
    expect(method.revive(earlier, referenceKernels).prototypes).toBeNull();
    const short = [{ ...prototypes[0], weights: [1] }, prototypes[1]];
    expect(() => method.revive({ ...data, prototypes: short }, referenceKernels)).toThrow("surrogate.prototypes[0]");
    const closed = recast({ solver: "closed-form" }).fit(clouds, referenceKernels);
    expect(closed.toJSON()).not.toHaveProperty("prototypes");
  });

  it("leaves prototypes of more than 50,000 coordinates out of the file", () => {
    const wide = madeUpClouds(3, 60, 40, 900);
    const fitted = recast().fit(wide, referenceKernels);
    expect(fitted.prototypes?.[0].points.values.length).toBeGreaterThan(50_000);
    expect(fitted.toJSON()).not.toHaveProperty("prototypes");
  });

  it.each(kernelSets)("closed-form decides as exact does on 10,000 rows ($name kernels)", ({ kernels }) => {
    const exact = recast({ solver: "exact" }).fit(clouds, kernels).margins(people);
    const closed = recast({ solver: "closed-form" }).fit(clouds, kernels).margins(people);
    expect(closed.map((margin) => (margin >= 0 ? 1 : 0))).toEqual(exact.map((margin) => (margin >= 0 ? 1 : 0)));
    exact.forEach((margin, i) => {
      expect(Math.abs(closed[i]! - margin)).toBeLessThan(1e-12);
    });
  });

  it("accepts a tie, and a row at two prototypes that are one point", () => {
    const left = { points: matrix(1, 1, [-1]), weights: Float64Array.of(1), mean: Float64Array.of(-1), variance: 0 };
    const right = { ...left, points: matrix(1, 1, [1]), mean: Float64Array.of(1) };
    expect(ruleMargins(prototypeRule([left, right]), matrix(3, 1, [0, -2, 0.5]), referenceKernels)).toEqual(
      Float64Array.of(0, -2, 1),
    );
    expect(ruleMargins(prototypeRule([left, left]), matrix(1, 1, [-1]), referenceKernels)).toEqual(Float64Array.of(0));
  });

  it("passes its options on: fixed λ gives the class means at λ = 0", () => {
    const { rule, lambda } = recast({ lambda: 0 }).fit(clouds, referenceKernels);
    const mean = (j: number) =>
      Array.from({ length: 40 }, (_, i) => row(clouds.rejected, i)[j]!).reduce((sum, value) => sum + value, 0) / 40;
    expect(lambda).toEqual([0, 0]);
    for (let j = 0; j < 6; j++) expect(rule.means[0][j]).toBeCloseTo(mean(j), 12);
  });

  it("names the option and the value it refuses", () => {
    expect(() => recast({ solver: "adam" as never })).toThrow("solver must be one of exact, sinkhorn, closed-form");
    expect(() => recast({ points: 0 })).toThrow("points must be a whole number >= 1, got 0");
    expect(() => recastCalibrated({ folds: 1 })).toThrow("folds must be a whole number >= 2, got 1");
  });
});

describe("recast-calibrated", () => {
  it("has recast's direction, and recast's margins but for the offset", () => {
    const clouds = madeUpClouds(6);
    const people = cloud(200, 4, 0, 1, seededRandom(5, "people"));
    const plain = recast().fit(clouds, referenceKernels);
    const calibrated = recastCalibrated().fit(clouds, referenceKernels);
    expect(calibrated.rule).toEqual({ ...plain.rule, offset: calibrated.rule.offset });
    expect(calibrated.rule.offset).not.toBe(0);
    const saved = JSON.parse(JSON.stringify(calibrated));
    const withoutOffset = recastCalibrated().revive({ ...saved, offset: 0 }, referenceKernels);
    expect(withoutOffset.margins(people)).toEqual(plain.margins(people));
  });

  it("undoes the pull of the total variances that recast suffers from", () => {
    const random = seededRandom(8, "two-spreads"); // one useful column, nine of noise that is wide for the rejected only
    const build = (rows: number, centre: number, spread: number) => {
      const x = cloud(rows, 10, 0, spread, random);
      for (let i = 0; i < rows; i++) x.values[i * 10] = centre + 0.3 * random.normal();
      return x;
    };
    const clouds = {
      rejected: build(60, -1, 1.5),
      accepted: build(60, 1, 0.2),
      counterfactual: build(60, 0.3, 1.5),
      pairOf: Int32Array.from({ length: 60 }, (_, i) => i),
    };
    const errors = (method: typeof recast | typeof recastCalibrated) => {
      const surrogate = method().fit(clouds, referenceKernels);
      const wrong0 = surrogate.margins(clouds.rejected).filter((margin) => margin >= 0).length;
      const wrong1 = surrogate.margins(clouds.accepted).filter((margin) => margin < 0).length;
      return wrong0 + wrong1;
    };
    expect(errors(recastCalibrated)).toBeLessThan(0.1 * 120);
    expect(errors(recast)).toBeGreaterThan(0.3 * 120);
  });

  it("deals other folds with another seed, and says what it needs at least", () => {
    const clouds = madeUpClouds(6);
    const offset = (seed: number) => recastCalibrated({ seed }).fit(clouds, referenceKernels).rule.offset;
    expect(new Set([0, 1, 2, 3, 4].map(offset)).size).toBeGreaterThan(1);
    const tiny = madeUpClouds(1, 1, 5);
    expect(() => recastCalibrated().fit(tiny, referenceKernels)).toThrow("got 1, 5 and 1; use recast, or collect more");
  });

  it("counts letters in the offset only when asked, which then moves towards the rejected", () => {
    const clouds = madeUpClouds(6, 40, 40);
    const offset = (offsetFromLetters: boolean) =>
      recastCalibrated({ offsetFromLetters }).fit(clouds, referenceKernels).rule.offset;
    expect(offset(true)).toBeGreaterThan(offset(false)); // a higher offset accepts more
  });

  it("works when every letter belongs to one person", () => {
    const clouds = { ...madeUpClouds(2), pairOf: new Int32Array(24) };
    expect(Number.isFinite(recastCalibrated().fit(clouds, referenceKernels).rule.offset)).toBe(true);
  });
});
