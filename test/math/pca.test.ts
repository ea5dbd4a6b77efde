import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { symmetricEigenPairs } from "../../src/math/full-eigen.js";
import { type Matrix, matrix, row, selectRows } from "../../src/math/matrix.js";
import { fitPca, projectPca } from "../../src/math/pca.js";
import { seededRandom, shuffled } from "../../src/math/random.js";

/** Numbers of a formula in whole steps, so that another program has the same ones. */
function sample(n: number, d: number): Matrix {
  const values = Array.from({ length: n * d }, (_, at) => {
    const [i, j] = [Math.floor(at / d), at % d];
    return ((i * i * 7 + j * 13 + i * j * 5) % 97) / 16 + (i % 5) * (j % 3);
  });
  return matrix(n, d, values);
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).reduce((sum, v, k) => sum + v * b[k]!, 0);

function expectNear(found: ArrayLike<number>, wanted: readonly number[], digits = 11): void {
  expect(found.length).toBe(wanted.length);
  wanted.forEach((value, k) => {
    expect(found[k]).toBeCloseTo(value, digits);
  });
}

describe("eigenvalues of a symmetric matrix", () => {
  it("has those of the chain of springs in closed form: 2 − 2cos(kπ/(n+1))", () => {
    const n = 40;
    const chain = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      chain[i * n + i] = 2;
      if (i > 0) chain[i * n + i - 1] = chain[(i - 1) * n + i] = -1;
    }
    const wanted = Array.from({ length: n }, (_, k) => 2 - 2 * Math.cos(((n - k) * Math.PI) / (n + 1)));
    expectNear(symmetricEigenPairs(chain, n).values, wanted, 12);
  });

  it("gives back the matrix, from vectors at right angles, also with equal eigenvalues", () => {
    const whole = fc.integer({ min: -3, max: 3 });
    const square = fc
      .integer({ min: 1, max: 9 })
      .chain((n) => fc.tuple(fc.constant(n), fc.array(whole, { minLength: n * n, maxLength: n * n })));
    fc.assert(
      fc.property(square, ([n, entries]) => {
        const a = Float64Array.from(entries, (_, at) => {
          const [i, j] = [Math.floor(at / n), at % n];
          return entries[i * n + j]! + entries[j * n + i]!;
        });
        const { values, vectors } = symmetricEigenPairs(a, n);
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            expect(dot(vectors[i]!, vectors[j]!)).toBeCloseTo(i === j ? 1 : 0, 11);
            const rebuilt = Array.from(values).reduce(
              (sum, value, k) => sum + value * vectors[k]![i]! * vectors[k]![j]!,
              0,
            );
            expect(rebuilt).toBeCloseTo(a[i * n + j]!, 10);
          }
        }
        expect(Array.from(values)).toEqual(Array.from(values).toSorted((p, q) => q - p));
      }),
      { numRuns: 60 },
    );
  });
});

describe("principal components", () => {
  // sklearn.decomposition.PCA(k, svd_solver="full") of scikit-learn 1.9.1
  it("agrees with scikit-learn with more rows than columns", () => {
    const x = sample(12, 4);
    const pca = fitPca(x, 3);
    expectNear(pca.variances, [16.23918364245729, 5.224167857315326, 3.223969640841349]);
    expectNear(
      row(pca.components, 0),
      [-0.0015613412691460392, 0.4962774492584447, 0.8116632730180403, -0.30807302187081453],
    );
    expectNear(
      row(pca.components, 2),
      [-0.16037108489587762, 0.8155958956786541, -0.543465208180338, -0.11717515768692179],
    );
    expectNear(row(projectPca(pca, x), 1), [-2.3453774522566007, -1.5256622487540663, -0.06920578360706564]);
  });

  it("agrees with scikit-learn with fewer rows than columns, and stops where the rows vary no more", () => {
    const x = sample(5, 8);
    const pca = fitPca(x, 50);
    expectNear(pca.variances, [45.10295058605367, 9.62095426360962, 5.468374970415087, 1.8745170549215955]);
    expectNear(
      row(pca.components, 3),
      [
        -0.04870861178367498, -0.05352536949984942, -0.5964224542188641, 0.3328210794272839, 0.32800432171110877,
        0.630729962911976, 0.10930592185337969, 0.10448916413720508,
      ],
    );
    expectNear(
      row(projectPca(pca, x), 0),
      [-7.393636803766992, -2.6593276591070634, 0.3062349669225579, 1.5219909199874748],
    );
  });

  it("finds the axes of an ellipse: the longer one first, pointing up", () => {
    const x = matrix(4, 2, [3, 3, -3, -3, 1, -1, -1, 1]);
    const pca = fitPca(x, 2);
    expectNear(pca.variances, [12, 4 / 3]);
    expectNear(pca.components.values, [Math.SQRT1_2, Math.SQRT1_2, Math.SQRT1_2, -Math.SQRT1_2]);
    expectNear(pca.mean, [0, 0]);
  });

  it("does not depend on the order of the rows, to the last bit", () => {
    const x = sample(30, 7);
    const order = shuffled([...Array(30).keys()], seededRandom(1, "order"));
    expect(fitPca(selectRows(x, order), 5)).toEqual(fitPca(x, 5));
  });

  it("has no direction where all rows are equal, or where there is none", () => {
    expect(fitPca(matrix(3, 2, [1, 2, 1, 2, 1, 2]), 2).components.rows).toBe(0);
    expect(fitPca(matrix(0, 2, []), 2).components).toEqual(matrix(0, 2, []));
    expect(fitPca(matrix(1, 2, [1, 2]), 2).mean).toEqual(Float64Array.of(1, 2));
  });

  it("refuses rows of another width", () => {
    expect(() => projectPca(fitPca(sample(6, 3), 2), sample(2, 4))).toThrow("4");
  });
});
