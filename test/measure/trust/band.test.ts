import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { matrix } from "../../../src/math/matrix.js";
import { seededRandom } from "../../../src/math/random.js";
import { lambdaBand, settledByBand } from "../../../src/measure/trust/band.js";
import { distancesToClouds, measureGeometry, prototypeRuleOf } from "../../../src/measure/trust/geometry.js";
import { fitPrototypes } from "../../../src/prototypes/fit.js";
import { prototypeRule, ruleMargins } from "../../../src/surrogate/prototype-rule.js";
import { cloud, madeUpClouds, shuffledClouds } from "../../checks/made-up-clouds.js";

const clouds = madeUpClouds();
const geometry = measureGeometry(clouds, referenceKernels);
const people = cloud(40, 4, 0, 1.2, seededRandom(3, "people"));

/** Margins by the prototypes themselves, at explicit mixing weights. */
function marginsAt(lambda: readonly [number, number]): Float64Array {
  const { prototypes } = fitPrototypes(clouds, referenceKernels, { solver: "closed-form", lambda });
  return ruleMargins(prototypeRule(prototypes), people, referenceKernels);
}

describe("lambdaBand(geometry)", () => {
  const band = lambdaBand(geometry, people);

  it("lies around the margins of every pair of mixing weights on a grid, and touches them", () => {
    const steps = Array.from({ length: 41 }, (_, k) => k / 80);
    const least = new Float64Array(people.rows).fill(Number.POSITIVE_INFINITY);
    const greatest = new Float64Array(people.rows).fill(Number.NEGATIVE_INFINITY);
    for (const zero of steps) {
      const fits = steps.filter(
        (one) => one === 0 || one === 0.5 || zero === 0 || zero === 0.5 || (80 * one) % 4 === 0,
      );
      for (const one of fits) {
        marginsAt([zero, one]).forEach((margin, i) => {
          least[i] = Math.min(least[i]!, margin);
          greatest[i] = Math.max(greatest[i]!, margin);
        });
      }
    }
    for (let i = 0; i < people.rows; i++) {
      expect(band.low[i]).toBeLessThanOrEqual(least[i]! + 1e-12);
      expect(band.high[i]).toBeGreaterThanOrEqual(greatest[i]! - 1e-12);
      expect(least[i]! - band.low[i]!).toBeLessThan(2e-3); // the grid may miss a stationary point, not by much
      expect(band.high[i]! - greatest[i]!).toBeLessThan(2e-3);
    }
  }, 30_000);

  it("gives the margin of RECAST at the weights of the formula", () => {
    const { lambda, prototypes } = fitPrototypes(clouds, referenceKernels, { solver: "closed-form" });
    expect(geometry.lambda[0]).toBeCloseTo(lambda[0], 12);
    expect(geometry.lambda[1]).toBeCloseTo(lambda[1], 12);
    const margins = ruleMargins(prototypeRule(prototypes), people, referenceKernels);
    const byMoments = ruleMargins(prototypeRuleOf(geometry), people, referenceKernels);
    band.chosen.forEach((margin, i) => {
      expect(margin).toBeCloseTo(margins[i]!, 12);
      expect(byMoments[i]).toBeCloseTo(margins[i]!, 12);
    });
  });

  it("finds a minimum that lies inside the range of λ", () => {
    // letters at 1, rejected at 0, accepted at 3, all points: D₀(λ) = |x − λ| vanishes at λ = x
    const points = {
      rejected: matrix(1, 1, [0]),
      accepted: matrix(1, 1, [3]),
      counterfactual: matrix(1, 1, [1]),
      pairOf: Int32Array.of(0),
    };
    const { low, high } = lambdaBand(measureGeometry(points, referenceKernels), matrix(1, 1, [0.25]));
    expect(low[0]).toBeCloseTo(0 - 2.75, 12); // λ₀ = ¼, λ₁ = 0
    expect(high[0]).toBeCloseTo(0.25 - 1.75, 12); // λ₀ = 0 or ½, λ₁ = ½
  });

  it("does not depend on the order of the rows", () => {
    const turned = measureGeometry(shuffledClouds(clouds, 5), referenceKernels);
    expect(turned).toEqual(geometry);
  });

  it("keeps numbers far outside the range finite", () => {
    const { low, high } = lambdaBand(geometry, matrix(1, 4, [1e200, -1e200, 0, 0]));
    expect(Number.isFinite(low[0])).toBe(true);
    expect(Number.isFinite(high[0])).toBe(true);
  });

  it("has no width where the letters lie on both classes' way of length zero", () => {
    const same = { ...clouds, counterfactual: clouds.accepted, pairOf: new Int32Array(clouds.accepted.rows).fill(-1) };
    const there = measureGeometry(same, referenceKernels);
    expect(there.squared[1]).toBeCloseTo(0, 12);
    expect(there.lambda).toEqual([0, 0.5]);
    const { accepted, letters } = distancesToClouds(there, people);
    accepted.forEach((squared, i) => {
      expect(letters[i]).toBeCloseTo(squared, 12);
    });
  });
});

describe("settledByBand(band)", () => {
  it("accepts at a margin of 0, and calls contested what changes sign", () => {
    const band = {
      low: Float64Array.of(0, -1, -1, -2, 1),
      high: Float64Array.of(1, 0, 1, -1, 2),
      chosen: new Float64Array(5),
    };
    expect([...settledByBand(band)]).toEqual([1, -1, -1, 0, 1]);
  });
});

describe("measureGeometry(clouds, kernels)", () => {
  it("refuses clouds without letters, and clouds that are all the same", () => {
    const none = { ...clouds, counterfactual: matrix(0, 4, []), pairOf: new Int32Array(0) };
    expect(() => measureGeometry(none, referenceKernels)).toThrow(expect.objectContaining({ code: "NO_LETTERS" }));
    const same = { ...clouds, accepted: clouds.rejected, counterfactual: clouds.rejected };
    expect(() => measureGeometry(same, referenceKernels)).toThrow(expect.objectContaining({ code: "NOT_SEPARATED" }));
  });
});
