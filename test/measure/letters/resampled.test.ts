import { describe, expect, it } from "vitest";
import { quantile } from "../../../src/math/quantile.js";
import { seededRandom } from "../../../src/math/random.js";
import { log } from "../../../src/math/special.js";
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
  return {
    value: whole.mean,
    low: whole.mean - quantile(studentised, 0.975) * whole.error,
    high: whole.mean - quantile(studentised, 0.025) * whole.error,
  };
}

describe("the mean of people drawn anew", () => {
  it.each([1, 2])("is the bootstrap-t interval by definition, with %i letters for some", (most) => {
    const random = seededRandom(7, "values");
    const letters = Float64Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? most : 1));
    const people = { sums: letters.map((count) => count * (5 + random.normal())), letters };
    const interval = meanInterval(resampleMean(people, 300, seededRandom(3, "hand")), 0, 1e9);
    const expected = drawnByHand(people, 300, 3);
    for (const key of ["value", "low", "high"] as const) expect(interval[key]).toBeCloseTo(expected[key], 10);
  });

  it("has no width where everybody is asked the same, and none is invented", () => {
    const same = meanInterval(resampleMean(oneEach([0.1, 0.1, 0.1, 0.1, 0.1]), 100, seededRandom(1)), 0, 9);
    expect(same.low).toBeCloseTo(0.1, 12);
    expect(same.high).toBeCloseTo(0.1, 12);
  });

  it("keeps a width for whole numbers that do not vary", () => {
    const { value, low, high } = meanInterval(resampleMean(oneEach(Array(20).fill(1)), 500, seededRandom(1), 1), 0, 9);
    expect(value).toBe(1);
    expect(1 - low).toBeGreaterThan(0.05);
    expect(high - 1).toBeGreaterThan(0.05);
    expect(high - low).toBeLessThan(0.5);
  });

  it("stays within the range that is possible, and finite for two people", () => {
    const { low, high } = meanInterval(resampleMean(oneEach([0, 4]), 200, seededRandom(2)), 0, 5);
    expect(low).toBe(0);
    expect(high).toBeGreaterThanOrEqual(2);
    expect(high).toBeLessThanOrEqual(5);
  });

  it("covers the mean of a skewed burden: 200 files of 40 people", () => {
    let covered = 0;
    for (let file = 0; file < 200; file++) {
      const random = seededRandom(file, "skewed");
      const values = Float64Array.from({ length: 40 }, () => -log(1 - random.uniform()));
      const { low, high } = meanInterval(resampleMean(oneEach(values), 300, random), 0, 1e9);
      if (low <= 1 && high >= 1) covered++;
    }
    expect(covered).toBeGreaterThanOrEqual(180); // 95 % less 3.2 standard errors of 200 trials
  });
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

  it("reaches down to 0 in most files without a difference, with two groups and with eight", () => {
    for (const groups of [2, 8]) {
      let zero = 0;
      for (let file = 0; file < 100; file++) {
        const means = Array.from({ length: groups }, (_, g) => group(2, 1000 * file + g, 30));
        if (gapOfMeans(means).low === 0) zero++;
      }
      expect(zero).toBeGreaterThanOrEqual(88); // 95 % less 3.2 standard errors of 100 trials
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
