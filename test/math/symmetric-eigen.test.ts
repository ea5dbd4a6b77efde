import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/math/random.js";
import { leadingEigenPairs } from "../../src/math/symmetric-eigen.js";

/** A symmetric matrix with known eigenvalues: Σ valueₖ·vₖvₖᵀ over directions made orthonormal. */
function knownMatrix(values: readonly number[], d: number, seed: number) {
  const random = seededRandom(seed, "eigen");
  const vectors: number[][] = [];
  while (vectors.length < values.length) {
    const vector = Array.from({ length: d }, () => random.normal());
    for (const other of [...vectors, ...vectors]) {
      const along = vector.reduce((sum, value, k) => sum + value * other[k]!, 0);
      other.forEach((value, k) => {
        vector[k]! -= along * value;
      });
    }
    const length = Math.hypot(...vector);
    vectors.push(vector.map((value) => value / length));
  }
  const matrix = new Float64Array(d * d);
  vectors.forEach((vector, k) => {
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) matrix[i * d + j]! += values[k]! * vector[i]! * vector[j]!;
  });
  return { matrix, vectors };
}

describe("leadingEigenPairs(matrix, d, count)", () => {
  it.each([
    { d: 2, values: [3, 1] },
    { d: 6, values: [5, 4, 1, 0.5, 0.2, 0.1] },
    { d: 40, values: [7, 5, 3, 2, 1, 0.5, 0.25] },
    { d: 120, values: Array.from({ length: 120 }, (_, k) => 10 / (k + 1)) },
  ])("recovers known values and directions in $d dimensions", ({ d, values }) => {
    const { matrix, vectors } = knownMatrix(values, d, 1);
    const found = leadingEigenPairs(matrix, d, 2);
    for (const k of [0, 1]) {
      expect(found.values[k]).toBeCloseTo(values[k]!, 9);
      const along = found.vectors[k]!.reduce((sum, value, c) => sum + value * vectors[k]![c]!, 0);
      expect(Math.abs(along)).toBeCloseTo(1, 9);
    }
  });

  it("makes the largest entry of every vector positive", () => {
    const { vectors } = leadingEigenPairs(Float64Array.of(2, -1.9, -1.9, 2), 2, 2);
    expect(vectors[0]![0]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(vectors[0]![1]).toBeCloseTo(-Math.SQRT1_2, 12);
    expect(vectors[1]![0]).toBeGreaterThan(0);
  });

  it("has one direction in one dimension, and copes with nothing but zeros", () => {
    expect(leadingEigenPairs(Float64Array.of(4), 1, 2).values).toEqual(Float64Array.of(4));
    expect([...leadingEigenPairs(new Float64Array(400), 20, 2).values]).toEqual([0, 0]);
  });
});
