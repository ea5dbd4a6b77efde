import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { type Matrix, matrix, stackRows } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { mixingWeights } from "../../src/prototypes/mixing-weights.js";
import { prototypeMmd } from "../../src/surrogate/prototype-mmd.js";
import { prototypeMean, prototypeMedoid } from "../../src/surrogate/prototype-rule.js";
import { recast, recastFixedRatio, recastNoLetters } from "../../src/surrogate/recast.js";
import { squaredMmd } from "../../src/transport/mmd.js";
import { cloud, madeUpClouds } from "../checks/made-up-clouds.js";

const clouds = madeUpClouds(4);
const people = cloud(40, 4, 0, 1, seededRandom(1, "people"));
const kernels = referenceKernels;

function close(actual: Float64Array, expected: ArrayLike<number>, digits = 9): void {
  actual.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, digits);
  });
}

describe("recast-fixed-ratio", () => {
  it("is recast with λ = 1/3 in both classes", () => {
    const fixed = recastFixedRatio().fit(clouds, kernels);
    expect(fixed.lambda).toEqual([1 / 3, 1 / 3]);
    close(
      fixed.margins(people),
      recast({ lambda: 1 / 3 })
        .fit(clouds, kernels)
        .margins(people),
    );
    expect(fixed.margins(people)).not.toEqual(recast().fit(clouds, kernels).margins(people));
  });

  it("takes another ratio, and refuses one below 0", () => {
    expect(recastFixedRatio({ ratio: 1 }).fit(clouds, kernels).lambda).toEqual([0.5, 0.5]);
    expect(() => recastFixedRatio({ ratio: -1 })).toThrow("ratio must be a finite number >= 0, got -1");
  });
});

describe("recast-no-letters", () => {
  it("is recast with λ = 0", () => {
    const without = recastNoLetters().fit(clouds, kernels);
    expect(without.lambda).toEqual([0, 0]);
    close(without.margins(people), recast({ lambda: 0 }).fit(clouds, kernels).margins(people));
  });
});

describe("prototype-mean and prototype-medoid", () => {
  it("compare distances to the class means, letters among the accepted", () => {
    const mean = (x: Matrix) =>
      [0, 1, 2, 3].map((j) => x.values.filter((_, at) => at % 4 === j).reduce((a, b) => a + b) / x.rows);
    const means = [mean(clouds.rejected), mean(stackRows(clouds.accepted, clouds.counterfactual))];
    const expected = Array.from({ length: people.rows }, (_, i) => {
      const [d0 = 0, d1 = 0] = means.map((point) => Math.hypot(...point.map((m, j) => m - people.values[4 * i + j]!)));
      return d0 - d1;
    });
    close(prototypeMean().fit(clouds, kernels).margins(people), expected);
  });

  it("take the row nearest to all others of its class", () => {
    const small = {
      rejected: matrix(3, 1, [0, 1, 50]), // medoid 1, mean 17
      accepted: matrix(2, 1, [20, 21]),
      counterfactual: matrix(1, 1, [22]),
      pairOf: Int32Array.of(0),
    };
    expect(prototypeMedoid().fit(small, kernels).toJSON()).toEqual({ points: [[1], [21]] });
    expect(prototypeMean().fit(small, kernels).toJSON()).toEqual({ points: [[17], [21]] });
  });

  it("refuse saved points of different lengths", () => {
    expect(() => prototypeMean().revive({ points: [[1], [1, 2]] }, kernels)).toThrow("surrogate.points[1]");
  });
});

describe("prototype-mmd", () => {
  const bandwidth = 0.8;
  const saved = prototypeMmd({ bandwidth }).fit(clouds, kernels).toJSON() as {
    points: number[];
    weights: [number[], number[]];
  };
  const points = matrix(78, 4, saved.points);
  const weights = saved.weights.map((list) => Float64Array.from(list)) as [Float64Array, Float64Array];
  const distance = (measure: Float64Array, to: Matrix) =>
    squaredMmd(points, to, kernels, { bandwidth, xWeights: measure });

  it("mixes by the MMD of the letters to both classes", () => {
    const squared = [clouds.rejected, clouds.accepted].map((own) =>
      squaredMmd(clouds.counterfactual, own, kernels, { bandwidth }),
    );
    const lambda = mixingWeights(squared[0]!, squared[1]!);
    weights.forEach((list, c) => {
      expect(list.subarray(54).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(lambda[c]!, 9);
      expect(list.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    });
  });

  it("minimises the mixed objective: no nearby measure does better", () => {
    const random = seededRandom(2, "nearby");
    ([clouds.rejected, clouds.accepted] as const).forEach((own, c) => {
      const share = weights[c]!.subarray(54).reduce((sum, weight) => sum + weight, 0);
      const objective = (measure: Float64Array) =>
        (1 - share) * distance(measure, own) + share * distance(measure, clouds.counterfactual);
      const least = objective(weights[c]!);
      for (let k = 0; k < 20; k++) {
        const noisy = weights[c]!.map((weight) => weight + 0.02 * random.uniform());
        const total = noisy.reduce((sum, weight) => sum + weight, 0);
        expect(objective(noisy.map((weight) => weight / total))).toBeGreaterThan(least);
      }
    });
  });

  it("decides by the smaller MMD of a person to the prototypes", () => {
    const margins = prototypeMmd({ bandwidth }).fit(clouds, kernels).margins(people);
    const expected = Array.from({ length: people.rows }, (_, i) => {
      const person = matrix(1, 4, people.values.slice(4 * i, 4 * i + 4));
      const [d0 = 0, d1 = 0] = weights.map((measure) => Math.sqrt(distance(measure, person)));
      return d0 - d1;
    });
    close(margins, expected, 7);
  });

  it("takes the median distance between different rows as its bandwidth", () => {
    const line = {
      rejected: matrix(2, 1, [0, 0]),
      accepted: matrix(1, 1, [10]),
      counterfactual: matrix(1, 1, [7]),
      pairOf: Int32Array.of(0),
    };
    expect(prototypeMmd().fit(line, kernels).toJSON()).toMatchObject({ bandwidth: 7 }); // 3, 7, 7, 10, 10
    const same = matrix(1, 1, [1]);
    expect(() =>
      prototypeMmd().fit({ rejected: same, accepted: same, counterfactual: same, pairOf: Int32Array.of(0) }, kernels),
    ).toThrow(expect.objectContaining({ code: "NOT_SEPARATED" }));
    expect(() => prototypeMmd({ bandwidth: 0 })).toThrow("bandwidth must be a finite number > 0, got 0");
  });
});
