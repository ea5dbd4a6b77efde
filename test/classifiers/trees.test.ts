import { describe, expect, it } from "vitest";
import { boosting, forest, tree } from "../../src/classifiers/trees.js";
import { matrix, selectRows } from "../../src/math/matrix.js";
import { seededRandom, shuffled } from "../../src/math/random.js";
import { softplus } from "../../src/math/special.js";
import { madeUpRows } from "../checks/classifier-checks.js";

describe("tree", () => {
  it("solves XOR with two questions, though the first gains nothing", () => {
    const fitted = tree({ depth: 2 }).fit(matrix(4, 2, [0, 0, 0, 1, 1, 0, 1, 1]), [0, 1, 1, 0]);
    expect(fitted.nodes.feature).toEqual(Int32Array.of(0, 1, -1, -1, 1, -1, -1)); // the tie goes to the first column
    expect(fitted.nodes.threshold).toEqual(Float64Array.of(0.5, 0.5, 0, 0, 0.5, 0, 0));
    expect(fitted.nodes.left).toEqual(Int32Array.of(1, 2, -1, -1, 5, -1, -1));
    expect(fitted.nodes.right).toEqual(Int32Array.of(4, 3, -1, -1, 6, -1, -1));
    expect(fitted.nodes.value).toEqual(Float64Array.of(0.5, 0.5, 0, 1, 0.5, 1, 0));
  });

  it("splits where the Gini impurity falls the most, halfway between neighbours", () => {
    // labels 0 0 1 0 1 1 over 1 2 4 5 8 9: cutting after 2 leaves 2·0 + 4·(3/8), after 5 leaves 4·(3/8) + 2·0: a tie, the lower wins
    const x = matrix(6, 1, [1, 2, 4, 5, 8, 9]);
    expect(tree({ depth: 1 }).fit(x, [0, 0, 1, 0, 1, 1]).nodes).toEqual({
      feature: Int32Array.of(0, -1, -1),
      threshold: Float64Array.of(3, 0, 0),
      left: Int32Array.of(1, -1, -1),
      right: Int32Array.of(2, -1, -1),
      value: Float64Array.of(0.5, 0, 0.75),
    });
    // a weight on the last row breaks the tie the other way
    const weights = Float64Array.of(1, 1, 1, 1, 1, 3);
    const { nodes } = tree({ depth: 1 }).fit(x, [0, 0, 1, 0, 1, 1], weights);
    expect(nodes.threshold[0]).toBe(6.5);
    expect(nodes.value).toEqual(Float64Array.of(5 / 8, 0.25, 1));
  });

  it("sends a row at the threshold to the left", () => {
    const fitted = tree().fit(matrix(2, 1, [1, 2]), [0, 1]);
    expect(fitted.probabilities(matrix(3, 1, [1.5, 1.5000000000000002, -9]))).toEqual(Float64Array.of(0, 1, 0));
  });

  it("keeps neighbouring doubles apart", () => {
    const fitted = tree().fit(matrix(2, 1, [1, 1 + Number.EPSILON]), [0, 1]);
    expect(fitted.probabilities(matrix(2, 1, [1, 1 + Number.EPSILON]))).toEqual(Float64Array.of(0, 1));
  });

  it("leaves at least the rows asked for in every leaf, and no more questions than the depth", () => {
    const { x, labels } = madeUpRows(200);
    for (const [depth, leaf] of [
      [3, 1],
      [null, 10],
      [6, 20],
    ] as const) {
      const { nodes } = tree({ depth, leaf }).fit(x, labels);
      const rows = new Float64Array(nodes.feature.length);
      for (let i = 0; i < 200; i++) {
        let node = 0;
        let questions = 0;
        while (nodes.feature[node]! >= 0) {
          const goesLeft = x.values[i * 6 + nodes.feature[node]!]! <= nodes.threshold[node]!;
          node = goesLeft ? nodes.left[node]! : nodes.right[node]!;
          questions++;
        }
        expect(questions).toBeLessThanOrEqual(depth ?? 200);
        rows[node]!++;
      }
      nodes.feature.forEach((feature, node) => {
        if (feature < 0) expect(rows[node]).toBeGreaterThanOrEqual(leaf);
      });
    }
    expect(tree({ leaf: 101 }).fit(x, labels).nodes.feature).toHaveLength(1);
  });

  it("separates rows without contradictions completely, in a node of few rows as in one of many", () => {
    const random = seededRandom(3, "rows");
    const x = matrix(
      600,
      3,
      Float64Array.from({ length: 1800 }, () => random.normal()),
    );
    const labels = Uint8Array.from({ length: 600 }, () => random.integer(2));
    expect(tree().fit(x, labels).probabilities(x)).toEqual(Float64Array.from(labels));
  });

  it("finds the split that trying all of them finds", () => {
    const { x, labels } = madeUpRows(60, 4);
    const random = seededRandom(4, "weights");
    const weights = Float64Array.from({ length: 60 }, () => 0.5 + random.uniform());
    const { nodes } = tree({ depth: 1 }).fit(x, labels, weights);
    const impurity = (j: number, threshold: number) => {
      const sides = [0, 0, 0, 0]; // weight of class 0 and 1 on the left, then on the right
      for (let i = 0; i < 60; i++) sides[(x.values[i * 6 + j]! <= threshold ? 0 : 2) + labels[i]!]! += weights[i]!;
      const [a = 0, b = 0, c = 0, d = 0] = sides;
      return (a + b > 0 ? (2 * a * b) / (a + b) : 0) + (c + d > 0 ? (2 * c * d) / (c + d) : 0);
    };
    const all: number[] = [];
    for (let j = 0; j < 6; j++) for (let i = 0; i < 60; i++) all.push(impurity(j, x.values[i * 6 + j]!));
    expect(impurity(nodes.feature[0]!, nodes.threshold[0]!)).toBeCloseTo(Math.min(...all), 12);
  });

  it("does not depend on the order of the rows", () => {
    const { x, labels } = madeUpRows(200);
    const order = shuffled(
      Array.from({ length: 200 }, (_, i) => i),
      seededRandom(1, "order"),
    );
    const moved = tree().fit(
      selectRows(x, order),
      order.map((i) => labels[i]!),
    );
    expect(moved.toJSON()).toEqual(tree().fit(x, labels).toJSON());
  });

  it("looks at other columns with another seed when it looks at a share of them", () => {
    const { x, labels } = madeUpRows(200);
    const text = (seed: number, features: number) => JSON.stringify(tree({ depth: 3, features, seed }).fit(x, labels));
    expect(new Set([1, 2, 3, 4].map((seed) => text(seed, 0.3))).size).toBeGreaterThan(1);
    expect(text(1, 1)).toBe(text(2, 1));
  });

  it("finds the only column that can split, however few it looks at", () => {
    const x = matrix(4, 5, [7, 7, 7, 0, 7, 7, 7, 7, 0, 7, 7, 7, 7, 1, 7, 7, 7, 7, 1, 7]);
    for (let seed = 0; seed < 10; seed++) {
      expect(tree({ features: 0.2, seed }).fit(x, [0, 0, 1, 1]).nodes.feature[0]).toBe(3);
    }
  });

  it("names limits it cannot keep", () => {
    expect(() => tree({ depth: 0 })).toThrow("depth must be a whole number >= 1, got 0");
    expect(() => tree({ leaf: 0 })).toThrow("leaf must be a whole number >= 1, got 0");
    expect(() => tree({ features: 1.5 })).toThrow("features must be a number from 0 to 1, got 1.5");
  });
});

describe("forest", () => {
  const { x, labels } = madeUpRows(200);

  it("averages the shares of its trees", () => {
    const fitted = forest({ trees: 7, depth: 3 }).fit(x, labels);
    const sums = new Float64Array(200);
    for (const nodes of fitted.trees) {
      for (let i = 0; i < 200; i++) {
        let node = 0;
        while (nodes.feature[node]! >= 0) {
          const goesLeft = x.values[i * 6 + nodes.feature[node]!]! <= nodes.threshold[node]!;
          node = goesLeft ? nodes.left[node]! : nodes.right[node]!;
        }
        sums[i]! += nodes.value[node]!;
      }
    }
    expect(fitted.probabilities(x)).toEqual(sums.map((sum) => sum / 7));
  });

  it("is unanimous where all trees agree", () => {
    const fitted = forest({ trees: 25 }).fit(
      matrix(
        40,
        1,
        Float64Array.from({ length: 40 }, (_, i) => i),
      ),
      [...new Uint8Array(20), ...new Uint8Array(20).fill(1)],
    );
    expect(fitted.probabilities(matrix(2, 1, [0, 39]))).toEqual(Float64Array.of(0, 1));
  });

  it("grows trees that differ, from rows drawn with replacement", () => {
    const { trees } = forest({ trees: 10, features: 1 }).fit(x, labels);
    expect(new Set(trees.map((nodes) => nodes.threshold.join())).size).toBe(10);
    const shares = trees.map((nodes) => nodes.value[0]! * 200);
    for (const share of shares) expect(Math.abs(share - Math.round(share))).toBeLessThan(1e-9); // 200 draws each
  });

  it("adds trees without changing the first ones", () => {
    const few = forest({ trees: 3, seed: 5 }).fit(x, labels);
    const more = forest({ trees: 6, seed: 5 }).fit(x, labels);
    expect(more.trees.slice(0, 3)).toEqual(few.trees);
  });
});

describe("boosting", () => {
  const { x, labels } = madeUpRows(200);
  const loss = (logits: Float64Array) => logits.reduce((sum, f, i) => sum + softplus(labels[i] ? -f : f), 0);

  it("starts from the log-odds of the classes", () => {
    const fitted = boosting({ trees: 1, rate: 1e-300 }).fit(matrix(4, 1, [0, 1, 2, 3]), [0, 1, 1, 1]);
    expect(fitted.logits(matrix(1, 1, [0]))[0]).toBeCloseTo(Math.log(3), 14);
  });

  it("takes the Newton step of each leaf", () => {
    // two leaves, each pure; p = ½ at the start: residuals ∓½, curvature ¼, steps ∓2
    const fitted = boosting({ trees: 1, depth: 1, rate: 0.5 }).fit(matrix(4, 1, [0, 1, 2, 3]), [0, 0, 1, 1]);
    expect(fitted.logits(matrix(2, 1, [0, 3]))).toEqual(Float64Array.of(-1, 1));
    // a leaf with three rows of class 1 and one of class 0 among 3 : 3
    const mixed = boosting({ trees: 1, depth: 1, rate: 1, leaf: 2 }).fit(
      matrix(6, 1, [0, 0, 1, 1, 1, 1]),
      [0, 0, 0, 1, 1, 1],
    );
    expect(mixed.logits(matrix(2, 1, [0, 1]))).toEqual(Float64Array.of(-2, 1)); // (3·½ − ½) / (4·¼)
  });

  it("lowers the training loss with every tree", () => {
    const fitted = boosting({ trees: 60, rate: 0.3 }).fit(x, labels);
    const sums = new Float64Array(200).fill(fitted.start);
    let before = loss(sums);
    for (let count = 1; count <= 60; count++) {
      const after = loss(boosting({ trees: count, rate: 0.3 }).fit(x, labels).logits(x));
      expect(after).toBeLessThan(before);
      before = after;
    }
    expect(before).toBeLessThan(0.1 * loss(sums));
  });

  it("grows each tree on a share of the rows and columns, by the seed", () => {
    const text = (options: object) => JSON.stringify(boosting({ trees: 5, ...options }).fit(x, labels));
    const texts = [
      {},
      { subsample: 0.5 },
      { subsample: 0.5, seed: 1 },
      { features: 0.3 },
      { features: 0.3, seed: 1 },
    ].map(text);
    expect(new Set(texts).size).toBe(5);
    expect(text({ seed: 1 })).toBe(text({}));
  });

  it("stays finite when the classes are parted long before the last tree", () => {
    const fitted = boosting({ trees: 300, rate: 1 }).fit(matrix(4, 1, [0, 1, 2, 3]), [0, 0, 1, 1]);
    expect(fitted.logits(matrix(2, 1, [0, 3])).every(Number.isFinite)).toBe(true);
    expect(JSON.stringify(fitted)).not.toContain("null");
  });

  it("names shares it cannot draw", () => {
    expect(() => boosting({ subsample: 0 })).toThrow("subsample must be a finite number > 0, got 0");
    expect(() => boosting({ subsample: 1.1 })).toThrow("subsample must be a number from 0 to 1, got 1.1");
    expect(() => boosting({ rate: -1 })).toThrow("rate must be a finite number > 0, got -1");
  });
});
