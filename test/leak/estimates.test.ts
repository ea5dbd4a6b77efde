import { expect, it } from "vitest";
import { estimateDifference, estimateShare } from "../../src/leak/estimates.js";

const hits = (...values: number[]) => Uint8Array.from(values);
const T4 = 2.7764451051977987; // Student's 97.5 % quantile, 4 degrees of freedom
const T1 = 12.706204736432095;

it("widens the interval of overlapping repeats as Nadeau and Bengio do", () => {
  const shares = [0.5, 0.75, 0.5, 0.75, 0.5];
  const repeats = shares.map((share) => hits(...Array.from({ length: 4 }, (_, i) => (i < 4 * share ? 1 : 0))));
  const mean = 0.6;
  const variance = (3 * 0.01 + 2 * 0.0225) / 4;
  const half = T4 * Math.sqrt(variance * (1 / 5 + 0.25));
  const found = estimateShare(repeats, { ratio: 0.25 });
  expect(found?.value).toBeCloseTo(mean, 14);
  expect(found?.low).toBeCloseTo(mean - half, 10);
  expect(found?.high).toBeCloseTo(mean + half, 10);
});

it("adds the spread of reference rows that stay the same", () => {
  // both repeats answer the same half: no spread over the repeats, variance 1/3 over four rows
  const same = [hits(1, 1, 0, 0), hits(1, 1, 0, 0)];
  const half = T1 * Math.sqrt(1 / 3 / 4);
  expect(estimateShare(same, { ratio: null })).toEqual({ value: 0.5, low: 0, high: 1 });
  expect(estimateDifference(same, [hits(0, 0, 0, 0), hits(0, 0, 0, 0)], { ratio: null })?.high).toBeCloseTo(
    0.5 + half,
    9,
  );
});

it("is certain of no difference between equal answers", () => {
  const one = [hits(1, 0, 1), hits(0, 0, 1)];
  expect(estimateDifference(one, one, { ratio: 0.4 })).toEqual({ value: 0, low: 0, high: 0 });
  expect(estimateDifference(one, one, { ratio: null })).toEqual({ value: 0, low: 0, high: 0 });
});

it("leaves out repeats that failed, and says nothing from a single one", () => {
  const some = [hits(1, 1), null, hits(1, 0)];
  expect(estimateShare(some, { ratio: 0.1 })?.value).toBe(0.75);
  expect(estimateShare([hits(1), null], { ratio: 0.1 })).toBeNull();
  expect(estimateDifference(some, [null, hits(1, 1), hits(1, 1)], { ratio: 0.1 })).toBeNull();
});
