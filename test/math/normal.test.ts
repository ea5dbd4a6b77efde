import { describe, expect, it } from "vitest";
import { normalTail } from "../../src/math/normal.js";
import stored from "../fixtures/facts.json" with { type: "json" };

describe("normalTail", () => {
  it.each(stored.normalTail)("at $z agrees with SciPy to 1e-12 of the value", ({ z, p }) => {
    expect(Math.abs(normalTail(z) / p - 1)).toBeLessThan(1e-12);
  });

  it("has mirrored tails that sum to 1, and falls from one end to the other", () => {
    for (const z of [0, 0.1, 1, 2.82, 2.83, 5]) expect(normalTail(z) + normalTail(-z)).toBeCloseTo(1, 15);
    const falling = Array.from({ length: 200 }, (_, k) => normalTail((k - 60) / 10));
    for (const [k, tail] of falling.entries()) expect(tail).toBeLessThanOrEqual(falling[k - 1] ?? 1);
    expect(normalTail(60)).toBe(0);
  });
});
