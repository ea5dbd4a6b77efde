import { describe, expect, it } from "vitest";
import { quantile } from "../../src/math/quantile.js";
import stored from "../fixtures/quantiles.json" with { type: "json" };

describe("quantile", () => {
  it.each(stored.cases)("equals numpy.quantile to the last bit on $values.length values", ({ values, quantiles }) => {
    const sorted = Float64Array.from(values).sort();
    for (const [p, expected] of quantiles) expect(quantile(sorted, p ?? 0)).toBe(expected);
  });

  it("is linear between neighbours and exact at both ends", () => {
    expect(quantile([1, 2, 4], 0)).toBe(1);
    expect(quantile([1, 2, 4], 0.25)).toBe(1.5);
    expect(quantile([1, 2, 4], 0.75)).toBe(3);
    expect(quantile([1, 2, 4], 1)).toBe(4);
  });
});
