import { describe, expect, it } from "vitest";
import { measureShare, Z_95 } from "../../../src/math/interval.js";
import { seededRandom } from "../../../src/math/random.js";
import { rateBounds, ratioBounds } from "../../../src/measure/groups/bounds.js";
import { comparisonErrors } from "../../../src/measure/groups/compared.js";
import { gatherFacts, smallGroups } from "../../../src/measure/groups/facts.js";
import type { Grouping } from "../../../src/measure/groups/groups.js";
import { differenceOf, rateWith, scoreRatio } from "../../../src/measure/groups/proportions.js";

interface Group {
  readonly accepted: number;
  readonly rejected: number;
  /** The same for all of the group. */
  readonly weight?: number;
}

/** One attribute from counts; the group called "?" is of unknown membership. */
function file(groups: Readonly<Record<string, Group>>) {
  const labels = Object.keys(groups).filter((label) => label !== "?");
  const groupOf: number[] = [];
  const decisions: number[] = [];
  const weights: number[] = [];
  for (const [label, { accepted, rejected, weight = 1 }] of Object.entries(groups)) {
    for (let k = 0; k < accepted + rejected; k++) {
      groupOf.push(labels.indexOf(label));
      decisions.push(k < accepted ? 1 : 0);
      weights.push(weight);
    }
  }
  const grouping: Grouping = {
    ...{ attribute: "area", columns: ["area"], kind: "category", labels },
    groupOf: Int32Array.from(groupOf),
  };
  return { grouping, decisions: Uint8Array.from(decisions), weights: Float64Array.from(weights) };
}

/** The facts of one attribute without weights. */
function factsOf(groups: Readonly<Record<string, Group>>) {
  const { grouping, decisions } = file(groups);
  const facts = gatherFacts([grouping], decisions, null);
  return { ...facts, area: facts.attributes[0]! };
}

describe("gatherFacts", () => {
  const north = { accepted: 60, rejected: 40 };
  const south = { accepted: 18, rejected: 42 };
  const { area, overall, tests, balancedByDesign } = factsOf({ north, south, west: { accepted: 2, rejected: 5 } });

  it("counts each group with its Wilson interval, and marks those too small for a number", () => {
    expect(overall).toEqual({ n: 167, rate: measureShare(80, 167), weightedRate: null });
    expect(area.groups.map(({ group, n, status }) => [group, n, status])).toEqual([
      ["north", 100, "measured"],
      ["south", 60, "measured"],
      ["west", 7, "insufficient"],
    ]);
    expect(area.groups[2]).toEqual({
      ...{ group: "west", n: 7, status: "insufficient", rate: measureShare(2, 7), weightedRate: null },
      ...{ impactRatio: null, weightedImpactRatio: null, differenceFromRest: null, test: null, bounds: null },
      comparison: null,
    });
    expect(smallGroups({ overall, attributes: [area], tests, balancedByDesign })).toEqual(["area: west (n = 7)"]);
  });

  it("compares with the highest measured group", () => {
    expect(area.reference).toBe("north");
    expect(area.groups[0]?.impactRatio).toEqual({ value: 1, low: 1, high: 1 });
    const [a, b] = [
      { successes: 18, n: 60 },
      { successes: 60, n: 100 },
    ];
    expect(area.groups[1]?.impactRatio).toEqual(scoreRatio(a, b, Z_95));
    const names = { highest: "north", lowest: "south" };
    expect(area.parityRatio).toEqual({ ...scoreRatio(a, b, Z_95), ...names });
    expect(area.parityDifference).toEqual({ ...differenceOf(rateWith(b, Z_95), rateWith(a, Z_95)), ...names });
    expect(area.weighted).toBeNull();
  });

  it("compares with everybody else whose group is known, small groups among them", () => {
    const rest = { successes: 62, n: 107 };
    const difference = differenceOf(rateWith({ successes: 18, n: 60 }, Z_95), rateWith(rest, Z_95));
    expect(area.groups[1]?.differenceFromRest).toEqual(difference);
    expect(area.groups[1]?.test?.name).toBe("z");
    expect(tests).toBe(2);
  });

  it("says what so many people could show: the reference with the largest other group", () => {
    expect(area.power).toMatchObject({ reference: "north", group: "south" });
    expect(area.power?.detectableRatio).toBeGreaterThan(0);
    expect(area.power?.detectableRatio).toBeLessThan(0.8);
    expect(area.power?.neededPerGroup).toBeGreaterThan(100);
  });

  it("adjusts p-values over all attributes together, one test for the two groups of a pair", () => {
    const { grouping, decisions } = file({ a: { accepted: 30, rejected: 10 }, b: { accepted: 20, rejected: 20 } });
    const once = gatherFacts([grouping], decisions, null);
    expect(once.tests).toBe(1);
    const [first, second] = once.attributes[0]?.groups ?? [];
    expect(first?.test).toEqual(second?.test);
    expect(first?.test?.adjusted).toBe(first?.test?.p);
    const twice = gatherFacts([grouping, { ...grouping, attribute: "again" }], decisions, null);
    expect(twice.tests).toBe(2);
    expect(twice.attributes[1]?.groups[0]?.test?.adjusted).toBeCloseTo(2 * (first?.test?.p ?? 0), 14);
  });

  it("says what people of unknown group could change", () => {
    const withUnknown = factsOf({ north, south, "?": { accepted: 5, rejected: 10 } }).area;
    expect(withUnknown.unknown).toEqual({ n: 15, favourable: 5, rate: measureShare(5, 15) });
    expect(withUnknown.groups[1]).toMatchObject({ n: 60, rate: { successes: 18 } });
    expect(withUnknown.groups[1]?.bounds).toEqual({
      ...{ rateLow: 18 / 70, rateHigh: 23 / 65 },
      ...{ ratioLow: 18 / 70 / (65 / 105), ratioHigh: 23 / 65 / (60 / 110) },
    });
    expect(area.unknown).toBeNull();
  });

  it("notices a file that looks balanced by design", () => {
    expect(balancedByDesign).toBe(false);
    expect(factsOf({ a: { accepted: 30, rejected: 30 } }).balancedByDesign).toBe(true);
  });

  it("refuses what does not belong together, and nothing at all", () => {
    const { grouping, decisions, weights } = file({ north, south });
    expect(() => gatherFacts([grouping], decisions.slice(1), null)).toThrow(
      "there are 159 decisions but 160 groups by 'area'; pass one per decision",
    );
    expect(() => gatherFacts([], decisions, weights.slice(2))).toThrow("160 decisions but 158 weights");
    expect(() => gatherFacts([], new Uint8Array(0), null)).toThrow("facts need at least one decision");
  });
});

describe("gatherFacts with weights", () => {
  it("may put another group highest, and says which", () => {
    // 20 of 40 accepted in both; weights differ by decision in b alone
    const { grouping, decisions } = file({ a: { accepted: 22, rejected: 18 }, b: { accepted: 20, rejected: 20 } });
    const weights = Float64Array.from(decisions, (decision, i) => (i >= 40 && decision === 1 ? 3 : 1));
    const { overall, attributes } = gatherFacts([grouping], decisions, weights);
    const [area] = attributes;
    expect(overall.weightedRate?.value).toBeCloseTo((22 + 60) / (40 + 80), 14);
    expect(area?.reference).toBe("a");
    expect(area?.weighted?.reference).toBe("b");
    expect(area?.groups.map(({ weightedRate }) => weightedRate?.value)).toEqual([22 / 40, 60 / 80]);
    expect(area?.groups[1]?.weightedImpactRatio).toEqual({ value: 1, low: 1, high: 1 });
    expect(area?.groups[0]?.weightedImpactRatio?.value).toBeCloseTo(22 / 40 / (60 / 80), 14);
    expect(area?.weighted?.parityDifference).toMatchObject({ value: 0.75 - 0.55, highest: "b", lowest: "a" });
    expect(area?.weighted?.parityRatio?.value).toBe(area?.groups[0]?.weightedImpactRatio?.value);
  });

  it("that are all 0 have no weighted rate, and others of 0 leave a group out", () => {
    const groups = { a: { accepted: 10, rejected: 10 }, b: { accepted: 10, rejected: 5, weight: 0 } };
    const { grouping, decisions, weights } = file(groups);
    const [area] = gatherFacts([grouping], decisions, weights).attributes;
    expect(area?.groups[1]?.weightedRate).toBeNull();
    expect(area?.weighted).toEqual({ reference: null, parityDifference: null, parityRatio: null });
    expect(area?.reference).toBe("b");
    const none = gatherFacts([grouping], decisions, new Float64Array(35));
    expect(none.overall.weightedRate).toBeNull();
    expect(none.attributes[0]?.groups[0]?.weightedRate).toBeNull();
  });

  it("compares only groups with ten people that have weight", () => {
    const groups = { a: { accepted: 10, rejected: 10 }, b: { accepted: 10, rejected: 10, weight: 2 } };
    const { grouping, decisions, weights } = file(groups);
    weights.fill(0, 0, 11);
    expect(gatherFacts([grouping], decisions, weights).attributes[0]?.weighted?.reference).toBeNull();
  });
});

describe("gatherFacts at the edges", () => {
  it("has only the whole without a sensitive column", () => {
    expect(gatherFacts([], Uint8Array.of(1, 0), null)).toMatchObject({ overall: { n: 2 }, attributes: [], tests: 0 });
  });

  it("has nothing to compare one group with", () => {
    const { area, tests } = factsOf({ a: { accepted: 20, rejected: 10 }, "?": { accepted: 1, rejected: 2 } });
    expect(tests).toBe(0);
    expect(area).toMatchObject({ reference: null, parityDifference: null, parityRatio: null, power: null });
    expect(area.groups[0]).toMatchObject({ impactRatio: null, differenceFromRest: null, test: null });
    expect(area.groups[0]?.bounds).toEqual({ rateLow: 20 / 32, rateHigh: 21 / 31, ratioLow: null, ratioHigh: null });
  });

  it("shows single people and compares nobody", () => {
    const { area } = factsOf({ a: { accepted: 1, rejected: 0 }, b: { accepted: 0, rejected: 1 } });
    expect(area.reference).toBeNull();
    expect(area.groups.map(({ status, rate }) => [status, rate.share])).toEqual([
      ["insufficient", 1],
      ["insufficient", 0],
    ]);
  });

  it("widens comparisons with the highest of twelve groups, and of the lowest with it", () => {
    const counts = Object.fromEntries(
      Array.from({ length: 12 }, (_, k) => [`g${k}`, { accepted: 20 + k, rejected: 20 }]),
    );
    const { area, tests } = factsOf(counts);
    const errors = comparisonErrors(12);
    const [lowest, highest] = [
      { successes: 20, n: 40 },
      { successes: 31, n: 51 },
    ];
    expect(tests).toBe(12);
    expect(area.reference).toBe("g11");
    expect(area.groups[0]?.impactRatio).toEqual(scoreRatio(lowest, highest, errors));
    expect(area.parityRatio).toMatchObject(scoreRatio(lowest, highest, errors));
  });

  describe("has one interval for one quantity, whatever else is compared:", () => {
    const random = seededRandom(4, "one interval");
    const groupings = [2, 3, 5, 2].map((levels, k): Grouping => {
      const names = { attribute: `a${k}`, columns: [`a${k}`], kind: "category" as const };
      const labels = Array.from({ length: levels }, (_, g) => `g${g}`);
      return { ...names, labels, groupOf: Int32Array.from({ length: 400 }, () => random.integer(levels)) };
    });
    const decisions = Uint8Array.from({ length: 400 }, (_, i) =>
      random.uniform() < (groupings[0]!.groupOf[i] === 0 ? 0.3 : 0.6) ? 1 : 0,
    );
    const weights = Float64Array.from({ length: 400 }, () => 1 + random.integer(3));
    const found = [null, weights].flatMap((given) => gatherFacts(groupings, decisions, given).attributes);

    it("the smallest ratio, and the lowest group's", () => {
      for (const { groups, parityRatio, weighted } of found) {
        const lowest = groups.find(({ group }) => group === parityRatio?.lowest);
        expect(parityRatio).toMatchObject(lowest!.impactRatio!);
        const least = groups.find(({ group }) => group === weighted?.parityRatio?.lowest);
        if (weighted !== null) expect(weighted.parityRatio).toMatchObject(least!.weightedImpactRatio!);
      }
    });

    it("the difference of two groups, and the comparison of one with the rest", () => {
      for (const { groups, parityDifference, weighted } of found) {
        if (groups.length > 2) continue;
        const shown = weighted?.parityDifference ?? parityDifference!;
        const { difference } = groups.find(({ group }) => group === shown.highest)!.comparison!;
        for (const key of ["value", "low", "high"] as const) expect(shown[key]).toBeCloseTo(difference[key], 12);
      }
    });
  });

  it("compares equal rates with the largest group, and names two groups", () => {
    const { area } = factsOf({ a: { accepted: 10, rejected: 10 }, b: { accepted: 30, rejected: 30 } });
    expect(area.reference).toBe("b");
    expect(area.parityDifference).toMatchObject({ value: 0, highest: "b", lowest: "a" });
  });

  it("knows no ratio when nobody was accepted, and 1 when everybody was", () => {
    const nobody = factsOf({ a: { accepted: 0, rejected: 12 }, b: { accepted: 0, rejected: 30 } }).area;
    expect(nobody.groups.map(({ impactRatio }) => impactRatio)).toEqual([null, null]);
    expect(nobody.parityRatio).toBeNull();
    expect(nobody.parityDifference?.value).toBe(0);
    expect(nobody.power).toEqual({ reference: "b", group: "a", detectableRatio: null, neededPerGroup: null });
    const everybody = factsOf({ a: { accepted: 12, rejected: 0 }, b: { accepted: 30, rejected: 0 } }).area;
    expect(everybody.groups[0]?.impactRatio?.value).toBe(1);
    expect(everybody.groups[0]?.impactRatio?.low).toBeLessThan(0.8);
    expect(everybody.groups[0]?.test).toEqual({ name: "fisher", p: 1, adjusted: 1 });
    expect(everybody.power?.neededPerGroup).toBeGreaterThan(0);
  });

  it("has no group when every value is missing", () => {
    const { area } = factsOf({ "?": { accepted: 5, rejected: 6 } });
    expect(area).toMatchObject({ groups: [], reference: null, power: null, unknown: { n: 11, favourable: 5 } });
  });

  it("keeps long labels whole, and everything finite", () => {
    const label = "long ".repeat(400);
    const { area } = factsOf({ [label]: { accepted: 11, rejected: 4 }, b: { accepted: 0, rejected: 10 } });
    expect(area.reference).toBe(label);
    const numbers: number[] = [];
    JSON.stringify(area, (_, value) => {
      if (typeof value === "number") numbers.push(value);
      return value;
    });
    expect(numbers.every(Number.isFinite)).toBe(true);
  });
});

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
