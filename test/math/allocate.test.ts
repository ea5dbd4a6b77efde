import { describe, expect, it } from "vitest";
import { allocate } from "../../src/math/allocate.js";
import { seededRandom } from "../../src/math/random.js";

const one = () => 1;

describe("allocate(sizes, total, least)", () => {
  it("gives in proportion, the rest by the largest remainder", () => {
    expect([...allocate([500, 300, 200], 10, one)]).toEqual([5, 3, 2]);
    // shares 4.2, 3.5 and 2.3: the seventh goes to the largest remainder
    expect([...allocate([42, 35, 23], 10, one)]).toEqual([4, 4, 2]);
    expect([...allocate([1, 1, 1], 2, () => 0)]).toEqual([1, 1, 0]);
  });

  it("gives everything where there is room for all", () => {
    expect([...allocate([3, 0, 2], 5, one)]).toEqual([3, 0, 2]);
    expect([...allocate([3, 0, 2], 99, one)]).toEqual([3, 0, 2]);
  });

  it("gives small cells the least while room lasts, the largest cells first", () => {
    expect([...allocate([997, 1, 2], 10, one)]).toEqual([8, 1, 1]);
    expect([...allocate([997, 3], 10, (cell) => (cell === 1 ? 2 : 1))]).toEqual([8, 2]);
    expect([...allocate([5, 9, 7], 2, one)]).toEqual([0, 1, 1]);
  });

  it("gives exactly the total, and nobody more than there are", () => {
    const random = seededRandom(1, "allocate");
    for (let round = 0; round < 300; round++) {
      const sizes = Array.from({ length: 1 + random.integer(12) }, () => random.integer(round % 2 === 0 ? 5 : 5000));
      const everybody = sizes.reduce((sum, size) => sum + size, 0);
      const total = random.integer(everybody + 1);
      const given = allocate(sizes, total, one);
      expect(given.reduce((sum, count) => sum + count, 0)).toBe(total);
      expect(given.every((count, cell) => count >= 0 && count <= sizes[cell]!)).toBe(true);
      const cells = sizes.filter((size) => size > 0).length;
      if (total >= cells) expect(given.every((count, cell) => count >= Math.min(1, sizes[cell]!))).toBe(true);
    }
  });
});
