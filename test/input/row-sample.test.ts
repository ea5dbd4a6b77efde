import { describe, expect, it } from "vitest";
import { rowSampler } from "../../src/input/row-sample.js";
import { largestRemainders } from "../../src/math/largest-remainders.js";

/** Draws from rows 2, 3, … whose strata are given. */
function drawn(strata: readonly number[], first: number, second: number, seed = 1) {
  const sampler = rowSampler(first + second, seed);
  let most = 0;
  let held = 0;
  for (const [i, stratum] of strata.entries()) {
    const key = sampler.offer(stratum, i + 2);
    if (key < 0) continue;
    sampler.hold(stratum, { row: i + 2, key, cells: "[]" });
    most = Math.max(most, ++held);
  }
  const [own, others] = sampler.draw(first, second).map((rows) => rows.map(({ row }) => row));
  return { own: own!, others: others!, held };
}

const mixed = Array.from({ length: 50_000 }, (_, i) => (i % 100 === 0 ? 2 : i % 3 === 0 ? 1 : 0));
const sorted = mixed.toSorted((a, b) => a - b);

describe("rowSampler", () => {
  it("draws each stratum in proportion, whatever the order of the file", () => {
    for (const strata of [mixed, sorted, sorted.toReversed()]) {
      const { own, others } = drawn(strata, 500, 300);
      const count = (rows: readonly number[]) =>
        [0, 1, 2].map((s) => rows.filter((row) => strata[row - 2] === s).length);
      const sizes = [0, 1, 2].map((s) => strata.filter((stratum) => stratum === s).length);
      expect(count(own)).toEqual(largestRemainders(sizes, 500));
      expect(others).toHaveLength(300);
      expect(new Set([...own, ...others]).size).toBe(800);
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
  });

  it("draws the rows with the lowest keys: those of one pass that holds all", () => {
    const few = drawn(sorted, 200, 0);
    const all = drawn(sorted, 50_000, 0);
    expect(all.own).toHaveLength(50_000);
    expect(few.own.every((row) => all.own.includes(row))).toBe(true);
    const [again, other] = [drawn(sorted, 200, 0), drawn(sorted, 200, 0, 2)];
    expect(again.own).toEqual(few.own);
    expect(other.own).not.toEqual(few.own);
  });

  it("draws rows evenly", () => {
    const tenths = new Array<number>(10).fill(0);
    for (let seed = 0; seed < 40; seed++) {
      for (const row of drawn(new Array(2000).fill(0), 100, 0, seed).own) tenths[Math.floor((row - 2) / 200)]! += 1;
    }
    // 400 expected in each, standard deviation below 20
    for (const count of tenths) expect(Math.abs(count - 400)).toBeLessThan(90);
  });

  it("looks at few rows once it has enough", () => {
    expect(drawn(new Array(400_000).fill(0), 500, 0).held).toBeLessThan(12_000);
  });
});
