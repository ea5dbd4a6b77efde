import { describe, expect, it } from "vitest";
import { loadKernels } from "../../../src/kernels/load.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { matrix } from "../../../src/math/matrix.js";
import { projectEvidence } from "../../../src/measure/trust/projection.js";
import { recast } from "../../../src/surrogate/recast.js";
import { madeUpClouds, shuffledClouds } from "../../checks/made-up-clouds.js";

const columns = ["income", "savings", "age", "home=owned"];

describe("projectEvidence(clouds, encoder, kernels)", () => {
  const clouds = madeUpClouds();
  const drawn = projectEvidence(clouds, { columns }, referenceKernels);

  it("keeps most of the variance, and the distances within the plane of two columns", () => {
    const flat = madeUpClouds(2, 20, 20, 2);
    const { explained, rejected } = projectEvidence(flat, { columns: ["a", "b"] }, referenceKernels);
    expect(explained[0] + explained[1]).toBeCloseTo(1, 12);
    expect(explained[0]).toBeGreaterThan(explained[1]);
    const spread = (points: readonly (readonly [number, number])[]) =>
      points
        .flatMap(([a, b], i) => points.slice(i + 1).map(([c, d]) => Math.hypot(a - c, b - d)))
        .sort((x, y) => x - y);
    const own = Array.from({ length: 20 }, (_, i): readonly [number, number] => [
      flat.rejected.values[2 * i]!,
      flat.rejected.values[2 * i + 1]!,
    ]);
    spread(rejected).forEach((distance, k) => {
      expect(distance).toBeCloseTo(spread(own)[k]!, 9);
    });
  });

  it("names the columns that weigh most, with their sign", () => {
    expect(drawn.axes[0]).toHaveLength(3);
    expect(drawn.axes[0][0]).toMatch(/^(income|savings|age|home=owned) \(\+\)$/);
  });

  it("draws the line where RECAST's rule is undecided", () => {
    const flat = madeUpClouds(2, 20, 20, 2);
    const { boundary, rejected } = projectEvidence(flat, { columns: ["a", "b"] }, referenceKernels);
    if (boundary === null) throw new Error("the boundary crosses the picture");
    // the plane is the whole space: rows of the picture go back by the map that took the first rows there
    const surrogate = recast({ solver: "closed-form" }).fit(flat, referenceKernels);
    const margins = surrogate.margins(flat.rejected);
    const side = ([s, t]: readonly [number, number]) =>
      Math.sign(
        (boundary[1][0] - boundary[0][0]) * (t - boundary[0][1]) -
          (boundary[1][1] - boundary[0][1]) * (s - boundary[0][0]),
      );
    const sides = new Set(rejected.map((point) => side(point)));
    const accepted = margins.filter((margin) => margin >= 0).length;
    const onAccepted = Math.min(
      ...[1, -1].map((sign) => Math.abs(rejected.filter((point) => side(point) === sign).length - accepted)),
    );
    expect(onAccepted).toBe(0);
    expect(sides.size).toBe(accepted === 0 ? 1 : 2);
  });

  it("draws the prototypes and the midpoint between them", () => {
    const { prototypes } = drawn;
    if (prototypes === null) throw new Error("there are letters");
    const mean = (points: readonly (readonly [number, number])[]) =>
      points.reduce((sum, [s]) => sum + s, 0) / points.length;
    expect(prototypes.length).toBeGreaterThan(0);
    const [zero, half, one] = [prototypes.rejected, prototypes.midpoint, prototypes.accepted].map(mean);
    expect(Math.min(zero!, one!)).toBeLessThan(half!);
    expect(Math.max(zero!, one!)).toBeGreaterThan(half!);
  });

  it("does not depend on the order of the rows", () => {
    expect(projectEvidence(shuffledClouds(clouds, 8), { columns }, referenceKernels)).toEqual(drawn);
  });

  it("draws at most 300 points of a cloud", async () => {
    const many = madeUpClouds(3, 350, 320, 3);
    const { rejected, accepted, letters, prototypes } = projectEvidence(many, { columns }, await loadKernels());
    expect([rejected, accepted, letters].map((points) => points.length)).toEqual([300, 300, 300]);
    expect(prototypes?.midpoint).toHaveLength(300);
  });

  it("has no prototypes and no line without letters, and one axis for one column", () => {
    const none = {
      rejected: matrix(2, 1, [0, 1]),
      accepted: matrix(2, 1, [2, 3]),
      counterfactual: matrix(0, 1, []),
      pairOf: new Int32Array(0),
    };
    const { prototypes, boundary, explained, axes, rejected } = projectEvidence(
      none,
      { columns: ["x"] },
      referenceKernels,
    );
    expect(prototypes).toBeNull();
    expect(boundary).toBeNull();
    expect(explained).toEqual([1, 0]);
    expect(axes).toEqual([["x (+)"], []]);
    expect(rejected).toEqual([
      [-1.5, 0],
      [-0.5, 0],
    ]);
  });

  it("copes with rows that are all the same, and with a boundary outside the picture", () => {
    const same = {
      ...clouds,
      rejected: matrix(1, 4, [0, 0, 0, 0]),
      accepted: matrix(1, 4, [0, 0, 0, 0]),
      counterfactual: matrix(1, 4, [0, 0, 0, 0]),
      pairOf: Int32Array.of(0),
    };
    expect(projectEvidence(same, { columns }, referenceKernels)).toMatchObject({ explained: [0, 0], prototypes: null });
    const tight = {
      rejected: matrix(4, 1, [-9, 9, -9, 9]),
      accepted: matrix(2, 1, [0, 0.1]),
      counterfactual: matrix(2, 1, [0, 0.1]),
      pairOf: Int32Array.of(0, 1),
    };
    // the spread of the rejected class outweighs every distance within the range
    expect(projectEvidence(tight, { columns: ["x"] }, referenceKernels).boundary).toBeNull();
  });
});
