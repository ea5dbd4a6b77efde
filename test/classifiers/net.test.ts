import { describe, expect, it } from "vitest";
import { mlp, type NetTraining, netGradients, netLogits, trainNet } from "../../src/classifiers/net.js";
import { rowLoss } from "../../src/kernels/kernels.js";
import { matrix, zeros } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { madeUpRows } from "../checks/classifier-checks.js";
import { netLoss, type UnweightedRows } from "../checks/net-loss.js";

const training: NetTraining = {
  hidden: [5, 4],
  epochs: 30,
  batchSize: null,
  learningRate: 0.02,
  weightDecay: 1e-3,
  dropout: 0,
  validation: 0,
  patience: 5,
  seed: 1,
};

function train(rows: UnweightedRows, options: NetTraining) {
  return trainNet({ weights: new Float64Array(rows.x.rows).fill(1), ...rows }, options);
}

describe("the net", () => {
  it("computes relu(x·W₁ + b₁)·w₂ + b₂", () => {
    const net = { inputs: 2, hidden: [2], parameters: Float64Array.of(1, -1, 2, 3, 0.5, -1, 10, 100, 7) };
    // first unit x₀ + 2x₁ + 0.5, second −x₀ + 3x₁ − 1
    const x = matrix(3, 2, [1, 1, 0, 0, -3, 0]);
    expect(netLogits(net, x)).toEqual(Float64Array.of(10 * 3.5 + 100 + 7, 5 + 7, 200 + 7));
    expect(netGradients(net, x).values).toEqual(Float64Array.of(10 - 100, 20 + 300, 10, 20, -100, 300));
  });

  it("asks nothing of a row on the right side of ½, and the cross-entropy beyond ln 2 on the wrong side", () => {
    // one input, no hidden layer: f = x
    const net = { inputs: 1, hidden: [], parameters: Float64Array.of(1, 0) };
    const loss = (value: number, kind: number) => netLoss(net, { x: matrix(1, 1, [value]), losses: [kind] }).loss;
    expect(loss(2, rowLoss.one)).toBeCloseTo(Math.log1p(Math.exp(-2)), 14);
    expect(loss(2, rowLoss.zero)).toBeCloseTo(Math.log1p(Math.exp(2)), 14);
    expect(loss(2, rowLoss.atLeastHalf)).toBe(0);
    expect(loss(-2, rowLoss.atLeastHalf)).toBeCloseTo(Math.log1p(Math.exp(2)) - Math.LN2, 14);
    expect(loss(-2, rowLoss.atMostHalf)).toBe(0);
    expect(loss(2, rowLoss.atMostHalf)).toBeCloseTo(Math.log1p(Math.exp(2)) - Math.LN2, 14);
  });

  it("has the slopes that finite differences show, for all four losses and any weights", () => {
    const random = seededRandom(5, "rows");
    const { x } = madeUpRows(40);
    const losses = Uint8Array.from({ length: 40 }, (_, i) => i % 4);
    const weights = Float64Array.from({ length: 40 }, () => random.uniform() * 2);
    const { net } = train({ x, losses, weights }, training);
    const { gradient } = netLoss(net, { x, losses, weights });
    const at = (k: number, step: number) => {
      const parameters = net.parameters.slice();
      parameters[k]! += step;
      return netLoss({ ...net, parameters }, { x, losses, weights }).loss;
    };
    const step = 1e-6;
    let largest = 0;
    gradient.forEach((slope, k) => {
      expect(Math.abs((at(k, step) - at(k, -step)) / (2 * step) - slope)).toBeLessThan(1e-7);
      largest = Math.max(largest, Math.abs(slope));
    });
    expect(largest).toBeGreaterThan(1e-3);
  });

  it("has the input slopes that finite differences show", () => {
    const { x, labels } = madeUpRows(40);
    const { net } = train({ x, losses: labels }, training);
    const gradients = netGradients(net, x);
    const step = 1e-6;
    for (let j = 0; j < x.columns; j++) {
      const moved = (by: number) => {
        const values = x.values.slice();
        for (let i = 0; i < x.rows; i++) values[i * x.columns + j]! += by;
        return netLogits(net, { ...x, values });
      };
      const up = moved(step);
      const down = moved(-step);
      for (let i = 0; i < x.rows; i++) {
        expect(Math.abs((up[i]! - down[i]!) / (2 * step) - gradients.values[i * x.columns + j]!)).toBeLessThan(1e-6);
      }
    }
  });

  it("moves by the learning rate against the slope in its first step", () => {
    const x = matrix(1, 1, [2]);
    const { net } = train({ x, losses: [1] }, { ...training, hidden: [], epochs: 1, weightDecay: 0 });
    const { net: start } = train({ x, losses: [1] }, { ...training, hidden: [], epochs: 1, learningRate: 1e-300 });
    expect(net.parameters[0]! - start.parameters[0]!).toBeCloseTo(0.02, 8);
    expect(net.parameters[1]! - start.parameters[1]!).toBeCloseTo(0.02, 8);
  });
});

describe("trainNet", () => {
  const { x, labels } = madeUpRows(300);
  const rows = { x, losses: labels };

  it("lowers the loss, by full batches and by small ones", () => {
    const before = netLoss(train(rows, { ...training, learningRate: 1e-300 }).net, rows).loss;
    expect(netLoss(train(rows, { ...training, epochs: 300 }).net, rows).loss).toBeLessThan(0.5 * before);
    expect(netLoss(train(rows, { ...training, batchSize: 16 }).net, rows).loss).toBeLessThan(0.5 * before);
  });

  it("keeps rows within their bounds without pulling them further", () => {
    const bounded = train({ x, losses: labels.map((label) => label + 2) }, { ...training, epochs: 400 });
    const labelled = train(rows, { ...training, epochs: 400 });
    const size = (net: Parameters<typeof netLogits>[0]) =>
      netLogits(net, x).reduce((sum, logit) => sum + Math.abs(logit), 0);
    expect(netLoss(labelled.net, rows).loss).toBeLessThan(0.2);
    // kinds 2 and 3 ask class 0 for at least ½ and class 1 for at most ½
    const satisfied = netLogits(bounded.net, x).filter((logit, i) => logit < 0 === (labels[i] === 1)).length;
    expect(satisfied).toBeGreaterThan(270);
    expect(size(bounded.net)).toBeLessThan(0.5 * size(labelled.net));
  });

  it("changes with the seed, the dropout, the decay and the batch size", () => {
    const text = (change: Partial<NetTraining>) => train(rows, { ...training, ...change }).net.parameters.join();
    const texts = [{}, { seed: 2 }, { dropout: 0.2 }, { weightDecay: 0.1 }, { batchSize: 32 }, { validation: 0.2 }].map(
      text,
    );
    expect(new Set(texts).size).toBe(6);
  });

  it("shrinks the parameters by the decay", () => {
    const norm = (weightDecay: number) =>
      train(rows, { ...training, epochs: 300, weightDecay }).net.parameters.reduce((sum, value) => sum + value ** 2, 0);
    expect(norm(0.1)).toBeLessThan(0.5 * norm(0));
  });

  it("stops when the validation loss rises, and keeps the best epoch", () => {
    const random = seededRandom(1, "noise");
    const noise = Uint8Array.from({ length: 300 }, () => random.integer(2));
    const options = { ...training, hidden: [30], learningRate: 0.05, validation: 0.3, patience: 5, epochs: 500 };
    const stopped = train({ x, losses: noise }, options);
    expect(stopped.converged).toBe(true);
    expect(stopped.epochs).toBeLessThan(500);
    const best = train({ x, losses: noise }, { ...options, epochs: stopped.epochs - 5 });
    expect(best.net.parameters).toEqual(stopped.net.parameters);
    expect(best).toMatchObject({ converged: false, epochs: stopped.epochs - 5 });
  });

  it("ignores rows of weight 0 but for the number of rows in a batch", () => {
    const odd = Float64Array.from({ length: 300 }, (_, i) => (i % 2 ? 0 : 1));
    const flipped = labels.map((label, i) => (i % 2 ? 1 - label : label));
    const first = train({ x, losses: labels, weights: odd }, training);
    const second = train({ x, losses: flipped, weights: odd }, training);
    expect(second.net.parameters).toEqual(first.net.parameters);
  });

  it("takes rows of zeros alone", () => {
    const { net } = train({ x: zeros(4, 3), losses: [1, 1, 1, 0] }, { ...training, epochs: 500, weightDecay: 0 });
    netLogits(net, zeros(1, 3)).forEach((logit) => {
      expect(logit).toBeCloseTo(Math.log(3), 3);
    });
  });
});

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
