import { describe, expect, it } from "vitest";
import { measureShare } from "../../../src/math/interval.js";
import { seededRandom } from "../../../src/math/random.js";
import { errorDirection } from "../../../src/measure/trust/error-direction.js";
import type { MethodTrust } from "../../../src/measure/trust/trust.js";

/** A method with these answers out of fold. */
function answering(decisions: Uint8Array, acceptedShare: Float64Array): MethodTrust {
  const agreed = acceptedShare.map((share, i) => (decisions[i] === 1 ? share : 1 - share));
  const among = (wanted: number) => {
    const own = agreed.filter((_, i) => decisions[i] === wanted);
    return measureShare(
      own.reduce((sum, value) => sum + value, 0),
      own.length,
    )!;
  };
  const overall = measureShare(
    agreed.reduce((sum, value) => sum + value, 0),
    agreed.length,
  )!;
  return {
    ...{ method: "ridge", usesLetters: false, failure: null, letterConsistency: null, lettersAccepted: null },
    agreement: { overall, accepted: among(1), rejected: among(0) },
    ...{ agreed, acceptedShare, margins: new Float64Array(0), scores: new Float64Array(0) },
  };
}

/** `accepted` of `n` people accepted; the method refuses `missed` of them and accepts `admitted` of the others. */
function people(n: number, accepted: number, missed: number, admitted: number) {
  const decisions = Uint8Array.from({ length: n }, (_, i) => (i < accepted ? 1 : 0));
  const answers = Float64Array.from(decisions, (decision, i) =>
    decision === 1 ? (i < missed ? 0 : 1) : i < accepted + admitted ? 1 : 0,
  );
  return { decisions, trust: answering(decisions, answers) };
}

describe("errorDirection", () => {
  it("says that too few are accepted, with both rates and how often either side is right", () => {
    const { decisions, trust } = people(500, 112, 38, 9);
    const found = errorDirection({ decisions, weights: null }, trust, []);
    expect(found).toMatchObject({ direction: "accepts too few", weighted: false, method: "ridge" });
    expect(found?.observedRate).toBe(0.224);
    expect(found?.rebuiltRate).toBe(0.166);
    expect(found?.difference.value).toBeCloseTo(-0.058, 12);
    expect(found?.accepted).toMatchObject({ successes: 74, n: 112 });
    expect(found?.rejected).toMatchObject({ successes: 379, n: 388 });
    // Agresti and Min: half a person wrong each way is added; 9.5 and 38.5 of 501
    const [b, c, n] = [9.5, 38.5, 501];
    const centre = (b - c) / n;
    const half = (1.959963984540054 * Math.sqrt(b + c - (b - c) ** 2 / n)) / n;
    expect(found?.difference.low).toBeCloseTo(centre - half, 6);
    expect(found?.difference.high).toBeCloseTo(centre + half, 6);
  });

  it("says the opposite when answers are turned round", () => {
    const { decisions, trust } = people(500, 112, 38, 9);
    const turned = answering(
      decisions.map((decision) => 1 - decision),
      trust.acceptedShare.map((share) => 1 - share),
    );
    const found = errorDirection({ decisions: decisions.map((decision) => 1 - decision), weights: null }, turned, []);
    expect(found?.direction).toBe("accepts too many");
    expect(found?.difference.value).toBeCloseTo(0.058, 12);
  });

  it("names no direction for errors that cancel, or for none", () => {
    for (const errors of [20, 0]) {
      const { decisions, trust } = people(200, 100, errors, errors);
      const found = errorDirection({ decisions, weights: null }, trust, []);
      expect(found?.direction).toBe("no clear direction");
      expect(found?.difference.value).toBe(0);
      expect(found?.difference.low).toBeLessThan(0);
      expect(found?.difference.high).toBeGreaterThan(0);
    }
  });

  it("widens the interval by what refits disagree on, and then may name no direction", () => {
    const { decisions, trust } = people(500, 112, 38, 9);
    const alone = errorDirection({ decisions, weights: null }, trust, [])!;
    const refit = (accepted: number) => Uint8Array.from(decisions, (_, i) => (i < accepted ? 1 : 0));
    const alike = errorDirection({ decisions, weights: null }, trust, [refit(80), refit(80), refit(80)]);
    expect(alike).toEqual(alone);
    const apart = errorDirection({ decisions, weights: null }, trust, [refit(50), refit(110)])!;
    const spread = (60 / 500) ** 2 / 2; // variance of two rates
    const half = alone.difference.high - alone.difference.value;
    expect(apart.difference.high - apart.difference.value).toBeCloseTo(Math.sqrt(half ** 2 + 3.8414588 * spread), 8);
    expect(apart.direction).toBe("no clear direction");
  });

  it("weighs people where there are weights, however large", () => {
    const { decisions, trust } = people(400, 200, 20, 20);
    const weights = Float64Array.from(decisions, (decision) => (decision === 1 ? 1e200 : 4e200));
    const found = errorDirection({ decisions, weights }, trust, []);
    expect(found?.weighted).toBe(true);
    expect(found?.observedRate).toBeCloseTo(0.2, 12);
    expect(found?.rebuiltRate).toBeCloseTo((180 + 80) / 1000, 12);
    expect(found?.direction).toBe("accepts too many");
  });

  it("weighs both sides to a known rate", () => {
    const { decisions, trust } = people(400, 200, 40, 20);
    const found = errorDirection({ decisions, weights: null }, trust, [], 0.1);
    expect(found?.observedRate).toBeCloseTo(0.1, 12);
    expect(found?.rebuiltRate).toBeCloseTo(0.1 * (160 / 200) + 0.9 * (20 / 200), 12);
    expect(found?.knownRate).toBe(0.1);
    expect(errorDirection({ decisions, weights: null }, trust, [])?.direction).toBe("accepts too few");
    expect(found?.direction).toBe("accepts too many");
  });

  it("covers the true difference of a fixed rule in 95 of 100 samples", () => {
    let covered = 0;
    const samples = 1500;
    for (let sample = 0; sample < samples; sample++) {
      const random = seededRandom(sample, "error-direction");
      const decisions = Uint8Array.from({ length: 120 }, () => (random.uniform() < 0.3 ? 1 : 0));
      const answers = Float64Array.from(decisions, (decision) =>
        random.uniform() < (decision === 1 ? 0.75 : 0.04) ? 1 : 0,
      );
      const { low, high } = errorDirection({ decisions, weights: null }, answering(decisions, answers), [])!.difference;
      const truth = 0.7 * 0.04 - 0.3 * 0.25;
      if (low <= truth && truth <= high) covered++;
    }
    expect(covered / samples).toBeGreaterThan(0.935);
    expect(covered / samples).toBeLessThan(0.97);
  });

  it("is not known for a method that failed", () => {
    const { decisions, trust } = people(100, 50, 5, 5);
    expect(errorDirection({ decisions, weights: null }, { ...trust, agreement: null }, [])).toBeNull();
  });
});
