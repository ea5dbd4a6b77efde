import { describe, expect, it } from "vitest";
import { logistic } from "../../src/classifiers/logistic.js";
import { matrix } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";

// The same lattice in Python: X[i, j] = ((i*i + 7*i*(j+1) + 5*j) % 17) / 8 - 1,
// y[i] = ((i*5) % 11) + 4*X[i, 0] - 3*X[i, 2] > 4.5, w[i] = 1 + (i % 3) / 2, for i < 24, j < 4.
const x = matrix(
  24,
  4,
  Array.from({ length: 96 }, (_, k) => {
    const i = Math.floor(k / 4);
    const j = k % 4;
    return ((i * i + 7 * i * (j + 1) + 5 * j) % 17) / 8 - 1;
  }),
);
const y = Uint8Array.from({ length: 24 }, (_, i) =>
  ((i * 5) % 11) + 4 * x.values[i * 4]! - 3 * x.values[i * 4 + 2]! > 4.5 ? 1 : 0,
);
const w = Float64Array.from({ length: 24 }, (_, i) => 1 + (i % 3) / 2);

/** scikit-learn 1.9.1: LogisticRegression(C=1/strength, solver="newton-cholesky", tol=1e-14).fit(X, y, sample_weight). */
const SKLEARN = [
  {
    strength: 10,
    weighted: false,
    coefficients: [0.02465717173513055, 0.17913958411723033, -0.34864551479763334, 0.06435745277587783],
    intercept: -0.004888138508689866,
  },
  {
    strength: 10,
    weighted: true,
    coefficients: [0.0004083000177011033, 0.23613916232363402, -0.46301137834030986, 0.09312382473980395],
    intercept: 0.02543276213407652,
  },
  {
    strength: 1,
    weighted: false,
    coefficients: [0.008417926467582805, 0.6103377559292863, -1.5175504101823047, 0.12027890252920323],
    intercept: -0.031193878321737575,
  },
  {
    strength: 1,
    weighted: true,
    coefficients: [-0.1318341684030978, 0.6834893716594302, -1.7470407503025571, 0.14514367111017118],
    intercept: -0.08100474791042273,
  },
  {
    strength: 1 / 30,
    weighted: false,
    coefficients: [-0.40167831546836846, 1.0350285162566255, -3.3939949806954073, -0.27827809427942274],
    intercept: -0.22049023824557223,
  },
  {
    strength: 1 / 30,
    weighted: true,
    coefficients: [-0.6674532881029842, 1.1183590913934922, -3.4355681245859615, -0.16839319499641853],
    intercept: -0.382672325123167,
  },
];

/** Largest entry of the gradient, written out independently of the fit. */
function gradientNorm(
  points: typeof x,
  labels: Uint8Array,
  weights: Float64Array,
  strength: number,
  fitted: { coefficients: Float64Array; intercept: number },
): number {
  const d = points.columns;
  const gradient = [...Array.from(fitted.coefficients, (value) => strength * value), 0];
  for (let i = 0; i < points.rows; i++) {
    let f = fitted.intercept;
    for (let j = 0; j < d; j++) f += fitted.coefficients[j]! * points.values[i * d + j]!;
    const residual = weights[i]! * (1 / (1 + Math.exp(-f)) - labels[i]!);
    for (let j = 0; j < d; j++) gradient[j]! += residual * points.values[i * d + j]!;
    gradient[d]! += residual;
  }
  return Math.max(...gradient.map(Math.abs));
}

describe("logistic", () => {
  it.each(SKLEARN)("agrees with scikit-learn at strength $strength, weighted $weighted", (expected) => {
    const fitted = logistic({ strength: expected.strength }).fit(x, y, expected.weighted ? w : undefined);
    expect(fitted.converged).toBe(true);
    expected.coefficients.forEach((value, j) => {
      expect(fitted.coefficients[j]).toBeCloseTo(value, 9);
    });
    expect(fitted.intercept).toBeCloseTo(expected.intercept, 9);
  });

  it("meets the optimality conditions on separable, wide, constant and collinear data", () => {
    const random = seededRandom(7, "logistic");
    const rows = 60;
    const d = 150; // more columns than rows
    const points = matrix(
      rows,
      d,
      Array.from({ length: rows * d }, (_, k) => {
        if (k % d === 3) return 2; // constant
        return random.normal() * (k % d === 5 ? 30 : 1);
      }),
    );
    for (let i = 0; i < rows; i++) points.values[i * d + 7] = points.values[i * d + 8]!; // collinear
    const labels = Uint8Array.from({ length: rows }, (_, i) => (points.values[i * d + 5]! > 0 ? 1 : 0)); // separable
    const ones = new Float64Array(rows).fill(1);
    for (const strength of [1e-3, 1, 100]) {
      const fitted = logistic({ strength }).fit(points, labels);
      expect(fitted.converged).toBe(true);
      expect(gradientNorm(points, labels, ones, strength, fitted)).toBeLessThan(1e-9);
      expect(fitted.coefficients[7]).toBeCloseTo(fitted.coefficients[8]!, 9);
    }
  });

  it("gives the log-odds of the class shares when the penalty leaves only the intercept", () => {
    const fitted = logistic({ strength: 1e12 }).fit(x, y);
    const ones = y.reduce((sum, label) => sum + label, 0);
    expect(fitted.intercept).toBeCloseTo(Math.log(ones / (24 - ones)), 9);
  });

  it("counts a row of weight 2 as two rows, and a row of weight 0 as none", () => {
    const weights = Float64Array.from({ length: 24 }, (_, i) => (i === 0 ? 2 : i === 5 ? 0 : 1));
    const keep = [0, ...Array.from({ length: 24 }, (_, i) => i).filter((i) => i !== 5)];
    const values = keep.flatMap((i) => Array.from(x.values.subarray(i * 4, i * 4 + 4)));
    const repeated = logistic().fit(
      matrix(24, 4, values),
      Uint8Array.from(keep, (i) => y[i]!),
    );
    const weighted = logistic().fit(x, y, weights);
    weighted.coefficients.forEach((value, j) => {
      expect(value).toBeCloseTo(repeated.coefficients[j]!, 10);
    });
  });

  it("reports rather than hides a run that stopped early", () => {
    expect(logistic({ maxIterations: 1 }).fit(x, y)).toMatchObject({ converged: false, iterations: 1 });
  });

  it("survives entries so large that the curvature overflows", () => {
    const huge = matrix(4, 1, [-1e200, -1e200, 1e200, 1e200]);
    const fitted = logistic().fit(huge, [0, 0, 1, 1]);
    expect(Number.isFinite(fitted.intercept)).toBe(true);
    expect(fitted.converged).toBe(false);
  });

  it("names what it refuses", () => {
    expect(() => logistic({ strength: 0 })).toThrow("strength must be a finite number > 0, got 0");
    expect(() => logistic({ C: 1 } as never)).toThrow("logistic has no option 'C'");
    expect(() => logistic().fit(x, [1])).toThrow("x has 24 rows, labels 1 and weights 24");
    expect(() => logistic().fit(x, new Uint8Array(24))).toThrow("needs rows of both classes");
    expect(() => logistic().fit(x, y, new Float64Array(24).fill(-1))).toThrow("weight 0 is -1");
  });
});
