import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/math/random.js";
import { exp, log, sigmoid, softplus } from "../../src/math/special.js";

const random = seededRandom(1, "special");

describe("exp", () => {
  it("is within two units in the last place of the engine's, over the whole range", () => {
    for (let k = 0; k < 20_000; k++) {
      const x = 1400 * random.uniform() - 700;
      expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThanOrEqual(2 * Number.EPSILON);
    }
  });

  it("meets its ends", () => {
    expect(exp(0)).toBe(1);
    expect(Math.abs(exp(1) - Math.E)).toBeLessThanOrEqual(2 * Number.EPSILON);
    expect(exp(710)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(-746)).toBe(0);
    expect(exp(-745)).toBe(5e-324);
    expect(exp(Number.NaN)).toBeNaN();
  });
});

describe("log", () => {
  it("is within two units in the last place of the engine's, from subnormal to huge", () => {
    for (let k = 0; k < 20_000; k++) {
      const x = random.uniform() * 2 ** (2000 * random.uniform() - 1000);
      const error = Math.abs(log(x) - Math.log(x));
      expect(error).toBeLessThanOrEqual(2 * Number.EPSILON * Math.max(Math.abs(Math.log(x)), Number.EPSILON));
    }
    expect(log(5e-324)).toBeCloseTo(Math.log(5e-324), 12);
  });

  it("keeps its digits near 1", () => {
    expect(log(1)).toBe(0);
    expect(log(1 + 1e-9)).toBeCloseTo(Math.log(1 + 1e-9), 24);
  });

  it("meets its ends", () => {
    expect(log(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(log(-1)).toBeNaN();
    expect(log(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("sigmoid and softplus", () => {
  it("are symmetric and do not overflow", () => {
    expect(sigmoid(0)).toBe(0.5);
    expect(sigmoid(1000)).toBe(1);
    expect(sigmoid(-1000)).toBe(0);
    expect(sigmoid(2) + sigmoid(-2)).toBeCloseTo(1, 15);
    expect(softplus(1000)).toBe(1000);
    expect(softplus(-1000)).toBe(0);
    expect(softplus(0)).toBeCloseTo(Math.LN2, 15);
  });
});
