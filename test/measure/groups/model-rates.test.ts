import { describe, expect, it } from "vitest";
import { Z_95 } from "../../../src/math/interval.js";
import { seededRandom } from "../../../src/math/random.js";
import { modelFairness } from "../../../src/measure/groups/model-fairness.js";
import { collectResiduals, correctedRate } from "../../../src/measure/groups/model-rates.js";
import { groupingOf, groupsOf, inputOf } from "./model-people.js";

/** A population of 100 per group with the given shares accepted by the surrogate, and 40 observed per group. */
function correct(shares: readonly number[], observed: { accepted: number; predicted: number }, changes: object = {}) {
  const groups = groupsOf(...shares.map(() => 100));
  const scores = groups.map((group, i) => (i % 100 < 100 * shares[group]! ? 0.9 : 0.1));
  const people = groupsOf(...shares.map(() => 40));
  const decisions = Uint8Array.from(people, (_, i) => (i % 40 < observed.accepted ? 1 : 0));
  const outOfFold = Float64Array.from(people, (_, i) => (i % 40 < observed.predicted ? 1 : 0));
  const { weights = null, ...others } = changes as { weights?: Float64Array | null };
  const [attribute] = modelFairness(
    inputOf(groups, scores, {
      scored: "population",
      observed: { groupings: [groupingOf(people)], decisions, outOfFold, weights },
      ...others,
    }),
  ).attributes;
  return attribute?.groups ?? [];
}

describe("corrected rates", () => {
  it("add the mean error on the observed people to the rate in the population", () => {
    const [first, second] = correct([0.5, 0.3], { accepted: 20, predicted: 16 });
    expect(first?.correctedRate?.value).toBeCloseTo(0.5 + 4 / 40, 14);
    expect(second?.correctedRate?.value).toBeCloseTo(0.3 + 4 / 40, 14);
    expect(first?.correctedRatio).toEqual({ value: 1, low: 1, high: 1 });
    expect(second?.correctedRatio?.value).toBeCloseTo(0.4 / 0.6, 14);
  });

  it("have the width of a mean of differences of matched pairs, half a person added either way", () => {
    const residuals = collectResiduals(1, new Int32Array(40), {
      decisions: Uint8Array.from({ length: 40 }, (_, i) => (i < 10 ? 1 : 0)),
      outOfFold: Float64Array.from({ length: 40 }, (_, i) => (i < 5 || i >= 38 ? 1 : 0)), // five errors one way, two the other
      weights: null,
    })[0]!;
    const { value, low, high } = correctedRate({ value: 0.5, low: 0.5, high: 0.5 }, residuals, Z_95);
    const centre = 3 / 41;
    const error = Math.sqrt((8 / 41 - centre * centre) / 41);
    expect(value).toBeCloseTo(0.5 + 3 / 40, 14);
    expect(low).toBeCloseTo(0.5 + centre - Z_95 * error, 13);
    expect(high).toBeCloseTo(0.5 + centre + Z_95 * error, 13);
  });

  it("have width where no error was seen, and stay within [0, 1]", () => {
    const [first, second] = correct([1, 0.01], { accepted: 20, predicted: 20 });
    expect(first?.correctedRate).toMatchObject({ value: 1, high: 1 });
    expect(first?.correctedRate?.low).toBeLessThan(1);
    expect(second?.correctedRate).toMatchObject({ value: 0.01, low: 0 });
    expect(correct([0.9, 0.5], { accepted: 40, predicted: 20 })[0]?.correctedRate?.value).toBe(1);
  });

  it("take errors by weight", () => {
    // The accepted people of whom four were predicted otherwise count a quarter: 4 · ¼ of 20 · ¼ + 20.
    const weights = Float64Array.from(groupsOf(40, 40), (_, i) => (i % 40 < 20 ? 0.25 : 1));
    const [first] = correct([0.5, 0.3], { accepted: 20, predicted: 16 }, { weights, balancedByDesign: true });
    expect(first?.correctedRate?.value).toBeCloseTo(0.5 + 1 / 25, 14);
  });

  it("with equal weights are what they are without", () => {
    const weights = new Float64Array(80).fill(3);
    const [plain] = correct([0.5, 0.3], { accepted: 20, predicted: 16 });
    const [weighed] = correct([0.5, 0.3], { accepted: 20, predicted: 16 }, { weights });
    expect(weighed?.correctedRate?.low).toBeCloseTo(plain?.correctedRate?.low ?? Number.NaN, 13);
    expect(weighed?.correctedRate?.high).toBeCloseTo(plain?.correctedRate?.high ?? Number.NaN, 13);
  });

  it("are null for people picked by their decision without weights, for observations, and for few people", () => {
    const nobody = (groups: ReturnType<typeof correct>) =>
      groups.every(({ correctedRate: rate, correctedRatio: ratio }) => rate === null && ratio === null);
    expect(nobody(correct([0.5, 0.3], { accepted: 20, predicted: 16 }, { balancedByDesign: true }))).toBe(true);
    expect(nobody(correct([0.5, 0.3], { accepted: 20, predicted: 16 }, { scored: "observations" }))).toBe(true);
    const few = {
      groupings: [groupingOf(groupsOf(9, 9))],
      decisions: new Uint8Array(18),
      outOfFold: new Float64Array(18),
    };
    expect(nobody(correct([0.5, 0.3], { accepted: 0, predicted: 0 }, { observed: { ...few, weights: null } }))).toBe(
      true,
    );
  });

  it("leave a ratio undetermined where the highest rate may be 0", () => {
    const groups = correct([0.02, 0.01], { accepted: 20, predicted: 20 });
    expect(groups[0]?.correctedRate?.low).toBe(0);
    expect(groups[1]?.correctedRate).not.toBeNull();
    expect(groups[1]?.correctedRatio).toBeNull();
  });

  it("hold the truth in about 95 of 100 samples of 30 people, with a surrogate that is wrong one way", () => {
    let covered = 0;
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const random = seededRandom(run, "coverage");
      const rate = 0.4;
      const draw = () => {
        const decision = random.uniform() < rate ? 1 : 0;
        return { decision, predicted: decision === 1 || random.uniform() < 0.25 ? 1 : 0 };
      };
      const people = Array.from({ length: 30 }, draw);
      const accepted = Array.from({ length: 500 }, draw).filter(({ predicted }) => predicted === 1).length / 500;
      const half = Z_95 * Math.sqrt((accepted * (1 - accepted)) / 500);
      const residuals = collectResiduals(1, new Int32Array(30), {
        decisions: Uint8Array.from(people, ({ decision }) => decision),
        outOfFold: Float64Array.from(people, ({ predicted }) => predicted),
        weights: null,
      })[0]!;
      const predicted = { value: accepted, low: accepted - half, high: accepted + half };
      const { low, high } = correctedRate(predicted, residuals, Z_95);
      if (low <= rate && rate <= high) covered++;
    }
    expect(covered / runs).toBeGreaterThan(0.92);
    expect(covered / runs).toBeLessThan(0.99);
  });
});
