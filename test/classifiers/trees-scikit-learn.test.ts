import { describe, expect, it } from "vitest";
import { boosting, tree } from "../../src/classifiers/trees.js";
import { matrix } from "../../src/math/matrix.js";

// Results of scikit-learn 1.9.1 on the same rows in Python: X[i, j] = ((i*i*31*(j+1) + i*7919 + j*104729) % 1009) / 1009,
// y[i] = X[i, 0] + 2*X[i, 1]*X[i, 2] + ((i*37) % 11)/22 > 1.2, w[i] = 1 + (i % 3)/2, for i < 120, j < 4. No two splits of
// a node tie there, so nothing depends on scikit-learn's random_state. It keeps thresholds in single precision.
const x = matrix(
  120,
  4,
  Array.from({ length: 480 }, (_, k) => {
    const i = Math.floor(k / 4);
    const j = k % 4;
    return ((i * i * 31 * (j + 1) + i * 7919 + j * 104729) % 1009) / 1009;
  }),
);
const y = Uint8Array.from({ length: 120 }, (_, i) => {
  const [a = 0, b = 0, c = 0] = x.values.subarray(4 * i, 4 * i + 3);
  return a + 2 * b * c + ((i * 37) % 11) / 22 > 1.2 ? 1 : 0;
});
const w = Float64Array.from({ length: 120 }, (_, i) => 1 + (i % 3) / 2);

function expectNear(actual: ArrayLike<number>, expected: readonly number[], digits: number): void {
  expect(actual.length).toBeGreaterThanOrEqual(expected.length);
  expected.forEach((value, k) => {
    expect(actual[k]).toBeCloseTo(value, digits);
  });
}

describe("agreement with scikit-learn", () => {
  it("DecisionTreeClassifier(max_depth=4, min_samples_leaf=5), weighted: the same nodes", () => {
    const { nodes } = tree({ depth: 4, leaf: 5 }).fit(x, y, w);
    expect(Array.from(nodes.feature)).toEqual([2, 0, 1, 3, -1, -1, -1, -1, 1, -1, 1, 0, -1, -1, 0, -1, -1]);
    expectNear(
      nodes.threshold,
      [
        0.43805748224258423, 0.8771060407161713, 0.8513379395008087, 0.0921704676002264, 0, 0, 0, 0,
        0.14618434011936188, 0, 0.5237859189510345, 0.7111001014709473, 0, 0, 0.09811694920063019, 0, 0,
      ],
      6,
    );
    expectNear(
      nodes.value,
      [
        0.39444444444444443, 0.1317365269461078, 0.06535947712418301, 0.02962962962962963, 0.25, 0, 0.3333333333333333,
        0.8571428571428571, 0.6217616580310881, 0, 0.7843137254901961, 0.5098039215686274, 0.13793103448275862, 1,
        0.9215686274509803, 0.6363636363636364, 1,
      ],
      12,
    );
  });

  it("GradientBoostingClassifier(n_estimators=20, learning_rate=0.2): the same log-odds, with weights and without", () => {
    const classifier = boosting({ trees: 20, depth: 3, rate: 0.2 });
    expectNear(
      classifier.fit(x, y).logits(x),
      [
        -2.557275336783609, 3.348005886217888, 3.348005886217888, 3.573564234838939, 2.519343277892454,
        -3.5369475850820318, -3.7302415127676696, -3.2463317100368863, 1.2594320021560705, -2.3082576362159677,
        -3.6724791188246866, -3.5369475850820318,
      ],
      10,
    );
    expectNear(
      classifier.fit(x, y, w).logits(x),
      [
        -2.9384031722977486, 3.6470076848138175, 3.6470076848138175, 3.8389732195994433, 2.8768249082999837,
        -3.615560689281184, -4.081913158861797, -3.300038753231418, 1.4646366056062043, -2.59724632703087,
        -3.412199945526553, -3.615560689281184,
      ],
      10,
    );
  });
});
