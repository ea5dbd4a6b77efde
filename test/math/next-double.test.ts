import { describe, expect, it } from "vitest";
import { nextDown, nextUp } from "../../src/math/next-double.js";
import { seededRandom } from "../../src/math/random.js";

describe("nextUp and nextDown", () => {
  it("step by the unit in the last place", () => {
    expect(nextUp(1)).toBe(1 + Number.EPSILON);
    expect(nextDown(1)).toBe(1 - Number.EPSILON / 2);
    expect(nextUp(-1)).toBe(-1 + Number.EPSILON / 2);
    expect(nextUp(0)).toBe(Number.MIN_VALUE);
    expect(nextDown(0)).toBe(-Number.MIN_VALUE);
    expect(nextUp(-0)).toBe(Number.MIN_VALUE);
    expect(nextUp(2 ** 32 * Number.MIN_VALUE - Number.MIN_VALUE)).toBe(2 ** 32 * Number.MIN_VALUE); // carry
    expect(nextDown(2 ** 32 * Number.MIN_VALUE)).toBe(2 ** 32 * Number.MIN_VALUE - Number.MIN_VALUE);
  });

  it("stop at the ends", () => {
    expect(nextUp(Number.MAX_VALUE)).toBe(Number.POSITIVE_INFINITY);
    expect(nextUp(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(nextUp(Number.NEGATIVE_INFINITY)).toBe(-Number.MAX_VALUE);
    expect(nextDown(Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
    expect(nextUp(Number.NaN)).toBeNaN();
  });

  it("leave nothing in between, and undo each other", () => {
    const random = seededRandom(3, "doubles");
    for (let k = 0; k < 500; k++) {
      const x = random.normal() * 2 ** (random.integer(80) - 40);
      const up = nextUp(x);
      expect(up).toBeGreaterThan(x);
      expect([x, up]).toContain(x + (up - x) / 2);
      expect(nextDown(up)).toBe(x);
    }
  });
});
