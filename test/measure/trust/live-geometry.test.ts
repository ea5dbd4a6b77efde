import { describe, expect, it } from "vitest";
import { loadKernels } from "../../../src/kernels/load.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { matrix, stackRows } from "../../../src/math/matrix.js";
import { lambdaBand, settledByBand } from "../../../src/measure/trust/band.js";
import { measureGeometry } from "../../../src/measure/trust/geometry.js";
import { openGeometry } from "../../../src/measure/trust/live-geometry.js";
import { lineWithin } from "../../../src/measure/trust/plane.js";
import { projectEvidence } from "../../../src/measure/trust/projection.js";
import { fitPrototypes, type PrototypeOptions } from "../../../src/prototypes/fit.js";
import { canonicalClouds } from "../../../src/surrogate/clouds.js";
import { recast } from "../../../src/surrogate/recast.js";
import type { Clouds } from "../../../src/surrogate/surrogate.js";
import { geodesic } from "../../../src/transport/interpolate.js";
import { sinkhornDivergence } from "../../../src/transport/sinkhorn.js";
import { madeUpClouds, shuffledClouds } from "../../checks/made-up-clouds.js";

const wasm = await loadKernels();
const columns = ["income", "savings", "age", "home=owned"];
const still = { lambda: null, blur: 0, gamma: 0.5 } as const;
const byHand = [0.15, 0.4] as const;
const people = (clouds: Clouds) => stackRows(clouds.rejected, clouds.accepted);

describe.each([referenceKernels, wasm])("openGeometry with $name kernels", (kernels) => {
  const clouds = madeUpClouds();
  const live = openGeometry(clouds, kernels);
  const plane = live.plane("principal");
  const fitted = (options: PrototypeOptions) => fitPrototypes(canonicalClouds(clouds), kernels, options);

  it("has the moments, λ and distances of the closed form", () => {
    for (const lambda of [null, byHand]) {
      const fit = fitted({ solver: "closed-form", ...(lambda && { lambda }) });
      const frame = live.frame(plane, { ...still, lambda });
      expect(frame.lambda).toEqual(fit.lambda);
      fit.squaredDistances.forEach((squared, c) => {
        expect(frame.squared[c]).toBeCloseTo(squared, 12);
      });
      fit.prototypes.forEach(({ mean, variance }, c) => {
        expect(frame.rule.variances[c]).toBeCloseTo(variance, 12);
        mean.forEach((value, k) => {
          expect(frame.rule.means[c]![k]).toBeCloseTo(value, 12);
        });
      });
    }
  });

  it("gives people the margins of RECAST's rule", () => {
    const margins = recast({ solver: "closed-form", lambda: byHand }).fit(clouds, kernels).margins(people(clouds));
    const frame = live.frame(plane, { ...still, lambda: byHand });
    margins.forEach((margin, i) => {
      expect(frame.margins[i]).toBeCloseTo(margin, 10);
    });
  });

  it("draws the points, the line and the support of the audit's figure", () => {
    const drawn = projectEvidence(clouds, { columns }, kernels);
    const frame = live.frame(plane, still);
    expect([...plane.rejected]).toEqual(drawn.rejected.flat());
    expect([...plane.accepted]).toEqual(drawn.accepted.flat());
    expect([...plane.letters]).toEqual(drawn.letters.flat());
    expect(plane.explained).toEqual(drawn.explained);
    const line = lineWithin(...frame.line, plane.bounds);
    expect(line?.flat()).toHaveLength(4);
    line?.flat().forEach((value, k) => {
      expect(value).toBeCloseTo(drawn.boundary!.flat()[k]!, 9);
    });
    expect(sorted(frame.support[0])).toEqual(sorted(drawn.prototypes!.rejected.flat()));
    expect(frame.length).toBeCloseTo(drawn.prototypes!.length, 9);
    expect(sorted(frame.midpoint)).toEqual(sorted(drawn.prototypes!.midpoint.flat()));
  });

  it("follows the geodesic between the exact prototypes", () => {
    const [q0, q1] = fitted({ solver: "exact", lambda: byHand }).prototypes;
    const path = geodesic(q0, q1, kernels);
    const flat = live.plane([0, 2]);
    for (const gamma of [0, 0.3, 1]) {
      const frame = live.frame(flat, { lambda: byHand, blur: 0, gamma });
      const { points } = path.at(gamma);
      const want = Float64Array.from({ length: 2 * points.rows }, (_, k) => {
        const column = k % 2 === 0 ? 0 : 2;
        return points.values[(k >> 1) * points.columns + column]! - flat.centre[column]!;
      });
      expect(sorted(frame.at)).toEqual(sorted(want));
      expect(frame.pathThinned).toBe(false);
      expect(frame.pathMass.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 12);
    }
  });

  it("puts every support point on its line, at λ of the way", () => {
    const { pairs, support, pairMass } = live.frame(plane, { ...still, lambda: byHand });
    for (const c of [0, 1] as const) {
      expect(pairMass[c]).toHaveLength(pairs[c].length / 4);
      for (let k = 0; k < support[c].length; k++) {
        const at = 4 * (k >> 1) + (k % 2);
        expect(support[c][k]).toBeCloseTo(pairs[c][at]! + byHand[c] * (pairs[c][at + 2]! - pairs[c][at]!), 12);
      }
    }
  });

  it("finds the people whom the λ-band contests", () => {
    const settled = settledByBand(lambdaBand(measureGeometry(clouds, kernels), people(clouds)));
    const frame = live.frame(plane, { ...still, lambda: byHand });
    expect(frame.settled).toEqual(settled);
    expect(frame.contested).toBe(settled.filter((word) => word < 0).length);
  });

  it("does not depend on the order of the rows, and says which rows it drew", () => {
    const other = shuffledClouds(clouds, 5);
    const again = openGeometry(other, kernels);
    const flat = again.plane([0, 1]);
    expect(flat.rejected).toEqual(live.plane([0, 1]).rejected);
    again.drawn.rejected.forEach((place, k) => {
      expect(other.rejected.values[4 * place]! - flat.centre[0]!).toBeCloseTo(flat.rejected[2 * k]!, 12);
    });
    expect(again.frame(again.plane("principal"), still).support).toEqual(live.frame(plane, still).support);
  });

  it("answers a moved λ into the same memory", () => {
    const first = live.frame(plane, { ...still, lambda: [0.1, 0.2] });
    const second = live.frame(plane, { ...still, lambda: [0.3, 0.2] });
    for (const name of ["margins", "settled"] as const) expect(second[name]).toBe(first[name]);
    for (const c of [0, 1] as const) {
      expect(second.support[c]).toBe(first.support[c]);
      expect(second.pairs[c]).toBe(first.pairs[c]);
    }
  });

  it("names what it refuses", () => {
    expect(() => live.plane([1, 1])).toThrow("axes must be two different columns, got 1 twice");
    expect(() => live.plane([0, 4])).toThrow("axes must be encoded columns from 0 to 3, got 4");
    expect(() => live.frame(plane, { ...still, lambda: [2, 0] })).toThrow("lambda must be a number from 0 to 1, got 2");
    expect(() => live.frame(plane, { ...still, gamma: -1 })).toThrow("gamma must be a number from 0 to 1, got -1");
    expect(() => live.frame(plane, { ...still, blur: -1 })).toThrow("blur must be a finite number >= 0, got -1");
    expect(() =>
      openGeometry({ ...clouds, counterfactual: matrix(0, 4, []), pairOf: new Int32Array(0) }, kernels),
    ).toThrow("built from letters");
  });
});

describe.each([referenceKernels, wasm])("a blurred geometry with $name kernels", (kernels) => {
  const clouds = madeUpClouds(4, 20, 20, 3);
  const live = openGeometry(clouds, kernels);
  const plane = live.plane([0, 1]);

  it("mixes by the stand-in of the Sinkhorn divergence, as the published fit does", () => {
    const fit = fitPrototypes(canonicalClouds(clouds), kernels, { solver: "sinkhorn", blur: 0.3, epochs: 0 });
    const frame = live.frame(plane, { ...still, blur: 0.3 });
    fit.squaredDistances.forEach((squared, c) => {
      expect(frame.squared[c]).toBeCloseTo(squared, 5);
      expect(frame.lambda[c]).toBeCloseTo(fit.lambda[c]!, 5);
    });
  });

  it("pulls each point along the gradient", () => {
    const { rejected, counterfactual } = canonicalClouds(clouds);
    const { gradient } = sinkhornDivergence(rejected, counterfactual, kernels, { blur: 0.3 });
    const { pairs } = live.frame(plane, { ...still, blur: 0.3 });
    for (let i = 0; i < rejected.rows; i++) {
      for (const k of [0, 1]) {
        const move = pairs[0][4 * i + 2 + k]! - pairs[0][4 * i + k]!;
        expect(move).toBeCloseTo(-rejected.rows * gradient.values[3 * i + k]!, 10);
      }
    }
  });

  it("tends to the exact one as the blur shrinks and the annealing slows down", () => {
    const slow = openGeometry(clouds, kernels, { scaling: 0.97 });
    const half = [0.5, 0.5] as const;
    const exact = live.frame(plane, { ...still, lambda: half });
    const [squared, formula] = [[...exact.squared], [...exact.formula]];
    const support = exact.support.map((points) => points.slice());
    const gapsAt = (blur: number) => {
      const frame = slow.frame(plane, { ...still, lambda: half, blur });
      return [0, 1].map((c) => ({
        support: Math.max(...frame.support[c]!.map((value, k) => Math.abs(value - support[c]![k]!))),
        squared: Math.abs(frame.squared[c]! - squared[c]!),
        formula: Math.abs(frame.formula[c]! - formula[c]!),
      }));
    };
    const [far, near] = [gapsAt(0.5), gapsAt(0.02)];
    expect(near[0]!.support).toBeLessThan(0.25 * far[0]!.support); // accepted rows have near ties, which a blur keeps mixed
    for (const c of [0, 1]) {
      expect(near[c]!.squared).toBeLessThan(2e-3);
      expect(near[c]!.formula).toBeLessThan(2e-4);
    }
  });

  it("lies within two parts in a hundred of W₂² with the paper's short annealing and little blur", () => {
    const exact = [...live.frame(plane, still).squared];
    const { squared } = live.frame(plane, { ...still, blur: 0.01 });
    for (const c of [0, 1]) expect(Math.abs(squared[c]! / exact[c]! - 1)).toBeLessThan(0.02);
  });

  it("tends to a shift by the difference of the means as the blur grows", () => {
    const { means } = live.geometry;
    const { pairs, squared } = live.frame(plane, { ...still, blur: 30 });
    const shift = means[2].map((value, k) => value - means[0][k]!);
    expect(squared[0]).toBeCloseTo(
      shift.reduce((sum, value) => sum + value * value, 0),
      2,
    );
    for (let i = 0; i < 20; i++) {
      expect(pairs[0][4 * i + 2]! - pairs[0][4 * i]!).toBeCloseTo(shift[0]!, 2);
      expect(pairs[0][4 * i + 3]! - pairs[0][4 * i + 1]!).toBeCloseTo(shift[1]!, 2);
    }
  });
});

describe("openGeometry of many rows", () => {
  const many = madeUpClouds(3, 350, 320, 2);
  const live = openGeometry(many, wasm);
  const plane = live.plane("principal");

  it("draws 300 rows of each cloud and measures all", () => {
    expect(plane.rejected).toHaveLength(600);
    expect(live.drawn.rejected).toHaveLength(300);
    const frame = live.frame(plane, still);
    expect(frame.margins).toHaveLength(670);
    expect(frame.lambda).toEqual(measureGeometry(many, wasm).lambda);
    expect(frame.pathThinned).toBe(true);
    expect(frame.pathMass.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 9);
  });

  it("adds what the blur adds, so that little blur changes little", () => {
    const exact = [...live.frame(plane, still).squared];
    const blurred = live.frame(plane, { ...still, blur: 0.01 }).squared;
    for (const c of [0, 1]) expect(Math.abs(blurred[c]! / exact[c]! - 1)).toBeLessThan(0.02);
  });
});

describe("the λ-band on a plane", () => {
  const clouds = madeUpClouds(2, 20, 20, 2);
  const live = openGeometry(clouds, referenceKernels);
  const plane = live.plane([0, 1]);

  it("says of a point what the band says of a person there", () => {
    const geometry = measureGeometry(clouds, referenceKernels);
    const bounds = { left: -3, right: 3, bottom: -2, top: 2.5 };
    const region = live.region(plane, 0, bounds, { columns: 31, rows: 19 });
    const points = Array.from({ length: 31 * 19 }, (_, at): readonly [number, number] => [
      plane.centre[0]! - 3 + (6 * (at % 31)) / 30,
      plane.centre[1]! - 2 + (4.5 * Math.floor(at / 31)) / 18,
    ]);
    expect(region.settled).toEqual(settledByBand(lambdaBand(geometry, matrix(points.length, 2, points.flat()))));
    expect(new Set(region.settled)).toEqual(new Set([-1, 0, 1]));
  });

  it("agrees with the people's own answers at their points", () => {
    const { settled } = live.frame(plane, still);
    live.drawn.accepted.forEach((place, k) => {
      const [s, t] = [plane.accepted[2 * k]!, plane.accepted[2 * k + 1]!];
      const bounds = { left: s, right: s + 1, bottom: t, top: t + 1 };
      expect(live.region(plane, 0, bounds, { columns: 2, rows: 2 }).settled[0]).toBe(settled[20 + place]);
    });
  });

  it("draws curves on which the least or the greatest margin vanishes", () => {
    const geometry = measureGeometry(clouds, referenceKernels);
    const { left, right, bottom, top } = plane.bounds;
    const region = live.region(plane, 0, { left, right, bottom, top }, { columns: 120, rows: 90 });
    const marginsOn = (pieces: Float64Array, which: "low" | "high") =>
      lambdaBand(
        geometry,
        matrix(
          pieces.length / 2,
          2,
          pieces.map((value, k) => value + plane.centre[k % 2]!),
        ),
      )[which];
    expect(region.acceptedBeyond.length).toBeGreaterThan(0);
    for (const margin of marginsOn(region.acceptedBeyond, "low")) expect(Math.abs(margin)).toBeLessThan(2e-3);
    for (const margin of marginsOn(region.rejectedBeyond, "high")) expect(Math.abs(margin)).toBeLessThan(2e-3);
  });

  it("joins the pieces into one curve: every end inside the bounds is shared by two of them", () => {
    const region = live.region(plane, 0, { left: -9, right: 9, bottom: -9, top: 9 }, { columns: 40, rows: 40 });
    const ends = new Map<string, number>();
    for (let k = 0; k < region.acceptedBeyond.length; k += 2) {
      const [s, t] = [region.acceptedBeyond[k]!, region.acceptedBeyond[k + 1]!];
      if (Math.max(Math.abs(s), Math.abs(t)) > 8.999) continue;
      const name = `${s.toFixed(9)} ${t.toFixed(9)}`;
      ends.set(name, (ends.get(name) ?? 0) + 1);
    }
    expect(ends.size).toBeGreaterThan(3);
    expect(new Set(ends.values())).toEqual(new Set([2]));
  });
});

/** Coordinates as points in one order, rounded so that sums in another order are the same. */
function sorted(places: ArrayLike<number>): string[] {
  return Array.from({ length: places.length / 2 }, (_, k) =>
    [places[2 * k]!, places[2 * k + 1]!].map((value) => (Math.round(value * 1e9) / 1e9 + 0).toFixed(9)).join(" "),
  ).sort();
}
