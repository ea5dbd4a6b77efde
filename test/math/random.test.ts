import { describe, expect, it } from "vitest";
import { sampleWithoutReplacement, seededRandom, shuffled } from "../../src/math/random.js";

describe("seededRandom", () => {
  it("repeats for the same seed and stream, and differs for another of either", () => {
    const draw = (seed: number, stream: string) => {
      const random = seededRandom(seed, stream);
      return [random.nextBits(), random.nextBits(), random.nextBits()];
    };
    expect(draw(1, "a")).toEqual(draw(1, "a"));
    expect(draw(1, "a")).not.toEqual(draw(2, "a"));
    expect(draw(1, "a")).not.toEqual(draw(1, "b"));
    expect(draw(2 ** 40, "a")).not.toEqual(draw(0, "a"));
  });

  it("pins the first bits, so that a seed means the same in every release", () => {
    const random = seededRandom(42, "pinned");
    expect([random.nextBits(), random.nextBits(), random.uniform()]).toMatchInlineSnapshot(`
      [
        377793266,
        2568455532,
        0.24948504771841684,
      ]
    `);
  });

  it("has the moments of its distributions", () => {
    const random = seededRandom(7);
    const n = 200_000;
    let uniform = 0;
    let normal = 0;
    let square = 0;
    for (let k = 0; k < n; k++) {
      uniform += random.uniform();
      const value = random.normal();
      normal += value;
      square += value * value;
    }
    // five standard errors
    expect(Math.abs(uniform / n - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / n));
    expect(Math.abs(normal / n)).toBeLessThan(5 / Math.sqrt(n));
    expect(Math.abs(square / n - 1)).toBeLessThan(5 * Math.sqrt(2 / n));
  });

  it("integer is even over its range", () => {
    const random = seededRandom(3);
    const counts = new Float64Array(7);
    for (let k = 0; k < 70_000; k++) counts[random.integer(7)]! += 1;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(10_000));
  });
});

describe("shuffled and sampleWithoutReplacement", () => {
  it("permute without touching the input", () => {
    const items = [1, 2, 3, 4, 5];
    const mixed = shuffled(items, seededRandom(1));
    expect(items).toEqual([1, 2, 3, 4, 5]);
    expect([...mixed].sort()).toEqual(items);
  });

  it("draws different numbers, all of them when asked", () => {
    const drawn = sampleWithoutReplacement(10, 10, seededRandom(2));
    expect([...drawn].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(sampleWithoutReplacement(100, 30, seededRandom(2))).size).toBe(30);
  });
});
