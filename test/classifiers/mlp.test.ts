import { describe, expect, it } from "vitest";
import { mlp } from "../../src/classifiers/mlp.js";
import { matrix, zeros } from "../../src/math/matrix.js";
import { madeUpRows } from "../checks/classifier-checks.js";

describe("mlp", () => {
  const { x, labels } = madeUpRows(200);

  it("differentiates its log-odds", () => {
    const fitted = mlp({ hidden: [6], epochs: 100, batchSize: null, learningRate: 0.05 }).fit(x, labels);
    const gradients = fitted.gradients(x);
    expect(gradients).toMatchObject({ rows: 200, columns: 6 });
    const step = 1e-6;
    const moved = (by: number) =>
      fitted.logits({ ...x, values: x.values.map((value, k) => (k % 6 === 1 ? value + by : value)) });
    const up = moved(step);
    const down = moved(-step);
    for (let i = 0; i < 200; i++) {
      expect(Math.abs((up[i]! - down[i]!) / (2 * step) - gradients.values[i * 6 + 1]!)).toBeLessThan(1e-6);
    }
    expect(() => fitted.gradients(zeros(1, 5))).toThrow("mlp was trained on 6 columns, got rows of 5");
  });

  it("learns what no straight line parts", () => {
    const corners = matrix(4, 2, [-1, -1, -1, 1, 1, -1, 1, 1]);
    const options = { hidden: [16], epochs: 1000, batchSize: null, learningRate: 0.05, weightDecay: 0, seed: 1 };
    const chances = mlp(options).fit(corners, [0, 1, 1, 0]).probabilities(corners);
    [0, 1, 1, 0].forEach((label, i) => {
      expect(chances[i]).toBeCloseTo(label, 2);
    });
  });

  it("is a logistic regression without hidden layers: the slope of its loss is 0 where Newton's method ends", () => {
    const flat = mlp({ hidden: [], epochs: 3000, batchSize: null, learningRate: 0.05, weightDecay: 0 }).fit(x, labels);
    const residuals = flat.probabilities(x).map((p, i) => p - labels[i]!);
    for (let j = 0; j < 6; j++) {
      expect(Math.abs(residuals.reduce((sum, r, i) => sum + r * x.values[i * 6 + j]!, 0) / 200)).toBeLessThan(1e-4);
    }
  });

  it("reports whether early stopping ended it", () => {
    const options = { batchSize: 20, validation: 0.25, patience: 3, learningRate: 0.05 };
    expect(mlp({ ...options, epochs: 1 }).fit(x, labels)).toMatchObject({ converged: false, iterations: 1 });
    const fitted = mlp({ ...options, epochs: 1000 }).fit(x, labels);
    expect(fitted.converged).toBe(true);
    expect(fitted.iterations).toBeLessThan(1000);
  });

  it("names what it refuses", () => {
    expect(() => mlp({ hidden: [20, 0] })).toThrow("hidden must be a whole number >= 1, got 0");
    expect(() => mlp({ dropout: 1 })).toThrow("dropout must be a number from 0 to 0.99, got 1");
    expect(() => mlp({ batchSize: 0 })).toThrow("batchSize must be a whole number >= 1, got 0");
    expect(() => mlp({ validation: -0.1 })).toThrow("validation must be a number from 0 to 0.9, got -0.1");
    expect(() => mlp({ weightDecay: Number.NaN })).toThrow("weightDecay must be a finite number >= 0, got NaN");
  });
});
