import { describe, expect, it } from "vitest";
import { applyScale, FARTHEST, fitScale, invertScale, SCALINGS } from "../../src/encode/scaling.js";

const hundred = Float64Array.from({ length: 101 }, (_, i) => i); // quantile p is 100 p

describe("fitScale", () => {
  it("robust: the median to 0, the 5–95 % range to 1", () => {
    const { scale } = fitScale(hundred, "robust");
    expect(scale).toEqual({ kind: "linear", center: 50, scale: 90 });
    expect(applyScale(scale, 95)).toBe(0.5);
    expect(applyScale(scale, 5)).toBe(-0.5);
  });

  it("zscore: mean 0 and population deviation 1", () => {
    const { scale } = fitScale(Float64Array.of(1, 3), "zscore");
    expect(scale).toEqual({ kind: "linear", center: 2, scale: 1 });
    expect(fitScale(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), "zscore").scale).toMatchObject({ center: 5, scale: 2 });
  });

  it("minmax: from 0 to 1", () => {
    const { scale } = fitScale(Float64Array.of(-2, 0, 6), "minmax");
    expect([-2, 2, 6].map((value) => applyScale(scale, value))).toEqual([0, 0.5, 1]);
  });

  it("rank: share below plus half the share equal, linear between, constant outside", () => {
    const { scale } = fitScale(Float64Array.of(0, 0, 10, 20), "rank");
    expect([0, 10, 20].map((value) => applyScale(scale, value))).toEqual([0.25, 0.625, 0.875]);
    expect(applyScale(scale, 5)).toBe((0.25 + 0.625) / 2);
    expect([-100, 100].map((value) => applyScale(scale, value))).toEqual([0.25, 0.875]);
    expect([0.25, 0.625, 0.875, 0, 1].map((share) => invertScale(scale, share))).toEqual([0, 10, 20, 0, 20]);
  });

  it("rank: keeps at most 1001 knots and both ends", () => {
    const many = Float64Array.from({ length: 20_000 }, (_, i) => i * i);
    const { scale } = fitScale(many, "rank");
    expect(scale.kind === "rank" && scale.values.length).toBe(1001);
    expect(applyScale(scale, 0)).toBe(0.5 / 20_000);
    expect(applyScale(scale, 19_999 ** 2)).toBe(19_999.5 / 20_000);
    const worst = Math.max(...many.map((value, i) => Math.abs(applyScale(scale, value) - (i + 0.5) / 20_000)));
    expect(worst).toBeLessThan(1 / 1000); // no farther than one gap between knots
  });

  it.each(SCALINGS)("%s: a constant column divides by 1 and decodes to itself", (scaling) => {
    const { scale, degenerate } = fitScale(Float64Array.of(7, 7, 7), scaling);
    expect(degenerate).toBe(false);
    expect(invertScale(scale, applyScale(scale, 7))).toBe(7);
    if (scale.kind === "linear") expect(scale).toEqual({ kind: "linear", center: 7, scale: 1 });
  });

  it.each(SCALINGS)("%s: nothing at all is the identity", (scaling) => {
    expect(fitScale(new Float64Array(0), scaling).scale).toEqual({ kind: "linear", center: 0, scale: 1 });
  });

  it("robust: a range of zero, or far below the deviation, gives way to the standard deviation", () => {
    const inflated = Float64Array.from({ length: 100 }, (_, i) => (i < 98 ? 0 : 10));
    expect(fitScale(inflated, "robust")).toMatchObject({ degenerate: true, scale: { center: 0 } });
    const { scale } = fitScale(inflated, "robust");
    expect(scale.kind === "linear" && scale.scale).toBeCloseTo(Math.sqrt(0.02 * 0.98) * 10, 14);
    const tiny = Float64Array.from({ length: 100 }, (_, i) => (i < 90 ? 0 : i < 98 ? 1 : 1e6));
    expect(fitScale(tiny, "robust").degenerate).toBe(true);
    expect(fitScale(hundred, "robust").degenerate).toBe(false);
    const slip = Float64Array.of(...hundred, 1e12); // one slip must not take the others' scale away
    expect(fitScale(slip, "robust")).toMatchObject({ degenerate: false, scale: { scale: expect.closeTo(91, 0) } });
  });

  it.each(SCALINGS)("%s: stays finite and invertible from 1e-300 to 1e100", (scaling) => {
    for (const size of [1e-300, 1e-160, 1, 1e99]) {
      const values = Float64Array.from([-3, -1, 0, 2, 5], (value) => value * size);
      const { scale } = fitScale(values, scaling);
      for (const value of values) {
        const encoded = applyScale(scale, value);
        expect(Math.abs(encoded)).toBeLessThanOrEqual(10);
        expect(Math.abs(invertScale(scale, encoded) - value)).toBeLessThanOrEqual(1e-15 * 10 * size);
      }
    }
  });

  it("brings what lies absurdly far back to a finite distance", () => {
    const { scale } = fitScale(Float64Array.of(0, 1e-200, 2e-200), "minmax");
    expect(applyScale(scale, 1e100)).toBe(FARTHEST);
    expect(applyScale(scale, Number.NEGATIVE_INFINITY)).toBe(-FARTHEST);
  });
});
