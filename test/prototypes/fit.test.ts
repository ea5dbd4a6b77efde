import { describe, expect, it } from "vitest";
import { type Matrix, matrix } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { fitPrototypes } from "../../src/prototypes/fit.js";
import type { Prototype } from "../../src/prototypes/prototype.js";
import { exactTransport } from "../../src/transport/exact.js";
import { geodesic } from "../../src/transport/interpolate.js";
import { rowsToMatrix, vectors } from "../fixtures/vectors.js";
import { kernelSets } from "../kernels/kernel-sets.js";

describe.each(kernelSets)("fitPrototypes with $name kernels", ({ kernels }) => {
  const random = seededRandom(11, "clouds");
  const rejected = gaussian(30, 5, 0);
  const accepted = gaussian(24, 5, 1.5);
  const counterfactual = gaussian(30, 5, 1);
  const clouds = { rejected, accepted, counterfactual };

  function gaussian(n: number, d: number, center: number): Matrix {
    return matrix(
      n,
      d,
      Float64Array.from({ length: n * d }, () => center + random.normal()),
    );
  }

  it.each(vectors.fits.map((fit, k) => ({ k, fit })))("reproduces PyTorch + GeomLoss, complete fit $k", ({ fit }) => {
    const result = fitPrototypes(
      { rejected: rowsToMatrix(fit.P0), accepted: rowsToMatrix(fit.P1), counterfactual: rowsToMatrix(fit.Pcf) },
      kernels,
      {
        solver: "sinkhorn",
        epochs: fit.epochs,
        blur: fit.blur,
        initial: [rowsToMatrix(fit.Q0), rowsToMatrix(fit.Q1)],
      },
    );
    expect(Math.abs(result.lambda[0] - fit.lam0)).toBeLessThanOrEqual(1e-5);
    expect(Math.abs(result.lambda[1] - fit.lam1)).toBeLessThanOrEqual(1e-5);
    fit.losses.forEach((loss, epoch) => {
      expect(Math.abs(result.losses[epoch]! - loss) / loss).toBeLessThanOrEqual(1e-4);
    });
    for (const [c, expected] of [fit.Q0_final, fit.Q1_final].entries()) {
      const points = result.prototypes[c]!.points.values;
      expected.flat().forEach((value, k) => {
        expect(Math.abs(points[k]! - value)).toBeLessThanOrEqual(1e-3);
      });
    }
  });

  it("`exact` minimises: its value is λ(1−λ)·W₂², the least any measure can reach", () => {
    const fit = fitPrototypes(clouds, kernels, { solver: "exact" });
    for (const [c, cloud] of [rejected, accepted].entries()) {
      const lambda = fit.lambda[c]!;
      const { points, weights } = fit.prototypes[c]!;
      const toCloud = exactTransport(points, cloud, kernels, { xWeights: weights }).squaredDistance;
      const toAnchor = exactTransport(points, counterfactual, kernels, { xWeights: weights }).squaredDistance;
      const least = lambda * (1 - lambda) * exactTransport(cloud, counterfactual, kernels).squaredDistance;
      expect((1 - lambda) * toCloud + lambda * toAnchor).toBeCloseTo(least, 10);
    }
  });

  it("`closed-form` has the mean and variance of `exact`, for chosen and given λ", () => {
    for (const lambda of [undefined, 0, 0.3, [0.1, 0.5] as const]) {
      const exact = fitPrototypes(clouds, kernels, { solver: "exact", lambda });
      const closed = fitPrototypes(clouds, kernels, { solver: "closed-form", lambda });
      for (const c of [0, 1] as const) {
        expect(closed.prototypes[c].variance).toBeCloseTo(exact.prototypes[c].variance, 10);
        closed.prototypes[c].mean.forEach((value, k) => {
          expect(value).toBeCloseTo(exact.prototypes[c].mean[k]!, 12);
        });
      }
      expect(closed.lambda).toEqual(exact.lambda);
    }
  });

  it("`closed-form` decides as `exact` does on 10,000 random rows, and both as the sum over support points", () => {
    const exact = fitPrototypes(clouds, kernels, { solver: "exact" });
    const closed = fitPrototypes(clouds, kernels, { solver: "closed-form" });
    let disagreements = 0;
    for (let trial = 0; trial < 10_000; trial++) {
      const x = Float64Array.from({ length: 5 }, () => 0.7 + 2 * random.normal());
      const plain = sumOverSupport(x, exact.prototypes[0]) - sumOverSupport(x, exact.prototypes[1]);
      const fromExact = byMoments(x, exact.prototypes[0]) - byMoments(x, exact.prototypes[1]);
      const fromClosed = byMoments(x, closed.prototypes[0]) - byMoments(x, closed.prototypes[1]);
      expect(Math.abs(fromExact - plain)).toBeLessThan(1e-11);
      if (fromClosed >= 0 !== fromExact >= 0) disagreements++;
    }
    expect(disagreements).toBe(0);
  });

  it("letters that sit on the accepted rows give λ₁ = ½ and λ₀ = 0", () => {
    const fit = fitPrototypes({ rejected, accepted, counterfactual: accepted }, kernels, { solver: "exact" });
    expect(fit.lambda).toEqual([0, 0.5]);
  });

  it("takes λ from a fixed ratio λ/(1−λ), and refuses two ways of fixing it", () => {
    const fixed = fitPrototypes(clouds, kernels, { solver: "closed-form", ratio: 0.5 });
    expect(fixed.lambda).toEqual([1 / 3, 1 / 3]);
    expect(() => fitPrototypes(clouds, kernels, { ratio: 0.5, lambda: 0.5 })).toThrow("give one of them");
    expect(() => fitPrototypes(clouds, kernels, { ratio: -1 })).toThrow("ratio must be a finite number >= 0, got -1");
    expect(() => fitPrototypes(clouds, kernels, { lambda: [0, 2] })).toThrow(
      "lambda must be a number from 0 to 1, got 2",
    );
  });

  it("`sinkhorn` refuses what single precision cannot hold", () => {
    expect(() => fitPrototypes(clouds, kernels, { solver: "sinkhorn", blur: 1e9 })).toThrow(
      "blur must be a number from 0.000001 to 1000000",
    );
    const far = { ...clouds, accepted: matrix(1, 5, [1e20, 0, 0, 0, 0]) };
    expect(() => fitPrototypes(far, kernels, { solver: "sinkhorn" })).toThrow(
      "points within ±1e12, got 100000000000000000000",
    );
    expect(fitPrototypes(far, kernels, { solver: "exact" }).lambda[0]).toBeGreaterThan(0.4);
  });

  it("refuses three equal clouds, a missing class and no letters", () => {
    const same = { rejected, accepted: rejected, counterfactual: rejected };
    expect(() => fitPrototypes(same, kernels)).toThrow("does not separate the classes");
    expect(() => fitPrototypes(same, kernels, { solver: "sinkhorn" })).toThrow("does not separate the classes");
    const nothing = matrix(0, 5, []);
    expect(() => fitPrototypes({ ...clouds, accepted: nothing }, kernels)).toThrow("got 30 and 0");
    expect(() => fitPrototypes({ ...clouds, counterfactual: nothing }, kernels)).toThrow("there are none");
    expect(() =>
      fitPrototypes(clouds, kernels, { solver: "sinkhorn", initial: [matrix(1, 2, [0, 0]), accepted] }),
    ).toThrow("2 columns");
  });

  it("refuses more epochs than their losses fit into memory, and says that it is the epochs", () => {
    const fit = () => fitPrototypes(clouds, kernels, { epochs: 1e10 });
    expect(fit).toThrow(/^a fit of 10000000000 epochs needs about 74\.5 GB .* use fewer epochs$/);
  });

  it.each([1.5, -1, Number.NaN])("refuses the seed %d, whatever the solver", (seed) => {
    for (const solver of ["sinkhorn", "exact"] as const) {
      expect(() => fitPrototypes(clouds, kernels, { solver, seed })).toThrow(
        `seed must be a whole number >= 0, got ${seed}`,
      );
    }
  });

  it("refuses first points that are not one matrix with rows for each class", () => {
    const nothing = matrix(0, 5, []);
    const fitWith = (initial: readonly Matrix[]) =>
      fitPrototypes(clouds, kernels, { initial: initial as readonly [Matrix, Matrix] });
    expect(() => fitWith([rejected])).toThrow(
      "initial must be two matrices of at least one row, one per class, got rows 30",
    );
    expect(() => fitWith([nothing, accepted])).toThrow(/got rows 0, \d+$/);
    expect(() => fitWith([])).toThrow("got none");
  });

  it("draws the first points by seed, and the draw changes the fit", () => {
    const pointsOf = (seed: number) =>
      fitPrototypes(clouds, kernels, { solver: "sinkhorn", points: 8, epochs: 3, seed }).prototypes[0].points.values;
    expect([...pointsOf(1)]).toEqual([...pointsOf(1)]);
    expect([...pointsOf(1)]).not.toEqual([...pointsOf(2)]);
  });

  it("the geodesic's midpoint is equally far from both prototypes", () => {
    const [from, to] = fitPrototypes(clouds, kernels, { solver: "exact" }).prototypes;
    const path = geodesic(from, to, kernels);
    const middle = path.at(0.5);
    for (const end of [from, to]) {
      const squared = exactTransport(middle.points, end.points, kernels, {
        xWeights: middle.weights,
        yWeights: end.weights,
      }).squaredDistance;
      expect(Math.sqrt(squared)).toBeCloseTo(path.length / 2, 8);
    }
  });
});

function sumOverSupport(x: Float64Array, { points, weights }: Prototype): number {
  let sum = 0;
  for (let i = 0; i < points.rows; i++) {
    for (let k = 0; k < x.length; k++) sum += weights[i]! * (x[k]! - points.values[i * x.length + k]!) ** 2;
  }
  return sum;
}

function byMoments(x: Float64Array, { mean, variance }: Prototype): number {
  return x.reduce((sum, value, k) => sum + (value - mean[k]!) ** 2, variance);
}
