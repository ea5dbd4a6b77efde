import { describe, expect, it } from "vitest";
import { matrix } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { exactTransport } from "../../src/transport/exact.js";
import { interpolate } from "../../src/transport/interpolate.js";
import { kernelSets } from "../kernels/kernel-sets.js";

describe.each(kernelSets)("interpolate with $name kernels", ({ kernels }) => {
  const random = seededRandom(3);
  const x = matrix(
    6,
    2,
    Float64Array.from({ length: 12 }, () => random.normal()),
  );
  const y = matrix(
    4,
    2,
    Float64Array.from({ length: 8 }, () => 2 + random.normal()),
  );
  const exact = exactTransport(x, y, kernels);
  const distance = Math.sqrt(exact.squaredDistance);

  it.each([0, 0.25, 0.5, 1])("W₂ from the start grows in proportion: t = %s", (t) => {
    const middle = interpolate(x, y, exact.plan, t);
    const toStart = exactTransport(middle.points, x, kernels, { xWeights: middle.weights });
    const toEnd = exactTransport(middle.points, y, kernels, { xWeights: middle.weights });
    expect(Math.sqrt(Math.max(0, toStart.squaredDistance))).toBeCloseTo(t * distance, 7);
    expect(Math.sqrt(Math.max(0, toEnd.squaredDistance))).toBeCloseTo((1 - t) * distance, 7);
  });

  it("refuses t outside [0, 1]", () => {
    expect(() => interpolate(x, y, exact.plan, 1.5)).toThrow("t must be a number from 0 to 1, got 1.5");
  });
});
