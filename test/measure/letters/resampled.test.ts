import { describe, expect, it } from "vitest";
import { quantile } from "../../../src/math/quantile.js";
import { type Random, seededRandom } from "../../../src/math/random.js";
import { exp, log } from "../../../src/math/special.js";
import {
  gapOfMeans,
  meanInterval,
  medianInterval,
  type PersonSums,
  resampleMean,
} from "../../../src/measure/letters/resampled.js";

const oneEach = (values: ArrayLike<number>): PersonSums => ({
  sums: Float64Array.from(values),
  letters: new Float64Array(values.length).fill(1),
});

/** The definition, with lists: draw people, take mean and standard error of what was drawn. */
function drawnByHand({ sums, letters }: PersonSums, resamples: number, seed: number) {
  const random = seededRandom(seed, "hand");
  const measure = (people: readonly number[]) => {
    const c = people.reduce((total, i) => total + letters[i]!, 0);
    const mean = people.reduce((total, i) => total + sums[i]!, 0) / c;
    const squares = people.reduce((total, i) => total + (sums[i]! - mean * letters[i]!) ** 2, 0);
    return { mean, error: Math.sqrt((people.length / (people.length - 1)) * squares) / c };
  };
  const everybody = Array.from(sums, (_, i) => i);
  const whole = measure(everybody);
  const studentised = Array.from({ length: resamples }, () => {
    const { mean, error } = measure(everybody.map(() => random.integer(sums.length)));
    return (mean - whole.mean) / error;
  }).sort((a, b) => a - b);
  const factor = Math.exp((2.0686576104190406 * 1.15 * whole.error) / whole.mean); // Student's 97.5 % point of 23
  return {
    value: whole.mean,
    low: whole.mean / factor,
    high: Math.max(whole.mean * factor, whole.mean - quantile(studentised, 0.025) * 1.15 * whole.error),
  };
}

describe("the mean of people drawn anew", () => {
  it.each([1, 2])("has the interval of its definition, with %i letters for some", (most) => {
    const random = seededRandom(7, "values");
    const letters = Float64Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? most : 1));
    const people = { sums: letters.map((count) => count * (5 + random.normal())), letters };
    const interval = meanInterval(resampleMean(people, 300, seededRandom(3, "hand")), 1e9);
    const expected = drawnByHand(people, 300, 3);
    for (const key of ["value", "low", "high"] as const) expect(interval[key]).toBeCloseTo(expected[key], 10);
  });

  it("has no width where everybody is asked the same, and none is invented", () => {
    const same = meanInterval(resampleMean(oneEach([0.1, 0.1, 0.1, 0.1, 0.1]), 100, seededRandom(1)), 9);
    expect(same.low).toBeCloseTo(0.1, 12);
    expect(same.high).toBeCloseTo(0.1, 12);
    expect(meanInterval(resampleMean(oneEach([0, 0, 0]), 100, seededRandom(1)), 9)).toEqual({
      value: 0,
      low: 0,
      high: 0,
    });
  });

  it("keeps a width for whole numbers that do not vary", () => {
    const { value, low, high } = meanInterval(resampleMean(oneEach(Array(20).fill(1)), 500, seededRandom(1), 1), 9);
    expect(value).toBe(1);
    expect(1 - low).toBeGreaterThan(0.05);
    expect(high - 1).toBeGreaterThan(0.05);
    expect(high - low).toBeLessThan(0.5);
  });

  it("stays within the range that is possible, and finite for two people", () => {
    const { low, high } = meanInterval(resampleMean(oneEach([0, 4]), 200, seededRandom(2)), 5);
    expect(low).toBeGreaterThan(0);
    expect(high).toBeGreaterThanOrEqual(2);
    expect(high).toBeLessThanOrEqual(5);
  });

  /** Draws, and the mean that is known of them. */
  const BURDENS: Readonly<Record<string, readonly [(random: Random) => number, number]>> = {
    exponential: [(random) => -log(1 - random.uniform()), 1],
    uniform: [(random) => random.uniform(), 0.5],
    "half normal": [(random) => Math.abs(random.normal()), Math.sqrt(2 / Math.PI)],
    "log-normal": [(random) => exp(0.5 * random.normal()), exp(0.125)],
    "normal, far from 0": [(random) => 3 + 0.5 * random.normal(), 3],
  };

  it.each(Object.keys(BURDENS))(
    "covers the mean of a burden that is %s, in groups of 5 to 20, and never ends at 0",
    (name) => {
      const [draw, mean] = BURDENS[name]!;
      for (const people of [5, 10, 20]) {
        let covered = 0;
        for (let file = 0; file < 400; file++) {
          const random = seededRandom(file, `${name}, ${people}`);
          const values = Float64Array.from({ length: people }, () => draw(random));
          const { low, high } = meanInterval(resampleMean(oneEach(values), 200, random), 1e9);
          expect(low).toBeGreaterThan(0);
          if (low <= mean && high >= mean) covered++;
        }
        expect(covered).toBeGreaterThanOrEqual(368 - 12); // 92 %, less 2.2 standard errors of 400 trials
        expect(covered).toBeLessThanOrEqual(392 + 4);
      }
    },
  );
});

describe("gapOfMeans", () => {
  const group = (centre: number, seed: number, n = 60) => {
    const random = seededRandom(seed, "group");
    return resampleMean(oneEach(Array.from({ length: n }, () => centre + 0.5 * random.normal())), 400, random);
  };

  it("names the two and brackets their difference", () => {
    const means = [group(2, 1), group(5, 2), group(3, 3)];
    const gap = gapOfMeans(means);
    expect(gap).toMatchObject({ highest: 1, lowest: 0, value: means[1]!.value - means[0]!.value });
    expect(gap.low).toBeGreaterThan(2.5);
    expect(gap.high).toBeLessThan(3.5);
  });

  it("reaches below 0, not to it, in most files without a difference, with two groups and with eight", () => {
    for (const groups of [2, 8]) {
      let below = 0;
      for (let file = 0; file < 100; file++) {
        const means = Array.from({ length: groups }, (_, g) => group(2, 1000 * file + g, 30));
        const { low } = gapOfMeans(means);
        expect(low).not.toBe(0);
        if (low < 0) below++;
      }
      expect(below).toBeGreaterThanOrEqual(88); // 95 % less 3.2 standard errors of 100 trials
    }
  });

  it.each([
    [10, 10],
    [20, 10],
    [40, 20],
  ])("covers the difference of two exponential burdens, groups of %i and %i", (first, second) => {
    for (const [means, most] of [
      [[1, 1.5], 1],
      [[1, 1], 0.98],
    ] as const) {
      let covered = 0;
      for (let file = 0; file < 300; file++) {
        const random = seededRandom(file, `${first}, ${second}`);
        const drawn = [first, second].map((size, g) =>
          resampleMean(
            oneEach(Array.from({ length: size }, () => -log(1 - random.uniform()) * means[g]!)),
            200,
            random,
          ),
        );
        const { low, high, highest, lowest } = gapOfMeans(drawn);
        const truth = means[highest]! - means[lowest]!;
        if (low <= truth && truth <= high) covered++;
      }
      expect(covered / 300).toBeGreaterThanOrEqual(0.92 - 0.03); // two standard errors of 300 trials
      expect(covered / 300).toBeLessThanOrEqual(most);
    }
  });

  it("is exact where nothing varies", () => {
    const constant = (value: number) => resampleMean(oneEach([value, value, value]), 50, seededRandom(1));
    expect(gapOfMeans([constant(1), constant(4)])).toEqual({ value: 3, low: 3, high: 3, highest: 1, lowest: 0 });
  });
});

describe("medianInterval", () => {
  it.each([
    { people: 9, letters: 9 },
    { people: 6, letters: 13 },
    { people: 2, letters: 2 },
  ])("is the percentile interval by definition: $people people, $letters letters", ({ people, letters }) => {
    const random = seededRandom(letters, "values");
    const owners = Int32Array.from({ length: letters }, (_, k) => k % people);
    const values = Float64Array.from({ length: letters }, () => random.integer(20));
    const drawing = seededRandom(5, "hand");
    const medians = Array.from({ length: 250 }, () => {
      const drawn = Array.from({ length: people }, () => drawing.integer(people));
      const pooled = drawn.flatMap((person) => [...values].filter((_, k) => owners[k] === person));
      return quantile(
        pooled.sort((a, b) => a - b),
        0.5,
      );
    }).sort((a, b) => a - b);
    expect(medianInterval({ values, owners, people }, 250, seededRandom(5, "hand"))).toEqual({
      value: quantile(values.toSorted(), 0.5),
      low: quantile(medians, 0.025),
      high: quantile(medians, 0.975),
    });
  });
});
