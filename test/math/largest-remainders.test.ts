import { describe, expect, it } from "vitest";
import { largestRemainders } from "../../src/math/largest-remainders.js";
import { seededRandom } from "../../src/math/random.js";

describe("largestRemainders", () => {
  it("rounds shares so that they add up", () => {
    expect(largestRemainders([47, 16, 15, 12, 6, 4], 10)).toEqual([5, 2, 1, 1, 1, 0]);
    expect(largestRemainders([1, 1, 1], 2)).toEqual([1, 1, 0]);
    expect(largestRemainders([0, 0], 0)).toEqual([0, 0]);
  });

  it("stays within one of each share and within each count", () => {
    const random = seededRandom(3);
    for (let k = 0; k < 200; k++) {
      const counts = Array.from({ length: 1 + random.integer(20) }, () => random.integer(100));
      const all = counts.reduce((sum, count) => sum + count, 0);
      const seats = random.integer(all + 1);
      const given = largestRemainders(counts, seats);
      expect(given.reduce((sum, count) => sum + count, 0)).toBe(seats);
      for (const [s, count] of counts.entries()) {
        expect(given[s]).toBeLessThanOrEqual(count);
        if (all > 0) expect(Math.abs(given[s]! - (seats * count) / all)).toBeLessThan(1);
      }
    }
  });
});
