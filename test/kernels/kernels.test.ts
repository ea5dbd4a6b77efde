import { describe, expect, it } from "vitest";
import { loadKernels } from "../../src/kernels/load.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { type Matrix, matrix, zeros } from "../../src/math/matrix.js";
import { type Random, seededRandom } from "../../src/math/random.js";
import { kernelSets } from "./kernel-sets.js";

const SHAPES = [
  [1, 1, 1],
  [3, 5, 2],
  [4, 8, 3],
  [9, 7, 17],
  [33, 20, 104],
] as const;

describe.each(kernelSets)("$name kernels", ({ kernels, value: precision }) => {
  it.each(SHAPES)(
    "squaredDistances of %i × %i points in %i dimensions is the sum of squared differences",
    (n, m, d) => {
      const random = seededRandom(n + m + d);
      const x = cloud(n, d, random);
      const y = cloud(m, d, random);
      const squared = kernels.squaredDistances(x, y);
      expect([squared.rows, squared.columns]).toEqual([n, m]);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < m; j++) {
          let sum = 0;
          for (let k = 0; k < d; k++) sum += (x.values[i * d + k]! - y.values[j * d + k]!) ** 2;
          expect(Math.abs(squared.values[i * m + j]! - sum)).toBeLessThanOrEqual(1e-15 * d * Math.max(1, sum));
        }
      }
    },
  );

  it("squaredDistances gives a pair the same bits wherever it stands", () => {
    const random = seededRandom(5);
    const x = cloud(1, 9, random);
    const y = cloud(7, 9, random);
    const all = kernels.squaredDistances(x, y);
    for (let j = 0; j < 7; j++) {
      const alone = kernels.squaredDistances(x, { rows: 1, columns: 9, values: y.values.slice(j * 9, (j + 1) * 9) });
      expect(alone.values[0]).toBe(all.values[j]);
    }
  });

  it.each([1, 2, 7, 104])("weightedSums in %i dimensions is the product plus bias, over many blocks of rows", (d) => {
    const random = seededRandom(d);
    const x = cloud(1000, d, random);
    const weights = cloud(3, d, random);
    const bias = Float64Array.of(1, -2, 0.5);
    const sums = kernels.weightedSums(x, weights, bias);
    for (const i of [0, 1, 77, 78, 79, 500, 999]) {
      for (let o = 0; o < 3; o++) {
        let sum = bias[o]!;
        for (let k = 0; k < d; k++) sum += x.values[i * d + k]! * weights.values[o * d + k]!;
        expect(Math.abs(sums.values[i * 3 + o]! - sum)).toBeLessThanOrEqual(1e-13);
      }
    }
  });

  it.each([1, 3, 4, 104])("prototypeMargins in %i dimensions is D₀ − D₁, plus the offset over D₀ + D₁", (d) => {
    const random = seededRandom(d, "margins");
    const x = cloud(500, d, random);
    const means = cloud(2, d, random);
    const margins = kernels.prototypeMargins(x, means, [1.5, 0.25], 0);
    const shifted = kernels.prototypeMargins(x, means, [1.5, 0.25], -2);
    for (const i of [0, 1, 77, 78, 79, 499]) {
      const squared = [1.5, 0.25].map((variance, c) => {
        let sum = variance;
        for (let k = 0; k < d; k++) sum += (x.values[i * d + k]! - means.values[c * d + k]!) ** 2;
        return sum;
      });
      const [d0, d1] = squared.map(Math.sqrt) as [number, number];
      expect(Math.abs(margins[i]! - (d0 - d1))).toBeLessThanOrEqual(1e-12);
      expect(Math.abs(shifted[i]! - (d0 - d1 - 2 / (d0 + d1)))).toBeLessThanOrEqual(1e-12);
    }
  });

  it("prototypeMargins of a point that is both prototypes is the offset", () => {
    const x = matrix(1, 2, [3, 4]);
    expect([...kernels.prototypeMargins(x, matrix(2, 2, [3, 4, 3, 4]), [0, 0], -0.5)]).toEqual([-0.5]);
  });

  it("weightedSums and squaredDistances take no rows", () => {
    expect(kernels.weightedSums(zeros(0, 2), zeros(1, 2), new Float64Array(1)).values.length).toBe(0);
    expect(kernels.squaredDistances(zeros(0, 2), zeros(3, 2)).values.length).toBe(0);
  });

  it("softmin is −ε·log Σ exp(h − C/ε): closed forms", () => {
    const cost = matrix(2, 2, [0, 0, 1, 3]);
    const half = Float64Array.of(-Math.LN2, -Math.LN2); // two equal halves
    const result = kernels.softmin(cost, half, 0.5);
    expect(Math.abs(result[0]!)).toBeLessThanOrEqual(precision);
    const expected = -0.5 * Math.log(0.5 * Math.exp(-2) + 0.5 * Math.exp(-6));
    expect(Math.abs(result[1]! - expected)).toBeLessThanOrEqual(precision);
  });

  it("softmin tends to the minimum as ε falls, and neither overflows nor underflows", () => {
    const cost = matrix(1, 3, [700, 500, 900]);
    const none = new Float64Array(3);
    for (const epsilon of [1, 1e-3, 1e-6]) {
      expect(Math.abs(kernels.softmin(cost, none, epsilon)[0]! - 500)).toBeLessThanOrEqual(500 * precision);
    }
  });

  it("assignment matches a permuted identity", () => {
    const n = 9;
    const cost = zeros(n, n);
    cost.values.fill(5);
    for (let i = 0; i < n; i++) cost.values[i * n + ((i * 4) % n)] = 1;
    expect([...kernels.assignment(cost)]).toEqual(Array.from({ length: n }, (_, i) => (i * 4) % n));
    expect([...kernels.assignment(matrix(1, 1, [3]))]).toEqual([0]);
  });

  it("assignment of equal costs is still a permutation", () => {
    const n = 12;
    const columns = [...kernels.assignment(zeros(n, n))].sort((a, b) => a - b);
    expect(columns).toEqual(Array.from({ length: n }, (_, i) => i));
  });

  it("trainNet follows the slope of its loss: a first step of Adam moves every parameter by the rate against it", () => {
    const problem = netProblem(1);
    const rate = problem.learningRate;
    const { parameters, losses } = kernels.trainNet(problem);
    const nudge = 1e-3;
    for (let k = 0; k < parameters.length; k++) {
      const lossAt = (shift: number) => {
        const initial = problem.initial.map((value, j) => (j === k ? value + shift : value));
        return referenceKernels.trainNet({ ...problem, initial }).losses[0]!;
      };
      const slope = (lossAt(nudge) - lossAt(-nudge)) / (2 * nudge) + problem.decay * problem.initial[k]!;
      if (Math.abs(slope) > 1e-3) {
        expect(Math.abs(parameters[k]! - (problem.initial[k]! - rate * Math.sign(slope)))).toBeLessThanOrEqual(1e-5);
      }
    }
    expect(Math.abs(losses[0]! - referenceKernels.trainNet(problem).losses[0]!)).toBeLessThanOrEqual(precision);
  });

  it("trainNet parts two classes and keeps clamped rows on their side", () => {
    const problem = netProblem(300);
    const { losses } = kernels.trainNet(problem);
    expect(losses.at(-1)!).toBeLessThan(0.15 * losses[0]!);
    // the path of training in single and in double precision stays together for a while
    const reference = referenceKernels.trainNet({ ...problem, steps: 20 }).losses;
    reference.forEach((loss, step) => {
      expect(Math.abs(losses[step]! - loss)).toBeLessThanOrEqual(1e-3 * losses[0]!);
    });
  });

  it("gives the same bits twice", () => {
    const random = seededRandom(8);
    const x = cloud(20, 6, random);
    const y = cloud(25, 6, random);
    const problem = {
      x,
      y,
      xWeights: new Float64Array(20).fill(1 / 20),
      yWeights: new Float64Array(25).fill(1 / 25),
      blur: 0.05,
      scaling: 0.5,
    };
    expect(kernels.sinkhorn(problem)).toEqual(kernels.sinkhorn(problem));
  });

  it("scaling 0.9 comes closer to exact transport than 0.5", () => {
    const random = seededRandom(9);
    const x = cloud(40, 10, random);
    const y = cloud(40, 10, random);
    const uniform = new Float64Array(40).fill(1 / 40);
    const value = (scaling: number) =>
      kernels.sinkhorn({ x, y, xWeights: uniform, yWeights: uniform, blur: 0.01, scaling }).value;
    const cost = kernels.squaredDistances(x, y);
    const columns = kernels.assignment(cost);
    const exact = columns.reduce((sum, j, i) => sum + cost.values[i * 40 + j]!, 0) / 80;
    expect(Math.abs(value(0.9) - exact)).toBeLessThan(Math.abs(value(0.5) - exact));
    expect(Math.abs(value(0.9) / exact - 1)).toBeLessThan(0.03);
  });
});

describe("loadKernels", () => {
  it("refuses what cannot fit before trying it", async () => {
    const kernels = await loadKernels();
    const wide = matrix(
      40_000,
      1,
      Float64Array.from({ length: 40_000 }, (_, i) => i),
    );
    const weights = new Float64Array(40_000).fill(1 / 40_000);
    const solve = () =>
      kernels.sinkhorn({ x: wide, y: wide, xWeights: weights, yWeights: weights, blur: 1, scaling: 0.5 });
    expect(solve).toThrow(/a Sinkhorn divergence needs about 1\d\.\d GB .* use fewer rows/);
    expect(() => kernels.squaredDistances(wide, wide)).toThrow(
      /a distance matrix needs about 11\.9 GB .* use fewer rows/,
    );
  });

  it("does not count the same distances twice: one row against 30,000", async () => {
    const many = { rows: 30_000, columns: 1, values: Float64Array.from({ length: 30_000 }, (_, i) => i) };
    const one = { rows: 1, columns: 1, values: Float64Array.of(2) };
    expect((await loadKernels()).squaredDistances(one, many).values[5]).toBe(9);
  });

  it("gives large memory back, and works on after it", async () => {
    const grown: number[] = [];
    const plain = WebAssembly.Instance;
    class Watched extends plain {
      constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
        super(module, imports);
        grown.push(0);
      }
    }
    WebAssembly.Instance = Watched as typeof WebAssembly.Instance;
    try {
      const kernels = await loadKernels();
      const small = matrix(2, 2, [0, 1, 1, 0]);
      kernels.assignment(small);
      expect(grown.length).toBe(1);
      const n = 3000; // 72 MB of costs
      const large = zeros(n, n);
      for (let i = 0; i < n; i++) large.values[i * n + i] = -1;
      kernels.assignment(large);
      expect(grown.length).toBe(2); // a fresh instance after the large call
      expect([...kernels.assignment(small)]).toEqual([0, 1]);
    } finally {
      WebAssembly.Instance = plain;
    }
  });

  it("turns a trap into KERNEL_FAILURE, and works on after it", async () => {
    const kernels = await loadKernels();
    const small = matrix(2, 2, [0, 1, 1, 0]);
    // a caller that breaks its promise: far fewer numbers than rows × columns
    const broken = { rows: 20_000, columns: 20_000, values: new Float64Array(4) };
    expect(() => kernels.assignment(broken)).toThrow(expect.objectContaining({ code: "KERNEL_FAILURE" }));
    expect([...kernels.assignment(small)]).toEqual([0, 1]);
  });

  it("agrees with the reference on problems of every shape and temperature range", async () => {
    const kernels = await loadKernels();
    const random = seededRandom(21);
    for (let trial = 0; trial < 40; trial++) {
      const n = 1 + random.integer(30);
      const m = 1 + random.integer(30);
      const d = 1 + random.integer(40);
      const x = cloud(n, d, random);
      const y = cloud(m, d, random);
      const problem = {
        x,
        y,
        xWeights: new Float64Array(n).fill(1 / n),
        yWeights: new Float64Array(m).fill(1 / m),
        blur: [0.02, 0.05, 0.3, 2, 20][trial % 5]!,
        scaling: [0.5, 0.7, 0.9][trial % 3]!,
      };
      const fast = kernels.sinkhorn(problem);
      const exact = referenceKernels.sinkhorn(problem);
      // a sum near one is known to 2⁻²⁴ in single precision, and its logarithm is multiplied by ε
      const resolution = 4 * 2 ** -24 * problem.blur ** 2;
      expect(Math.abs(fast.value - exact.value)).toBeLessThanOrEqual(1e-5 * Math.abs(exact.value) + resolution);
    }
  });
});

/** Two classes apart in 6 columns of which half are often zero, some rows clamped, a 5-3-1 net. */
function netProblem(steps: number) {
  const random = seededRandom(17, "net");
  const rows = 40;
  const kinds = Uint8Array.from({ length: rows }, (_, i) => (i < 30 ? i % 2 : 2 + (i % 2)));
  const values = Float64Array.from({ length: rows * 6 }, (_, k) => {
    const side = [-1, 1, 0.3, -0.3][kinds[Math.floor(k / 6)]!]!;
    return k % 6 >= 3 && random.integer(2) === 0 ? 0 : side + 0.3 * random.normal();
  });
  const sizes = [5, 3, 1];
  const count = 7 * 5 + 6 * 3 + 4;
  return {
    x: matrix(rows, 6, values),
    sizes,
    kinds,
    weights: Float64Array.from({ length: rows }, (_, i) => (1 + (i % 3)) / rows),
    initial: Float64Array.from({ length: count }, () => 0.5 * random.normal()),
    steps,
    learningRate: 0.02,
    decay: 1e-3,
  };
}

function cloud(n: number, d: number, random: Random): Matrix {
  return matrix(
    n,
    d,
    Float64Array.from({ length: n * d }, () => random.normal()),
  );
}
