import highsModule, { type Highs } from "highs";
import { munkres } from "munkres";
import { describe, expect, it } from "vitest";
import { type Matrix, matrix } from "../../src/math/matrix.js";
import { type Random, seededRandom } from "../../src/math/random.js";
import { type ExactTransportResult, exactTransport } from "../../src/transport/exact.js";
import { rowsToMatrix, vectors, weightsOf } from "../fixtures/vectors.js";
import { kernelSets } from "../kernels/kernel-sets.js";

// the package types its default export as CommonJS; at run time it is the function itself
const loadHighs = highsModule as unknown as () => Promise<Highs>;

describe.each(kernelSets)("exactTransport with $name kernels", ({ kernels }) => {
  it.each(vectors.cases)("agrees with POT on $name", (entry) => {
    const x = rowsToMatrix(entry.X);
    const y = rowsToMatrix(entry.Y);
    const xWeights = weightsOf(entry.a);
    const yWeights = weightsOf(entry.b);
    const result = exactTransport(x, y, kernels, { xWeights, yWeights });
    expect(Math.abs(result.squaredDistance - entry.W2sq)).toBeLessThanOrEqual(1e-9 * Math.max(1, entry.W2sq));
    checkPlan(x, y, xWeights ?? uniform(x.rows), yWeights ?? uniform(y.rows), result);
  });

  it("refuses by their sizes clouds whose distances do not fit, and says so", () => {
    const wide = { rows: 40_000, columns: 0, values: new Float64Array(0) };
    const wider = { ...wide, rows: 50_000 };
    const refusal = { code: "TOO_LARGE", message: expect.stringMatching(/40000 .* about 11\.9 GB .* use fewer rows$/) };
    expect(() => exactTransport(wide, wide, kernels)).toThrow(expect.objectContaining(refusal));
    expect(() => exactTransport(wide, wider, kernels)).toThrow("between 40000 and 50000 rows needs about 14.9 GB");
  });

  it("finds the optimum of munkres on 100 random matchings", () => {
    const random = seededRandom(1, "matchings");
    for (let trial = 0; trial < 100; trial++) {
      const n = 1 + random.integer(24);
      const d = 1 + random.integer(4);
      const coarse = trial % 3 === 0; // small whole numbers: many ties
      const x = cloud(n, d, random, coarse);
      const y = cloud(n, d, random, coarse);
      const result = exactTransport(x, y, kernels);
      const cost = kernels.squaredDistances(x, y);
      const rows = Array.from({ length: n }, (_, i) => Array.from(cost.values.subarray(i * n, (i + 1) * n)));
      const best = munkres(rows).reduce((sum, [i, j]) => sum + rows[i]![j]!, 0) / n;
      expect(Math.abs(result.squaredDistance - best)).toBeLessThanOrEqual(1e-12 * Math.max(1, best));
      checkPlan(x, y, uniform(n), uniform(n), result);
    }
  });

  it("finds the optimum of highs on 100 random weighted problems, zero weights among them", async () => {
    const highs = await loadHighs();
    const random = seededRandom(2, "weighted");
    for (let trial = 0; trial < 100; trial++) {
      const n = 1 + random.integer(12);
      const m = 1 + random.integer(12);
      const d = 1 + random.integer(3);
      const x = cloud(n, d, random, trial % 4 === 0);
      const y = cloud(m, d, random, trial % 4 === 0);
      const xWeights = randomWeights(n, random);
      const yWeights = randomWeights(m, random);
      const result = exactTransport(x, y, kernels, { xWeights, yWeights });
      const best = highs.solve(linearProgram(kernels.squaredDistances(x, y), xWeights, yWeights));
      expect(best.Status).toBe("Optimal");
      // highs stops within its own feasibility tolerance of 1e-7
      expect(Math.abs(result.squaredDistance - best.ObjectiveValue)).toBeLessThanOrEqual(
        1e-6 * Math.max(1, best.ObjectiveValue),
      );
      checkPlan(x, y, xWeights, yWeights, result);
    }
  });

  it("gives a sparse plan, at most n + m − 1 entries, from the network simplex", () => {
    if (kernels.name !== "wasm") return; // shortest paths may leave a plan that is optimal but not a tree
    const random = seededRandom(3, "sparse");
    const result = exactTransport(cloud(40, 2, random, true), cloud(31, 2, random, true), kernels);
    expect(result.plan.mass.length).toBeLessThanOrEqual(40 + 31 - 1);
  });

  it("refuses unequal masses and weights of the wrong length", () => {
    const x = matrix(2, 1, [0, 1]);
    const weights = Float64Array.of(1, 1);
    expect(() => exactTransport(x, x, kernels, { xWeights: weights })).toThrow("equal sums");
    expect(() => exactTransport(x, x, kernels, { xWeights: Float64Array.of(1) })).toThrow("1 entries for 2 rows");
  });
});

/** Both marginals are met, no mass is negative, and the plan costs what the result says. */
function checkPlan(x: Matrix, y: Matrix, a: Float64Array, b: Float64Array, result: ExactTransportResult): void {
  const { source, target, mass } = result.plan;
  const rows = new Float64Array(x.rows);
  const columns = new Float64Array(y.rows);
  let cost = 0;
  for (let k = 0; k < mass.length; k++) {
    expect(mass[k]).toBeGreaterThan(0);
    rows[source[k]!]! += mass[k]!;
    columns[target[k]!]! += mass[k]!;
    for (let c = 0; c < x.columns; c++) {
      cost += mass[k]! * (x.values[source[k]! * x.columns + c]! - y.values[target[k]! * x.columns + c]!) ** 2;
    }
  }
  for (let i = 0; i < x.rows; i++) expect(Math.abs(rows[i]! - a[i]!)).toBeLessThanOrEqual(1e-12);
  for (let j = 0; j < y.rows; j++) expect(Math.abs(columns[j]! - b[j]!)).toBeLessThanOrEqual(1e-12);
  expect(Math.abs(cost - result.squaredDistance)).toBeLessThanOrEqual(1e-9 * Math.max(1, cost));
}

function uniform(n: number): Float64Array {
  return new Float64Array(n).fill(1 / n);
}

function cloud(n: number, d: number, random: Random, coarse: boolean): Matrix {
  return matrix(
    n,
    d,
    Float64Array.from({ length: n * d }, () => (coarse ? random.integer(3) : random.normal())),
  );
}

/** About a quarter zeros, at least one positive, sum one. */
function randomWeights(n: number, random: Random): Float64Array {
  const weights = Float64Array.from({ length: n }, () => (random.integer(4) === 0 ? 0 : 0.1 + random.uniform()));
  if (weights.every((weight) => weight === 0)) weights[0] = 1;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The transport problem in CPLEX LP text. */
function linearProgram(cost: Matrix, a: Float64Array, b: Float64Array): string {
  const name = (i: number, j: number) => `p_${i}_${j}`;
  const columns = Array.from({ length: cost.columns }, (_, j) => j);
  const rows = Array.from({ length: cost.rows }, (_, i) => i);
  const objective = rows.flatMap((i) =>
    columns.map((j) => `${cost.values[i * cost.columns + j]!.toFixed(15)} ${name(i, j)}`),
  );
  const limits = [
    ...rows.map((i) => `${columns.map((j) => name(i, j)).join(" + ")} = ${a[i]!.toFixed(17)}`),
    // one balance follows from the others; leaving it out keeps rounding from making the problem infeasible
    ...columns.slice(1).map((j) => `${rows.map((i) => name(i, j)).join(" + ")} = ${b[j]!.toFixed(17)}`),
  ];
  return `Minimize\n obj: ${objective.join(" + ")}\nSubject To\n ${limits.join("\n ")}\nEnd\n`;
}
