import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/math/random.js";
import { dealFolds, splitByFold } from "../../src/surrogate/folds.js";

describe("dealFolds", () => {
  it("deals folds whose sizes differ by one at most, also over two classes", () => {
    const random = seededRandom(1, "folds");
    const zero = dealFolds(13, 5, random);
    const one = dealFolds(9, 5, random, 13);
    const sizes = [0, 1, 2, 3, 4].map((fold) => [...zero, ...one].filter((own) => own === fold).length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(22);
  });

  it("deals at random: not every five neighbours share out the five folds", () => {
    const dealt = dealFolds(100, 5, seededRandom(1, "folds"));
    const shares = Array.from({ length: 20 }, (_, k) => new Set(dealt.slice(5 * k, 5 * k + 5)).size);
    expect(Math.min(...shares)).toBeLessThan(5);
  });
});

describe("splitByFold", () => {
  it("splits the indices without loss, ascending", () => {
    const { heldOut, kept } = splitByFold(Int32Array.of(0, 2, 1, 0, 2), 2);
    expect(Array.from(heldOut)).toEqual([1, 4]);
    expect(Array.from(kept)).toEqual([0, 2, 3]);
  });
});
