import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/math/random.js";
import { rateBounds, ratioBounds } from "../../../src/measure/groups/unknown.js";

interface Cell {
  readonly successes: number;
  readonly n: number;
}

/** Every way to deal `count` alike people out to `places`. */
function* deals(count: number, places: number): Generator<number[]> {
  if (places === 1) yield [count];
  else for (let k = 0; k <= count; k++) for (const rest of deals(count - k, places - 1)) yield [k, ...rest];
}

/** Bounds by trying every assignment of the unknown people to the groups or to none of them. */
function byTrying(groups: readonly Cell[], unknown: Cell) {
  const rates: number[] = [];
  const ratios: number[] = [];
  for (const won of deals(unknown.successes, groups.length + 1)) {
    for (const lost of deals(unknown.n - unknown.successes, groups.length + 1)) {
      const all = groups.map(({ successes, n }, k) => (successes + won[k]!) / (n + won[k]! + lost[k]!));
      const [own = 0] = all;
      const highest = Math.max(...all);
      rates.push(own);
      if (highest > 0) ratios.push(own / highest);
    }
  }
  const ends = (values: number[]) => (values.length === 0 ? [null, null] : [Math.min(...values), Math.max(...values)]);
  const [[rateLow, rateHigh], [ratioLow, ratioHigh]] = [ends(rates), ends(ratios)];
  return { rateLow, rateHigh, ratioLow, ratioHigh };
}

describe("bounds over unknown membership", () => {
  it("are those of every assignment, tried one by one", () => {
    const random = seededRandom(3, "bounds");
    for (let trial = 0; trial < 150; trial++) {
      const cell = (most: number): Cell => {
        const n = 1 + random.integer(most);
        return { n, successes: random.integer(n + 1) };
      };
      const groups = Array.from({ length: 2 + random.integer(2) }, () => cell(trial % 3 === 0 ? 3 : 9));
      const unknown = cell(6);
      const [own, ...others] = groups;
      const found = { ...rateBounds(own!, unknown), ...ratioBounds(own!, others, unknown) };
      expect(found, JSON.stringify({ groups, unknown })).toEqual(byTrying(groups, unknown));
    }
  });

  it("know that where nobody succeeds there is no ratio", () => {
    const nobody = { successes: 0, n: 12 };
    expect(ratioBounds(nobody, [nobody], { successes: 0, n: 4 })).toEqual({ ratioLow: null, ratioHigh: null });
    expect(ratioBounds(nobody, [nobody], { successes: 1, n: 4 })).toEqual({ ratioLow: 0, ratioHigh: 1 });
  });

  it("press down several high groups together, without counting one by one", () => {
    const others = [
      { successes: 90_000, n: 100_000 },
      { successes: 80_000, n: 100_000 },
    ];
    // 50,000 failures level both others: 170,000 of 250,000 = 0.68
    const { ratioHigh } = ratioBounds({ successes: 340, n: 1000 }, others, { successes: 0, n: 50_000 });
    expect(ratioHigh).toBeCloseTo(0.34 / 0.68, 5);
  });
});
