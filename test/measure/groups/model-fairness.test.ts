import { describe, expect, it } from "vitest";
import { seededRandom, shuffled } from "../../../src/math/random.js";
import { modelFairness } from "../../../src/measure/groups/model-fairness.js";
import stored from "../../fixtures/model-fairness.json" with { type: "json" };
import { drawScores, groupingOf, groupsOf, inputOf } from "./model-people.js";

const attributeOf = (input: Parameters<typeof modelFairness>[0]) => {
  const [attribute] = modelFairness(input).attributes;
  if (attribute === undefined) throw new Error("no attribute");
  return attribute;
};

describe.each(stored.cases.map((entry, index) => ({ index, entry })))("stored case $index", ({ entry }) => {
  const values: Readonly<Record<string, number | undefined>> = entry.values;
  const codes = Int32Array.from(entry.outcomes);
  const found = attributeOf(
    inputOf(entry.groups, entry.scores, {
      decisions: Uint8Array.from(entry.decisions),
      weights: entry.weights === null ? null : Float64Array.from(entry.weights),
      y: { column: "repaid", kind: "outcome", labels: ["0", "1"], codes, favourable: "1" },
      resamples: 1,
    }),
  );

  it("agrees with fairlearn to 1e-9", () => {
    const ratios = found.groups.map(({ impactRatio }) => impactRatio?.value ?? Number.NaN);
    const odds = found.equalizedOdds;
    expect(found.parityDifference?.value).toBeCloseTo(values["parityDifference"]!, 12);
    expect(Math.min(...ratios)).toBeCloseTo(values["parityRatio"]!, 12);
    expect(odds?.truePositiveDifference?.value).toBeCloseTo(values["truePositiveDifference"]!, 12);
    expect(odds?.falsePositiveDifference?.value).toBeCloseTo(values["falsePositiveDifference"]!, 12);
    expect(odds?.difference?.value).toBeCloseTo(values["oddsDifference"]!, 12);
    for (const { group, rate, weightedRate } of found.groups) {
      expect(weightedRate?.value ?? rate.share).toBeCloseTo(values[`rate ${group.slice(1)}`]!, 12);
    }
  });

  it("agrees with SciPy's W₁ to 1e-12: pairs, each against the rest, within outcomes", () => {
    const all = [
      { key: "", distances: found.dtidp },
      ...found.dtieo.map(({ y, distances }) => ({ key: `y=${y} `, distances })),
    ];
    expect(all).toHaveLength(3);
    for (const { key, distances } of all) {
      const listed = [...(distances?.pairs ?? []), ...(distances?.againstRest ?? [])];
      expect(listed.length).toBeGreaterThan(2);
      for (const { a, b, value } of listed) {
        expect(value).toBeCloseTo(values[`W1 ${key}${a.slice(1)}:${b?.slice(1) ?? "rest"}`]!, 12);
      }
    }
  });
});

describe("modelFairness", () => {
  const random = seededRandom(5, "people");
  const groups = groupsOf(30, 40, 50, 4);
  const scores = groups.flatMap((group) => drawScores(random, 1, group - 1));
  const weights = Float64Array.from(groups, () => 0.5 + random.uniform());
  const codes = Int32Array.from(groups, () => random.integer(3) - 1);
  const y = { column: "repaid", kind: "outcome", labels: ["no", "yes"], codes, favourable: "yes" } as const;

  it("does not depend on the order of people", () => {
    const order = shuffled([...groups.keys()], seededRandom(6, "order"));
    const pick = <T>(values: ArrayLike<T>) => order.map((i) => values[i] as T);
    const input = inputOf(groups, scores, { weights, y });
    const turned = inputOf(pick(groups), pick(scores), {
      weights: Float64Array.from(pick(weights)),
      y: { ...y, codes: Int32Array.from(pick(codes)) },
    });
    const [a, b] = [attributeOf(input), attributeOf(turned)];
    expect(b.dtidp).toEqual(a.dtidp);
    expect(b.dtieo).toEqual(a.dtieo);
    expect(b.parityDifference?.value).toBeCloseTo(a.parityDifference?.value ?? Number.NaN, 13);
  });

  it("is the same with every weight doubled, and with huge weights", () => {
    const heavy = (factor: number) => inputOf(groups, scores, { weights: weights.map((weight) => weight * factor), y });
    const plain = attributeOf(inputOf(groups, scores, { weights, y }));
    expect(attributeOf(heavy(2))).toEqual(plain);
    expect(attributeOf(heavy(2 ** 900))).toEqual(plain);
  });

  it("with equal weights is what it is without", () => {
    const plain = attributeOf(inputOf(groups, scores, { y }));
    const weighed = attributeOf(inputOf(groups, scores, { weights: new Float64Array(groups.length).fill(3), y }));
    expect(weighed.dtidp?.worst.value).toBeCloseTo(plain.dtidp?.worst.value ?? Number.NaN, 13);
    expect(weighed.parityDifference?.value).toBeCloseTo(plain.parityDifference?.value ?? Number.NaN, 13);
    expect(weighed.parityDifference?.low).toBeCloseTo(plain.parityDifference?.low ?? Number.NaN, 13);
  });

  it("draws the same intervals again with the same seed, and others with another", () => {
    const once = attributeOf(inputOf(groups, scores));
    expect(attributeOf(inputOf(groups, scores))).toEqual(once);
    expect(attributeOf(inputOf(groups, scores, { seed: 2 })).dtidp?.worst.low).not.toBe(once.dtidp?.worst.low);
  });

  it("shows small groups and leaves them out of comparisons, but not out of the rest", () => {
    const { groups: shown, dtidp } = attributeOf(inputOf(groups, scores));
    expect(shown.map(({ status }) => status)).toEqual(["measured", "measured", "measured", "insufficient"]);
    expect(shown[3]).toMatchObject({ n: 4, impactRatio: null });
    expect(dtidp?.pairs.map(({ a, b }) => `${a}/${b}`)).toEqual(["g0/g1", "g0/g2", "g1/g2"]);
    expect(dtidp?.againstRest.map(({ a }) => a)).toEqual(["g0", "g1", "g2"]);
    const without = attributeOf(inputOf(groups.slice(0, 120), scores.slice(0, 120)));
    expect(without.dtidp?.againstRest[0]?.value).not.toBe(dtidp?.againstRest[0]?.value);
  });

  it("leaves groups of a population that hardly anybody was observed of out of comparisons", () => {
    const groups = [...Array(20).fill(0), ...Array(20).fill(1), ...Array(20).fill(2)];
    const scores = groups.map((group: number, i) => (group === 2 ? 0.9 : group === 1 ? 0.7 : 0.2) + (i % 7) / 100);
    const seen = [...Array(12).fill(0), ...Array(12).fill(1), ...Array(9).fill(2)];
    const decisions = Uint8Array.from(seen, (_, i) => i % 2);
    const observed = {
      groupings: [groupingOf(seen)],
      decisions,
      outOfFold: Float64Array.from(decisions),
      weights: null,
    };
    const found = attributeOf(inputOf(groups, scores, { scored: "population", observed }));
    expect(found.groups.map(({ status, n }) => [status, n])).toEqual([
      ["measured", 20],
      ["measured", 20],
      ["insufficient", 20],
    ]);
    expect(found.parityDifference).toMatchObject({ highest: "g1", lowest: "g0" });
    expect(found.dtidp?.pairs).toHaveLength(1);
    expect(attributeOf(inputOf(groups, scores)).dtidp?.pairs).toHaveLength(3);
  });

  it("counts agreement out of fold, in shares of the repeats", () => {
    const decisions = Uint8Array.from(groups, (_, i) => i % 2);
    const outOfFold = Float64Array.from(decisions, (decision) => (decision === 1 ? 0.75 : 0.5));
    const observed = { groupings: [groupingOf(groups)], decisions, outOfFold, weights: null };
    const [first] = attributeOf(inputOf(groups, scores, { observed })).groups;
    expect(first?.agreement).toMatchObject({ n: 30, successes: 15 * 0.75 + 15 * 0.5 });
    expect(first?.observed).toBe(30);
  });

  it("matches observed groups by label, whatever their order, and has nothing where there are none", () => {
    const decisions = Uint8Array.of(1, 1, 0);
    const observed = {
      groupings: [{ ...groupingOf([0, 1, 1]), labels: ["g2", "g0"] }],
      decisions,
      outOfFold: Float64Array.of(0, 1, 0),
      weights: null,
    };
    const { groups: shown } = attributeOf(inputOf(groups, scores, { observed }));
    expect(shown.map(({ agreement }) => agreement?.successes ?? null)).toEqual([2, null, 0, null]);
    const elsewhere = attributeOf(inputOf(groups, scores, { observed: { ...observed, groupings: [] } }));
    expect(elsewhere.groups.map(({ agreement }) => agreement)).toEqual([null, null, null, null]);
  });

  it("ranges over consistent surrogates, on all people or on some", () => {
    const none = new Uint8Array(groups.length);
    const parted = Uint8Array.from(groups, (group) => (group === 0 ? 1 : 0));
    const consistent = [
      { name: "none", decisions: none },
      { name: "parted", decisions: parted },
    ];
    const expected = { low: 0, high: 1, surrogates: 3, lowest: "none", highest: "parted" };
    expect(attributeOf(inputOf(groups, scores, { consistent })).range).toEqual(expected);
    const consistentRows = Int32Array.from({ length: 60 }, (_, k) => k); // the first two groups
    const sampled = consistent.map((one) => ({ ...one, decisions: one.decisions.slice(0, 60) }));
    expect(attributeOf(inputOf(groups, scores, { consistent: sampled, consistentRows })).range).toEqual(expected);
    const few = Int32Array.of(0, 1, 2);
    const onFew = consistent.map((one) => ({ ...one, decisions: one.decisions.slice(0, 3) }));
    expect(attributeOf(inputOf(groups, scores, { consistent: onFew, consistentRows: few })).range).toBeNull();
    expect(attributeOf(inputOf(groups, scores)).range).toBeNull();
  });

  it("has no attributes without a sensitive column", () => {
    expect(modelFairness(inputOf([], [], { groupings: [] })).attributes).toEqual([]);
  });

  it.each([
    { name: "one group", given: groupsOf(20) },
    { name: "a second group of one", given: [...groupsOf(19), 1] },
    { name: "nobody of known group", given: Array.from({ length: 20 }, () => -1) },
  ])("compares nothing with $name", ({ given }) => {
    const codesOfAll = new Int32Array(20);
    const found = attributeOf(
      inputOf(given, scores.slice(0, 20), { y: { ...y, codes: codesOfAll }, weights: weights.slice(0, 20) }),
    );
    expect(found).toMatchObject({ dtidp: null, equalizedOdds: null, parityDifference: null, range: null });
    expect(found.dtieo.every(({ distances }) => distances === null)).toBe(true);
    expect(found.groups.every(({ impactRatio }) => impactRatio === null)).toBe(true);
    expect(JSON.stringify(found)).not.toContain("NaN");
  });

  it("conditions on the decision without outcomes, and on nothing without either", () => {
    const decision = { ...y, column: "decision", kind: "decision", favourable: null } as const;
    const found = attributeOf(inputOf(groups, scores, { y: decision }));
    expect(found.conditionedOn).toEqual({ column: "decision", kind: "decision" });
    expect(found.dtieo.map(({ y: value }) => value)).toEqual(["no", "yes"]);
    expect(found.equalizedOdds).toBeNull();
    const nothing = attributeOf(inputOf(groups, scores));
    expect(nothing).toMatchObject({ conditionedOn: null, dtieo: [], equalizedOdds: null });
    const unknown = attributeOf(inputOf(groups, scores, { y: { ...y, codes: codes.map(() => -1) } }));
    expect(unknown.dtieo).toEqual([]);
    expect(unknown.equalizedOdds).toMatchObject({ truePositiveDifference: null, difference: null });
  });

  it("weighs nobody where all weights of a group are 0", () => {
    const weightless = Float64Array.from(groups, (group) => (group === 1 ? 0 : 1));
    const [, second] = attributeOf(inputOf(groups, scores, { weights: weightless })).groups;
    expect(second).toMatchObject({ status: "insufficient", weightedRate: null, impactRatio: null });
    expect(second?.meanScore).toBeGreaterThan(0);
  });

  it("refuses lengths that differ and scores outside [0, 1]", () => {
    const refused = (changes: object) => () => modelFairness({ ...inputOf(groups, scores), ...changes });
    expect(refused({ decisions: new Uint8Array(3) })).toThrow("decisions has 3 entries and scores 124");
    expect(refused({ weights: new Float64Array(3) })).toThrow("weights has 3 entries");
    expect(refused({ groupings: [groupingOf([0, 1], "age")] })).toThrow("groups of 'age' has 2 entries");
    expect(refused({ consistent: [{ name: "x", decisions: new Uint8Array(1) }] })).toThrow(
      "decisions of x has 1 entries",
    );
    expect(refused({ scores: new Float64Array(124).fill(2) })).toThrow("scores[0] is 2");
    expect(refused({ resamples: 0 })).toThrow("resamples");
  });
});
