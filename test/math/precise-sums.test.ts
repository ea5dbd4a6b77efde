import { describe, expect, it } from "vitest";
import { preciseSums } from "../../src/math/precise-sums.js";
import { seededRandom, shuffled } from "../../src/math/random.js";

function sumOf(values: readonly number[]): number {
  const sums = preciseSums();
  for (const value of values) sums.add(0, value);
  return sums.finish()[0]!;
}

describe("preciseSums", () => {
  it("keeps what a plain sum loses", () => {
    expect(sumOf(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(sumOf([1e16, 1, -1e16])).toBe(1);
  });

  it("gives the same bits in any order", () => {
    const random = seededRandom(5);
    const values = Array.from({ length: 2000 }, () => random.uniform() * 10 ** random.integer(9));
    for (let k = 0; k < 20; k++) expect(sumOf(shuffled(values, random))).toBe(sumOf(values));
  });

  it("makes places as they are added to", () => {
    const sums = preciseSums(2);
    sums.add(40, 3);
    sums.add(0, 1);
    expect(Array.from(sums.finish())).toEqual([1, ...new Array(39).fill(0), 3]);
    expect(Array.from(preciseSums(2).finish())).toEqual([0, 0]);
  });
});
