import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { type Matrix, matrix, selectRows } from "../../../src/math/matrix.js";
import { seededRandom } from "../../../src/math/random.js";
import { distancesToClouds, measureGeometry } from "../../../src/measure/trust/geometry.js";
import {
  auditTolerances,
  certificates,
  impliedLambda,
  lipschitzConstant,
  riskBound,
  settledPeople,
  settlingRule,
} from "../../../src/measure/trust/lens.js";
import { fitPrototypes } from "../../../src/prototypes/fit.js";
import { recast } from "../../../src/surrogate/recast.js";
import { exactTransport } from "../../../src/transport/exact.js";
import { cloud, madeUpClouds } from "../../checks/made-up-clouds.js";

const clouds = madeUpClouds();
const geometry = measureGeometry(clouds, referenceKernels);

/** Whether the intervals of both classes are there and share a point, straight from their definition. */
function overlap(epsilon: number, d: readonly [number, number], letters: number, delta: readonly [number, number]) {
  const low = d.map((own, c) => Math.max(own - epsilon, letters - delta[c]!));
  const high = d.map((own, c) => Math.min(own + epsilon, letters + delta[c]!));
  return Math.max(...low) <= Math.min(...high);
}

describe("certificates(distances, delta)", () => {
  it("is the smallest ε at which the intervals overlap, by brute force", () => {
    const random = seededRandom(1, "lens");
    for (let trial = 0; trial < 300; trial++) {
      const d = [3 * random.uniform(), 3 * random.uniform()] as const;
      const letters = 3 * random.uniform();
      const delta = [2 * random.uniform(), 2 * random.uniform()] as const;
      const squares = {
        rejected: Float64Array.of(d[0] * d[0]),
        accepted: Float64Array.of(d[1] * d[1]),
        letters: Float64Array.of(letters * letters),
      };
      const [certificate = Number.NaN] = certificates(squares, delta);
      const step = 1e-3;
      let found = 0;
      while (!overlap(found, d, letters, delta)) found += step;
      expect(Math.abs(found - certificate)).toBeLessThan(step + 1e-9);
      if (certificate > step) expect(overlap(certificate - 1e-9, d, letters, delta)).toBe(false);
      expect(overlap(certificate + 1e-9, d, letters, delta)).toBe(true);
    }
  });

  it("holds for measures of the lens: below the certificate none of them changes who is nearer", () => {
    const { delta } = auditTolerances(geometry);
    const people = cloud(30, 4, 0, 1.5, seededRandom(2, "people"));
    const distances = distancesToClouds(geometry, people);
    const own = certificates(distances, delta);
    const radii = delta;
    for (const lambda of [0.02, 0.05, 0.1, 0.2, 0.4]) {
      const pair = [lambda, lambda] as const;
      const { prototypes } = fitPrototypes(clouds, referenceKernels, { solver: "closed-form", lambda: pair });
      const nearer = (i: number) => {
        const squared = prototypes.map(({ mean, variance }) =>
          mean.reduce((sum, value, k) => sum + (people.values[4 * i + k]! - value) ** 2, variance),
        );
        return squared[0]! >= squared[1]! ? 1 : 0;
      };
      for (let i = 0; i < people.rows; i++) {
        if (Math.max(lambda * radii[0], lambda * radii[1]) >= own[i]!) continue; // those prototypes lie outside the lens
        expect(nearer(i)).toBe(distances.rejected[i]! >= distances.accepted[i]! ? 1 : 0);
      }
    }
  });

  it("is half the difference of the distances where letters say nothing, and up to all of it where they pin one class", () => {
    const squares = {
      rejected: Float64Array.of(9),
      accepted: Float64Array.of(1),
      letters: Float64Array.of(1),
    };
    expect(certificates(squares, [100, 100])[0]).toBe(1);
    expect(certificates(squares, [100, 0])[0]).toBe(2);
    expect(certificates({ ...squares, rejected: Float64Array.of(1) }, [100, 100])[0]).toBe(0);
  });
});

describe("riskBound(terms)", () => {
  const random = seededRandom(4, "risk");

  it("is never below the worst case found among measures of the lens", () => {
    const { prototypes } = fitPrototypes(clouds, referenceKernels, { solver: "exact" });
    const [, q1] = prototypes;
    for (let trial = 0; trial < 10; trial++) {
      const mu = { ...clouds.accepted, values: clouds.accepted.values.map((x) => x + 0.3 * random.normal()) };
      const weights = { xWeights: undefined, yWeights: q1.weights };
      const uniform = new Float64Array(mu.rows).fill(1 / mu.rows);
      const squared = (y: Matrix) => exactTransport(mu, y, referenceKernels).squaredDistance;
      const epsilon = Math.sqrt(squared(clouds.accepted));
      const delta = Math.sqrt(squared(clouds.counterfactual));
      const risk = exactTransport(mu, q1.points, referenceKernels, { ...weights, xWeights: uniform }).squaredDistance;
      const lambda = geometry.lambda[1];
      const bound = riskBound({
        toClass: lambda * lambda * geometry.squared[1],
        toLetters: (1 - lambda) * (1 - lambda) * geometry.squared[1],
        epsilon,
        delta,
        alpha: random.uniform(),
        eta1: 0.1 + 3 * random.uniform(),
        eta2: 0.1 + 3 * random.uniform(),
      });
      expect(bound).toBeGreaterThanOrEqual(risk - 1e-12);
    }
  });

  it("is the square of the sum of radii where Young's inequality is an equality", () => {
    const terms = { toClass: 4, toLetters: 9, epsilon: 3, delta: 1, eta1: 3 / 2, eta2: 1 / 3 };
    expect(riskBound({ ...terms, alpha: 0 })).toBeCloseTo((2 + 3) ** 2, 12);
    expect(riskBound({ ...terms, alpha: 1 })).toBeCloseTo((3 + 1) ** 2, 12);
  });

  it("refuses weights and constants out of range", () => {
    const terms = { toClass: 1, toLetters: 1, epsilon: 0, delta: 0, alpha: 0.5, eta1: 1, eta2: 1 };
    expect(() => riskBound({ ...terms, alpha: 2 })).toThrow("alpha must be a number from 0 to 1");
    expect(() => riskBound({ ...terms, eta1: 0 })).toThrow("eta1 must be a finite number > 0");
    expect(() => riskBound({ ...terms, delta: -1 })).toThrow("delta must be a finite number >= 0");
  });
});

describe("impliedLambda, lipschitzConstant, auditTolerances", () => {
  it("gives the weight the bound is least for", () => {
    expect(impliedLambda({ alpha: 0.3, eta1: 1, eta2: 1 })).toBeCloseTo(0.3, 15);
    const constants = { alpha: 0.4, eta1: 0.5, eta2: 2 };
    const w = 1.7;
    const boundAt = (lambda: number) =>
      riskBound({ ...constants, toClass: (lambda * w) ** 2, toLetters: ((1 - lambda) * w) ** 2, epsilon: 1, delta: 1 });
    const lambda = impliedLambda(constants);
    expect(boundAt(lambda)).toBeLessThan(boundAt(lambda - 1e-3));
    expect(boundAt(lambda)).toBeLessThan(boundAt(lambda + 1e-3));
  });

  it("bounds how far W₂² to any measure of the lens moves along the geodesic", () => {
    const radius = Math.sqrt(geometry.squared[0]);
    const epsilon = 0.4;
    const bound = lipschitzConstant(epsilon, radius);
    // μ = P₀ shifted by ε: W₂(μ, Q(λ)) ≤ ε + λW, so the square moves by no more than 2(ε + W)·W per unit of λ
    const at = (lambda: number) => (epsilon + lambda * radius) ** 2;
    for (const [from, to] of [
      [0, 0.1],
      [0.4, 0.5],
      [0.9, 1],
    ] as const) {
      expect(Math.abs(at(to) - at(from))).toBeLessThanOrEqual(bound * (to - from) + 1e-12);
    }
    expect(lipschitzConstant(0, 2)).toBe(8);
  });

  it("takes the chance error of the mean and the distance to the letters", () => {
    const { epsilon, delta } = auditTolerances(geometry);
    expect(epsilon[0]).toBeCloseTo(Math.sqrt(geometry.variances[0] / clouds.rejected.rows), 15);
    expect(delta[1] ** 2).toBeCloseTo(geometry.squared[1], 12);
  });
});

describe("settledPeople(clouds, x, kernels)", () => {
  const clouds = madeUpClouds();

  it("says of each row what every λ decides, and how large an error that would stand", () => {
    const { settled: band, certificates } = settledPeople(clouds, clouds.accepted, referenceKernels) ?? {};
    expect(band).toHaveLength(clouds.accepted.rows);
    expect(certificates?.every((value) => value >= 0)).toBe(true);
    const settled = [...(band ?? []).keys()].filter((i) => band?.[i] !== -1);
    expect(settled.length).toBeGreaterThan(0);
    for (const lambda of [0, 0.2, 0.5]) {
      const surrogate = recast({ solver: "closed-form", lambda }).fit(clouds, referenceKernels);
      surrogate.margins(selectRows(clouds.accepted, settled)).forEach((margin, k) => {
        expect(margin >= 0 ? 1 : 0).toBe(band?.[settled[k]!]);
      });
    }
  });

  it("says nothing without letters", () => {
    const none = { ...clouds, counterfactual: matrix(0, 4, []), pairOf: new Int32Array(0) };
    expect(settledPeople(none, clouds.accepted, referenceKernels)).toBeNull();
  });
});

describe("settlingRule(clouds, kernels)", () => {
  const clouds = madeUpClouds();

  it("answers row by row what settledPeople answers for all at once", () => {
    const rule = settlingRule(clouds, referenceKernels);
    if (rule.failure !== null) throw new Error(rule.failure.message);
    const { settled: band, certificates } = settledPeople(clouds, clouds.rejected, referenceKernels) ?? {};
    for (let i = 0; i < clouds.rejected.rows; i++) {
      const own = rule.settle(selectRows(clouds.rejected, [i]));
      expect([own.settled[0], own.certificates[0]]).toEqual([band?.[i], certificates?.[i]]);
      expect(own.low[0]).toBeLessThanOrEqual(own.chosen[0]!);
      expect(own.chosen[0]).toBeLessThanOrEqual(own.high[0]!);
    }
  });

  it("says why there is nothing to measure", () => {
    const none = { ...clouds, counterfactual: matrix(0, 4, []), pairOf: new Int32Array(0) };
    expect(settlingRule(none, referenceKernels).failure?.code).toBe("NO_LETTERS");
  });
});
