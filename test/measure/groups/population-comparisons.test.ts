import { describe, expect, it } from "vitest";
import { Z_95 } from "../../../src/math/interval.js";
import { normalTail } from "../../../src/math/normal.js";
import { seededRandom } from "../../../src/math/random.js";
import { modelFairness } from "../../../src/measure/groups/model-fairness.js";
import { comparePopulation, type PopulationSide } from "../../../src/measure/groups/population-comparisons.js";
import { groupingOf, inputOf } from "./model-people.js";

/** A group whose rate is normal with this standard error. */
function side(group: string, rate: number, error: number, mass = 1): PopulationSide {
  return { group, n: 100, mass, rate: (z) => ({ value: rate, low: rate - z * error, high: rate + z * error }) };
}

describe("comparePopulation", () => {
  it("compares two groups by a test of the difference of two normal rates", () => {
    const [found] = comparePopulation([[side("a", 0.4, 0.03), side("b", 0.5, 0.04)]], 0);
    const [first, second] = [found![0]!, found![1]!];
    expect([first.rate, first.rest]).toEqual([0.4, 0.5]);
    expect(first.single.low).toBeCloseTo(-0.1 - 0.05 * Z_95, 12);
    expect(first.difference.low).toBeCloseTo(first.single.low, 12); // the only comparison: nothing to correct
    expect(first.p).toBeCloseTo(2 * normalTail(0.1 / 0.05), 12);
    expect(first.adjusted).toBe(first.p);
    expect(second.p).toBe(first.p);
  });

  it("takes everybody else by their share of the population", () => {
    const sides = [side("a", 0.2, 0.02), side("b", 0.5, 0.02, 3), side("c", 0.9, 0.02, 1)];
    const [found] = comparePopulation([sides], 0);
    expect(found![0]!.rest).toBeCloseTo((3 * 0.5 + 0.9) / 4, 14);
    const error = 0.02 * Math.sqrt((9 + 1) / 16 + 1);
    expect(found![0]!.single.high - found![0]!.single.low).toBeCloseTo(2 * Z_95 * error, 12);
  });

  it("corrects for its own comparisons and for those made before", () => {
    const sides = [side("a", 0.4, 0.03), side("b", 0.5, 0.04)];
    const p = comparePopulation([sides], 0)[0]![0]!.p;
    expect(comparePopulation([sides], 5)[0]![0]!.adjusted).toBeCloseTo(6 * p, 14);
    const wide = comparePopulation([sides], 5)[0]![0]!;
    expect(wide.difference.high).toBeGreaterThan(wide.single.high);
    expect(comparePopulation([sides, sides], 0)[1]![0]!.adjusted).toBeCloseTo(2 * p, 14);
  });

  it("says nothing of groups without a rate, and of one group alone", () => {
    expect(comparePopulation([[side("a", 0.4, 0.03), null]], 0)).toEqual([[null, null]]);
    const [found] = comparePopulation([[null, side("b", 0.4, 0.03), side("c", 0.5, 0.03)]], 0);
    expect(found!.map((one) => one !== null)).toEqual([false, true, true]);
  });
});

describe("corrected comparisons of modelFairness", () => {
  const groupOf = (i: number) => i % 2;

  /** A population of 2,000 and 200 observed people; the surrogate errs about one in ten. */
  function drawn(seed: number, rates: readonly [number, number]) {
    const random = seededRandom(seed, "population");
    const person = (i: number) => {
      const decided = random.uniform() < rates[groupOf(i) as 0 | 1] ? 1 : 0;
      return { decided, answer: random.uniform() < 0.1 ? 1 - decided : decided };
    };
    const population = Array.from({ length: 2000 }, (_, i) => person(i));
    const observed = Array.from({ length: 200 }, (_, i) => person(i));
    const [attribute] = modelFairness(
      inputOf(
        population.map((_, i) => groupOf(i)),
        population.map(({ answer }) => (answer === 1 ? 0.9 : 0.1)),
        {
          scored: "population",
          otherTests: 1,
          observed: {
            groupings: [groupingOf(observed.map((_, i) => groupOf(i)))],
            decisions: Uint8Array.from(observed, ({ decided }) => decided),
            outOfFold: Float64Array.from(observed, ({ answer }) => answer),
            weights: null,
          },
        },
      ),
    ).attributes;
    return attribute!.groups.map(({ correctedComparison }) => correctedComparison!);
  }

  it("call a difference clear in at most 5 of 100 populations without one", () => {
    const runs = 400;
    const wrong = Array.from({ length: runs }, (_, seed) => drawn(seed, [0.5, 0.5])[0]!.adjusted <= 0.05);
    expect(wrong.filter(Boolean).length / runs).toBeLessThan(0.05);
  });

  it("hold a true difference in at least 95 of 100, and show it more often than the observed people could", () => {
    const runs = 400;
    const made = Array.from({ length: runs }, (_, seed) => drawn(seed, [0.45, 0.6])[0]!);
    const held = made.filter(({ difference: { low, high } }) => low <= -0.15 && -0.15 <= high);
    expect(held.length / runs).toBeGreaterThan(0.95);
    const clear = made.filter(({ adjusted }) => adjusted <= 0.05).length / runs;
    // a test of two shares of 100 people each has a power of 0.57 without any correction
    expect(clear).toBeGreaterThan(0.7);
  });
});
