import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/math/random.js";
import { chooseThreshold } from "../../src/surrogate/threshold.js";

const choose = (values: number[], labels: number[]) =>
  chooseThreshold({ values: Float64Array.from(values), labels: Uint8Array.from(labels) });

/** Errors of "accept when value ≥ t", each class weighing one in total. */
function balancedErrors(values: number[], labels: number[], t: number): number {
  const share = (wanted: number, wrong: (value: number) => boolean) => {
    const own = values.filter((_, i) => labels[i] === wanted);
    return own.filter(wrong).length / own.length;
  };
  return share(0, (value) => value >= t) + share(1, (value) => value < t);
}

describe("chooseThreshold", () => {
  it("is the middle of the gap between separated classes", () => {
    expect(choose([-3, -2, 4, 5], [0, 0, 1, 1])).toBe(1);
    expect(choose([5, -2, 4, -3], [1, 0, 1, 0])).toBe(1);
  });

  it("takes the widest of equally good gaps, then the one nearest to 0", () => {
    expect(choose([0, 1, 3, 4], [0, 1, 0, 1])).toBe(0.5); // gaps (0,1] and (3,4] tie in width: nearer to 0
    expect(choose([0, 1, 3, 5], [0, 1, 0, 1])).toBe(4); // (3,5] is wider than (0,1]
    expect(choose([-4, -3, 0, 1], [0, 1, 0, 1])).toBe(0.5);
  });

  it("weighs the classes alike, however unequal their numbers", () => {
    // One error among 1 accepted row outweighs two among 10 rejected ones.
    const values = [-9, -8, -7, -6, -5, -4, -3, -2, 1, 2, 0];
    const labels = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    expect(choose(values, labels)).toBe(-1);
  });

  it("accepts or rejects everything only when no gap does as well", () => {
    expect(choose([1, 2], [1, 0])).toBeLessThan(1);
    expect(choose([2, 2], [0, 1])).toBeLessThan(2);
    expect(choose([], [])).toBe(0);
    expect(choose([3], [0])).toBeGreaterThan(3);
    expect(choose([3], [1])).toBeLessThanOrEqual(3);
  });

  it("never splits equal values, and separates neighbouring doubles", () => {
    const next = 1 + Number.EPSILON;
    const t = choose([1, next], [0, 1]);
    expect(t > 1 && t <= next).toBe(true);
  });

  it("has no more errors than any other threshold, on 200 random problems", () => {
    const random = seededRandom(1, "thresholds");
    for (let problem = 0; problem < 200; problem++) {
      const n = 2 + random.integer(12);
      const values = Array.from({ length: n }, () => random.integer(8) - 4);
      const labels = values.map((_, i) => (i === 0 ? 0 : i === 1 ? 1 : random.integer(2)));
      const chosen = balancedErrors(values, labels, choose(values, labels));
      for (let t = -5; t <= 5; t += 0.5) {
        expect(chosen).toBeLessThanOrEqual(balancedErrors(values, labels, t) + 1e-12);
      }
    }
  });
});
