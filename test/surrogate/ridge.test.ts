import { describe, expect, it } from "vitest";
import { logistic } from "../../src/classifiers/logistic.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { matrix, stackRows } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { ridge, ridgeLetters } from "../../src/surrogate/ridge.js";
import { cloud, madeUpClouds } from "../checks/made-up-clouds.js";

describe("ridge", () => {
  it("is logistic regression on the observations", () => {
    const clouds = madeUpClouds(4);
    const people = cloud(50, 4, 0, 1, seededRandom(1, "people"));
    const rows = stackRows(clouds.rejected, clouds.accepted);
    const labels = Array.from({ length: rows.rows }, (_, i) => (i < clouds.rejected.rows ? 0 : 1));
    const expected = logistic({ strength: 2 }).fit(rows, labels).logits(people);
    ridge({ strength: 2 })
      .fit(clouds, referenceKernels)
      .margins(people)
      .forEach((margin, i) => {
        expect(margin).toBeCloseTo(expected[i]!, 9);
      });
  });
});

describe("ridge-letters", () => {
  it("does not grow generous with the number of letters", () => {
    const clouds = madeUpClouds(4);
    const many = {
      ...clouds,
      counterfactual: stackRows(...Array.from({ length: 20 }, () => clouds.counterfactual)),
      pairOf: new Int32Array(20 * 24).fill(-1),
    };
    // The free intercept of the second step makes expected and observed acceptances equal: Σ p = number accepted.
    for (const given of [clouds, many]) {
      const surrogate = ridgeLetters().fit(given, referenceKernels);
      const expected = surrogate
        .scores(stackRows(clouds.rejected, clouds.accepted))
        .reduce((sum, score) => sum + score, 0);
      expect(expected).toBeCloseTo(clouds.accepted.rows, 9);
    }
  });

  it("turns towards the letters where observations leave the direction open", () => {
    // Both columns tell the classes apart equally well; letters move people along the first alone.
    const clouds = {
      rejected: matrix(2, 2, [-1, -1, -0.5, -0.5]),
      accepted: matrix(2, 2, [1, 1, 0.5, 0.5]),
      counterfactual: matrix(2, 2, [0.6, -1, 0.6, -0.5]),
      pairOf: Int32Array.of(0, 1),
    };
    const weights = (method: { coefficients: number[] }) => method.coefficients;
    const without = JSON.parse(JSON.stringify(ridge().fit(clouds, referenceKernels)));
    const withLetters = JSON.parse(JSON.stringify(ridgeLetters().fit(clouds, referenceKernels)));
    expect(weights(without)[0]).toBeCloseTo(weights(without)[1]!, 9);
    expect(weights(withLetters)[0]!).toBeGreaterThan(2 * Math.abs(weights(withLetters)[1]!));
  });

  it("refuses a weight that would leave the letters out", () => {
    expect(() => ridgeLetters({ letterWeight: 0 })).toThrow("letterWeight must be a finite number > 0, got 0");
  });
});
