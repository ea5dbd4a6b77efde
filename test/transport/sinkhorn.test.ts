import { describe, expect, it } from "vitest";
import { matrix } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { sinkhornDivergence } from "../../src/transport/sinkhorn.js";
import { rowsToMatrix, vectors, weightsOf } from "../fixtures/vectors.js";
import { kernelSets } from "../kernels/kernel-sets.js";

describe.each(kernelSets)("sinkhornDivergence with $name kernels", ({ kernels, value, gradient }) => {
  for (const entry of vectors.cases) {
    const x = rowsToMatrix(entry.X);
    const y = rowsToMatrix(entry.Y);
    const weights = { xWeights: weightsOf(entry.a), yWeights: weightsOf(entry.b) };
    it.each(entry.results)(`agrees with GeomLoss on ${entry.name} at blur $blur`, (expected) => {
      const result = sinkhornDivergence(x, y, kernels, { blur: expected.blur, ...weights });
      // equal clouds have the value 0: there the scale is the squared diameter
      const scale = Math.abs(expected.S) > 1e-9 ? Math.abs(expected.S) : expected.diameter ** 2;
      expect(Math.abs(result.value - expected.S) / scale).toBeLessThanOrEqual(value);
      expectClose(result.gradient.values, expected.gradX.flat(), gradient, expected.diameter / x.rows);
      if (expected.gradY !== null) {
        expectClose(result.yGradient.values, expected.gradY.flat(), gradient, expected.diameter / y.rows);
      }
    });
  }

  it("returns 0 and no gradient when all points coincide", () => {
    const point = matrix(3, 2, [1, 2, 1, 2, 1, 2]);
    const result = sinkhornDivergence(point, matrix(1, 2, [1, 2]), kernels);
    expect(result.value).toBe(0);
    expect([...result.gradient.values]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each([1e-100, 1e-19, 1e19, 1e31, 1e100])("scales: points and blur times %s give S times its square", (factor) => {
    const random = seededRandom(4, "scales");
    const cloudOf = (n: number) => Float64Array.from({ length: 2 * n }, () => random.normal());
    const [x, y] = [cloudOf(5), cloudOf(7)];
    const times = (values: Float64Array, by: number) =>
      matrix(
        values.length / 2,
        2,
        values.map((v) => v * by),
      );
    const plain = sinkhornDivergence(times(x, 1), times(y, 1), kernels, { blur: 0.3 });
    const scaled = sinkhornDivergence(times(x, factor), times(y, factor), kernels, { blur: 0.3 * factor });
    expect(Math.abs(scaled.value / factor / factor / plain.value - 1)).toBeLessThanOrEqual(Math.max(value, 1e-9));
  });

  it("tends to half the squared distance of the means as blur grows, and to ½·W₂² as it falls, for any blur", () => {
    const x = matrix(2, 1, [0, 1]);
    const y = matrix(2, 1, [3, 6]);
    const at = (blur: number) => sinkhornDivergence(x, y, kernels, { blur }).value;
    for (const blur of [1e5, 1e20, 1e33, 1e160]) expect(Math.abs(at(blur) - 8)).toBeLessThan(0.5);
    for (const blur of [1e-7, 1e-20, 1e-160]) expect(Math.abs(at(blur) - 8.5)).toBeLessThan(0.05);
  });

  it("does not change its inputs", () => {
    const x = matrix(2, 1, [0, 1]);
    const y = matrix(2, 1, [2, 3]);
    sinkhornDivergence(x, y, kernels, { xWeights: Float64Array.of(0.25, 0.75) });
    expect([...x.values, ...y.values]).toEqual([0, 1, 2, 3]);
  });

  it("names the option and the value it refuses", () => {
    const x = matrix(1, 1, [0]);
    expect(() => sinkhornDivergence(x, x, kernels, { blur: 0 })).toThrow("blur must be a finite number > 0, got 0");
    expect(() => sinkhornDivergence(x, x, kernels, { lambda: 1 } as never)).toThrow("has no option 'lambda'");
    expect(() => sinkhornDivergence(x, matrix(1, 2, [0, 0]), kernels)).toThrow("1 columns, the other 2");
    expect(() => sinkhornDivergence(x, x, kernels, { xWeights: Float64Array.of(2) })).toThrow("equal sums");
    expect(() => sinkhornDivergence(x, x, kernels, { xWeights: Float64Array.of(-1) })).toThrow("xWeights[0]");
    expect(() => sinkhornDivergence(x, matrix(0, 1, []), kernels)).toThrow("y has no rows");
  });
});

/** Within `tolerance` of the expected vector's norm; a vector of zeros is judged against `floor`. */
function expectClose(actual: Float64Array, expected: number[], tolerance: number, floor: number): void {
  const norm = Math.hypot(...expected);
  const error = Math.hypot(...expected.map((value, k) => value - actual[k]!));
  expect(error).toBeLessThanOrEqual(tolerance * (norm > 1e-6 * floor ? norm : floor));
}
