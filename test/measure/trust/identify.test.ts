import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/input/evidence.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { measureShare } from "../../../src/math/interval.js";
import { applyGrouping, groupingRules } from "../../../src/measure/groups/groups.js";
import { crossValidate } from "../../../src/measure/trust/cross-validate.js";
import { abstentionCurve, sharesByGroup, splitPeople } from "../../../src/measure/trust/determined.js";
import { identification } from "../../../src/measure/trust/identify.js";
import { refitStability } from "../../../src/measure/trust/stability.js";
import { fitModel } from "../../../src/surrogate/model.js";
import { recast } from "../../../src/surrogate/recast.js";
import { ridge } from "../../../src/surrogate/ridge.js";
import { madeUpEvidence, shuffledEvidence } from "../../checks/made-up-evidence.js";

const groupingsOf = (evidence: Evidence) =>
  groupingRules(evidence.groups, { bins: {}, intersections: false }).map((rule) =>
    applyGrouping(rule, evidence.groups),
  );

/** The whole section for ridge. */
function identify(evidence: Evidence, population: Evidence["observations"] | null = null) {
  const method = ridge();
  const model = fitModel(evidence, method, referenceKernels);
  const { folds, methods } = crossValidate(evidence, [method, recast({ solver: "closed-form" })], referenceKernels);
  const [trust, recastTrust] = methods;
  if (trust === undefined || recastTrust === undefined) throw new Error("two methods were measured");
  const refits = refitStability(evidence, { method, fitted: model }, referenceKernels, {
    refits: 15,
    scored: population ?? undefined,
  });
  const groupings = groupingsOf(evidence);
  return identification(
    { evidence, model, trust, recastTrust, folds, groupings, refits, population },
    referenceKernels,
  );
}

describe("identification(parts, kernels)", () => {
  const evidence = madeUpEvidence({ people: 80 });
  const section = identify(evidence, madeUpEvidence({ people: 50, seed: 2 }).observations);

  it("sorts everybody into accepted, rejected and contested, by band and by refits", () => {
    const { band, determined } = section;
    if (band.failure !== null) throw new Error(band.failure.message);
    for (const split of [band.split, determined]) {
      expect(split.accepted.successes + split.rejected.successes + split.contested.successes).toBe(80);
      expect(split.population?.n).toBe(50);
      const { accepted = 0, rejected = 0, contested = 0 } = split.population ?? {};
      expect(accepted + rejected + contested).toBe(50);
      const inside = split.agreementDetermined?.n ?? 0;
      expect(inside + (split.agreementContested?.n ?? 0)).toBe(80);
      const byGroup = split.byAttribute[0]?.groups.reduce((sum, { share }) => sum + (share?.successes ?? 0), 0);
      expect(byGroup).toBe(split.contested.successes);
    }
    expect(band.curve).toHaveLength(80);
    for (const { low, high, chosen } of band.curve) {
      expect(low).toBeLessThanOrEqual(chosen);
      expect(chosen).toBeLessThanOrEqual(high);
    }
  });

  it("draws at most 200 people of the band", () => {
    const { band } = identify(madeUpEvidence({ people: 230 }));
    expect(band.failure === null && band.curve.length).toBe(200);
  });

  it("agrees more often on determined people than on contested ones", () => {
    const { agreementDetermined, agreementContested } = identify(madeUpEvidence({ people: 160, seed: 6 })).determined;
    expect(agreementDetermined?.share).toBeGreaterThan(agreementContested?.share ?? 1);
  });

  it("describes the lens with ascending quantiles and a share of certain people that fits them", () => {
    const { lens } = section;
    if (lens.failure !== null) throw new Error(lens.failure.message);
    expect(lens.certificates).toHaveLength(7);
    expect(lens.certificates.toSorted((a, b) => a - b)).toEqual(lens.certificates);
    expect(lens.bounds[0]).toBeCloseTo(lens.lipschitz[0] / 2, 15);
    expect(lens.lipschitz[1]).toBeCloseTo(2 * (lens.risk!.epsilon[1] + lens.radii[1]) * lens.radii[1], 12);
    expect(lens.certain.share < 0.5).toBe(lens.certificates[3]! <= lens.tolerance);
    expect((lens.agreementCertain?.n ?? 0) + (lens.agreementOther?.n ?? 0)).toBe(80);
    expect(lens.risk?.lambda[0]).toBeCloseTo(lens.risk!.alpha[0], 15);
    const [w0, w1] = lens.radii;
    expect(lens.risk?.bound).toBeGreaterThan(0.25 * Math.min(w0 * w0, w1 * w1));
  });

  it("is the same whatever the order of the rows", () => {
    expect(identify(shuffledEvidence(evidence, 3))).toEqual(identify(evidence));
  });

  it("says why band and lens are not there without letters, and gives the rest", () => {
    const { band, lens, determined, abstention } = identify(madeUpEvidence({ people: 60, letters: 0 }));
    expect(band.failure?.code).toBe("NO_LETTERS");
    expect(lens.failure?.code).toBe("NO_LETTERS");
    expect(determined.accepted.n).toBe(60);
    expect(determined.population).toBeNull();
    expect(abstention).toHaveLength(10);
  });

  it("has no groups without sensitive columns", () => {
    const { determined, agreementByGroup } = identify({ ...evidence, groups: [] });
    expect(determined.byAttribute).toEqual([]);
    expect(agreementByGroup).toEqual([]);
  });
});

/** Answers whose share is taken as it is. */
function asMeasured(...agreed: readonly number[]) {
  return { agreed: Float64Array.from(agreed), measure: measureShare };
}

describe("splitPeople(settled, agreement, groupings, population)", () => {
  const grouping = {
    attribute: "sex",
    columns: ["sex"],
    kind: "category" as const,
    labels: ["f", "m"],
    groupOf: Int32Array.of(0, 0, 1, 1, -1),
  };

  it("counts shares, agreement inside and outside, and contested people by group", () => {
    const agreement = asMeasured(1, 1, 0, 0.5, 1);
    const split = splitPeople(Int8Array.of(1, 0, -1, -1, 1), agreement, [grouping], Int8Array.of(1, -1, -1));
    expect(split.accepted.successes).toBe(2);
    expect(split.rejected.successes).toBe(1);
    expect(split.contested.share).toBe(0.4);
    expect(split.agreementDetermined).toMatchObject({ n: 3, share: 1 });
    expect(split.agreementContested).toMatchObject({ n: 2, share: 0.25 });
    expect(split.byAttribute[0]?.groups).toMatchObject([
      { group: "f", n: 2, status: "insufficient", share: { successes: 0 } },
      { group: "m", n: 2, status: "insufficient", share: { successes: 2 } },
    ]);
    expect(split.population).toEqual({ n: 3, accepted: 1, rejected: 0, contested: 2 });
  });

  it("has no agreement where nobody is", () => {
    const split = splitPeople(Int8Array.of(1, 1, 1, 0, 1), asMeasured(0, 0, 0, 0, 0), [], null);
    expect(split.agreementContested).toBeNull();
    expect(split.agreementDetermined?.share).toBe(0);
    expect(splitPeople(new Int8Array(0), asMeasured(), [], null).accepted).toMatchObject({ n: 0, low: 0, high: 1 });
  });

  it("marks groups of ten as measured", () => {
    const groupOf = Int32Array.from({ length: 19 }, (_, i) => (i < 10 ? 0 : 1));
    const { groups } = sharesByGroup({ ...grouping, groupOf }, new Float64Array(19).fill(1), measureShare);
    expect(groups.map(({ status }) => status)).toEqual(["measured", "insufficient"]);
  });
});

describe("abstentionCurve(margins, agreement)", () => {
  it("answers the surest people first", () => {
    const margins = Float64Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? i : -i) / 10);
    const agreement = asMeasured(...Array.from({ length: 20 }, (_, i) => (i < 10 ? 0 : 1))); // right when sure
    const curve = abstentionCurve(margins, agreement);
    expect(curve.map(({ answered }) => answered)).toEqual([1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]);
    expect(curve[0]).toMatchObject({ margin: 0, agreement: { share: 0.5 } });
    expect(curve[5]).toMatchObject({ margin: 1, agreement: { share: 1, n: 10 } });
    expect(curve[9]).toMatchObject({ margin: 1.8, agreement: { n: 2 } });
  });

  it("does not break ties: people equally sure are answered together", () => {
    const curve = abstentionCurve(Float64Array.of(1, -1, 1, 0.5), asMeasured(1, 0, 1, 1));
    expect(curve.at(-1)).toMatchObject({ answered: 0.75, margin: 1 });
    expect(curve.at(-1)?.agreement.share).toBeCloseTo(2 / 3, 15);
  });
});
