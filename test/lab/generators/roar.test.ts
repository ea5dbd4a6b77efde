import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { mccf } from "../../../src/lab/generators/least-change.js";
import { letterQuality } from "../../../src/lab/generators/letter-quality.js";
import { letterSpace } from "../../../src/lab/generators/letter-space.js";
import { type RoarOptions, roar } from "../../../src/lab/generators/roar.js";
import { meanOf, noisySlopes, type Slope, worstOf } from "../../../src/lab/generators/slopes.js";
import type { TrainedTarget } from "../../../src/lab/targets/target.js";
import { type Matrix, matrix } from "../../../src/math/matrix.js";
import { seededRandom } from "../../../src/math/random.js";
import { sigmoid } from "../../../src/math/special.js";
import { blackBox, madeUpTarget, requestTo } from "../../checks/generator-checks.js";
import { madeUpPopulation } from "../../checks/made-up-population.js";

const { table, immutable } = madeUpPopulation();
const lr = madeUpTarget("lr");
const mlp = madeUpTarget("mlp");

function quality(options: RoarOptions, target = lr) {
  const request = requestTo(target, table, immutable);
  return letterQuality(request, roar(options).generate(request, referenceKernels));
}

describe("roar", () => {
  it("asks for more than the least change, and the more the stronger the noise", () => {
    const request = requestTo(lr, table, immutable);
    const plain = letterQuality(request, mccf().generate(request, referenceKernels));
    const weak = quality({ noise: 0.02 });
    const strong = quality({ noise: 0.1 });
    expect(plain.overshoot).toBeLessThan(1e-6);
    expect(weak.overshoot).toBeGreaterThan(0.005);
    expect(strong.overshoot).toBeGreaterThan(2 * weak.overshoot!);
    expect(strong.distance).toBeGreaterThan(weak.distance!);
  });

  it("asks for less when the mean of the copies decides than when the worst does", () => {
    expect(quality({ aggregate: "mean" }).overshoot).toBeLessThan(quality({ aggregate: "worst" }).overshoot!);
  });

  it.each([lr, mlp])("is accepted by copies shaken in the same way, $name", (target) => {
    const request = requestTo(target, table, immutable);
    const { rows, found } = roar().generate(request, referenceKernels);
    const copies = noisySlopes((target as TrainedTarget).classifier, 10, 0.1, seededRandom(request.seed, "roar"))!;
    const x = (target as TrainedTarget).encoder.encode(rows);
    for (const copy of copies) {
      for (const [i, value] of copy.values(x).entries()) if (found[i] === 1) expect(value).toBeGreaterThanOrEqual(0);
    }
    expect(found.includes(1)).toBe(true);
  });

  it("demands a margin of a black box", () => {
    const request = requestTo(blackBox(lr), table, immutable);
    const { rows, found } = roar({ margin: 0.2 }).generate(request, referenceKernels);
    for (const [i, score] of lr.score(rows).entries()) if (found[i] === 1) expect(score).toBeGreaterThanOrEqual(0.7);
    expect(found.includes(1)).toBe(true);
  });

  it("refuses options that mean nothing", () => {
    expect(() => roar({ aggregate: "best" as "mean" })).toThrow("aggregate must be one of worst, mean, got best");
    expect(() => roar({ noise: 0 })).toThrow("noise must be a finite number > 0, got 0");
  });
});

describe("slopes of shaken targets", () => {
  const space = letterSpace(requestTo(mlp, table, immutable, 6));
  const x = space.encode(space.people);
  const slopes = noisySlopes((mlp as TrainedTarget).classifier, 5, 0.2, seededRandom(1, "shake"))!;

  it("are the least and the mean of the copies", () => {
    const each = slopes.map((slope) => slope.values(x));
    const worst = worstOf(slopes).values(x);
    const mean = meanOf(slopes).values(x);
    for (let i = 0; i < x.rows; i++) {
      expect(worst[i]).toBe(Math.min(...each.map((values) => values[i]!)));
      expect(sigmoid(mean[i]!)).toBeCloseTo(each.reduce((sum, values) => sum + sigmoid(values[i]!), 0) / 5, 12);
    }
  });

  it.each([
    ["worst", worstOf],
    ["mean", meanOf],
  ])("have the derivatives of finite differences, %s", (_, join) => {
    const slope = join(slopes);
    const gradients = slope.gradients(x);
    for (const j of [0, 1, x.columns - 1]) {
      const differences = centralDifferences(slope, x, j);
      for (let i = 0; i < x.rows; i++) expect(gradients.values[i * x.columns + j]).toBeCloseTo(differences[i]!, 6);
    }
  });

  it("are not to be had of a tree", () => {
    const { classifier } = madeUpTarget("dt") as TrainedTarget;
    expect(noisySlopes(classifier, 3, 0.1, seededRandom(1))).toBeNull();
  });
});

function centralDifferences(slope: Slope, x: Matrix, j: number): Float64Array {
  const h = 1e-7;
  const at = (step: number) => {
    const values = x.values.map((value, k) => (k % x.columns === j ? value + step : value));
    return slope.values(matrix(x.rows, x.columns, values));
  };
  const above = at(h);
  const below = at(-h);
  return above.map((value, i) => (value - below[i]!) / (2 * h));
}
