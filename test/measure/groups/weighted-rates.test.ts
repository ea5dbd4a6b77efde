import { describe, expect, it } from "vitest";
import { wilsonInterval, Z_95 } from "../../../src/math/interval.js";
import { seededRandom } from "../../../src/math/random.js";
import { countWeighed, weighPeople, weightedRate } from "../../../src/measure/groups/weighted-rates.js";

/** The weighted rate of one group that is everybody. */
function rateOf(decisions: readonly number[], weights: readonly number[], z = Z_95) {
  const group = new Int32Array(decisions.length);
  const [people] = weighPeople(group, 1, Uint8Array.from(decisions), Float64Array.from(weights));
  return weightedRate(people!, people!, z);
}

const repeat = (count: number, value: number) => Array.from({ length: count }, () => value);

describe("weightedRate", () => {
  it("with equal weights is Wilson's", () => {
    for (const [accepted, n] of [
      [0, 10],
      [3, 10],
      [10, 10],
      [1, 1],
    ] as const) {
      const found = rateOf([...repeat(accepted, 1), ...repeat(n - accepted, 0)], repeat(n, 0.7));
      const { low, high } = wilsonInterval(accepted, n);
      expect(found.value).toBeCloseTo(accepted / n, 14);
      expect(found.low).toBeCloseTo(low, 13);
      expect(found.high).toBeCloseTo(high, 13);
    }
  });

  it("does not mind the unit of weights, however large", () => {
    const decisions = [1, 0, 1, 0, 0, 1];
    const weights = [1, 2, 3, 1, 2, 3];
    const once = rateOf(decisions, weights);
    const scaled = rateOf(
      decisions,
      weights.map((weight) => weight * 1e200),
    );
    expect(scaled.value).toBeCloseTo(once.value, 14);
    expect(scaled.low).toBeCloseTo(once.low, 14);
    expect(scaled.high).toBeCloseTo(once.high, 14);
  });

  it("leaves people of weight 0 out, as if they were not there", () => {
    expect(rateOf([1, 0, 1, 1], [1, 2, 3, 0])).toEqual(rateOf([1, 0, 1], [1, 2, 3]));
    const [nobody] = weighPeople(new Int32Array(2), 1, Uint8Array.of(0, 1), new Float64Array(2));
    expect(countWeighed(nobody!)).toBe(0);
  });

  it("of weights that depend on the decision alone is Wilson's of the shares drawn, carried over", () => {
    // half of each decision in the file, one in five accepted outside: weights 0.4 and 1.6
    const found = rateOf([...repeat(30, 1), ...repeat(20, 0)], [...repeat(30, 0.4), ...repeat(20, 1.6)]);
    const carried = (share: number) => (share * 0.4) / (share * 0.4 + (1 - share) * 1.6);
    const { low, high } = wilsonInterval(30, 50);
    expect(found.value).toBeCloseTo(carried(0.6), 14);
    expect(found.low).toBeCloseTo(carried(low), 13);
    expect(found.high).toBeCloseTo(carried(high), 13);
  });

  it("is wider the more uneven the weights are", () => {
    const decisions = [...repeat(20, 1), ...repeat(20, 0)];
    const width = (weights: number[]) => rateOf(decisions, weights).high - rateOf(decisions, weights).low;
    const uneven = decisions.map((_, i) => (i % 5 === 0 ? 10 : 1));
    expect(width(uneven)).toBeGreaterThan(1.2 * width(repeat(40, 1)));
  });

  it.each([
    [30, 0.2],
    [30, 0.9],
    [200, 0.5],
  ])("covers the truth in 92 to 98 %% of 1,500 files of %i people with unrelated weights, rate %f", (n, p) => {
    const random = seededRandom(5, `weighted ${n} ${p}`);
    let covered = 0;
    for (let trial = 0; trial < 1500; trial++) {
      const decisions = Array.from({ length: n }, () => (random.uniform() < p ? 1 : 0));
      const { low, high } = rateOf(
        decisions,
        decisions.map(() => Math.exp(0.7 * random.normal())),
      );
      covered += low <= p && p <= high ? 1 : 0;
    }
    expect(covered / 1500).toBeGreaterThan(0.92);
    expect(covered / 1500).toBeLessThan(0.98);
  });
});
