import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../../src/encode/encoder.js";
import { selectTableRows } from "../../../src/input/table.js";
import { measureShare } from "../../../src/math/interval.js";
import { letterFindings } from "../../../src/measure/letters/measure-letters.js";
import { canonicalEvidence } from "../../../src/surrogate/canonical-evidence.js";
import { madeUpEvidence, shuffledEvidence } from "../../checks/made-up-evidence.js";
import { evidenceOf, findingsOf, groupingOf } from "./small-case.js";

const DECISIONS = `
id,income,debt,city,age,sex,approved
a,1000,10,Ulm,20,f,no
b,1500,20,Bonn,30,m,no
c,1200,15,Ulm,40,f,no
d,1100,30,Bonn,50,m,no
e,1300,,Ulm,60,f,no
f,3000,10,Ulm,20,f,yes
g,3500,20,Bonn,30,m,yes
h,3200,15,Ulm,40,f,yes
i,3100,30,Bonn,50,m,yes
j,3300,12,Ulm,60,f,yes`;

const LETTERS = `
id,income,debt,city,age
a,2000,10,Ulm,20
b,1500,5,Ulm,31
c,1600,25,Ulm,40
e,1300,4,Ulm,60
g,9000,20,Bonn,30`;

const evidence = evidenceOf(DECISIONS, LETTERS, { immutable: ["age"] });

describe("letterFindings", () => {
  const findings = findingsOf(evidence);

  it("counts letters to rejected people and who has one", () => {
    expect(findings).toMatchObject({ letters: 5, compared: 4, coverage: measureShare(4, 5) });
    expect(findings?.coverageByAttribute).toEqual([
      {
        attribute: "sex",
        groups: [
          { group: "f", coverage: measureShare(3, 3), status: "insufficient" },
          { group: "m", coverage: measureShare(1, 2), status: "insufficient" },
        ],
      },
    ]);
  });

  it("says how many and which fields change, in which direction and how far", () => {
    expect(findings?.fieldCounts).toEqual([
      { fields: 0, letters: 0 },
      { fields: 1, letters: 2 },
      { fields: 2, letters: 1 },
      { fields: 3, letters: 1 },
    ]);
    expect(findings?.fields).toEqual([
      {
        field: "debt",
        type: "number",
        immutable: false,
        changed: measureShare(3, 4),
        up: 1,
        down: 1, // the third had no value before
        size: { least: 10, lowerQuartile: 11.25, median: 12.5, upperQuartile: 13.75, greatest: 15 },
        moves: [],
      },
      {
        field: "income",
        type: "number",
        immutable: false,
        changed: measureShare(2, 4),
        up: 2,
        down: 0,
        size: { least: 400, lowerQuartile: 550, median: 700, upperQuartile: 850, greatest: 1000 },
        moves: [],
      },
      {
        field: "age",
        type: "number",
        immutable: true,
        changed: measureShare(1, 4),
        up: 1,
        down: 0,
        size: { least: 1, lowerQuartile: 1, median: 1, upperQuartile: 1, greatest: 1 },
        moves: [],
      },
      {
        field: "city",
        type: "category",
        immutable: false,
        changed: measureShare(1, 4),
        up: 0,
        down: 0,
        size: null,
        moves: [{ from: "Bonn", to: "Ulm", letters: 1 }],
      },
    ]);
    expect(findings?.immutable).toEqual(measureShare(1, 4));
  });

  it("measures the burden of each group: closed forms under min–max scaling", () => {
    const [f, m] = findings?.burden[0]?.groups ?? [];
    // income spans 1000–9000, debt 4–30; e's missing debt is filled with the median, 15
    const distances = [1000 / 8000, Math.hypot(400 / 8000, 10 / 26), 11 / 26];
    expect(f?.distance?.value).toBeCloseTo((distances[0]! + distances[1]! + distances[2]!) / 3, 12);
    expect(f?.fields?.value).toBeCloseTo(4 / 3, 12);
    expect(f?.changes.map(({ field, letters }) => [field, letters])).toEqual([
      ["debt", 1],
      ["income", 2],
    ]);
    expect(f?.changes[0]?.median).toBeNull();
    expect(f?.changes[1]?.median).toMatchObject({ value: 700, low: 400, high: 1000 });
    expect(m).toMatchObject({ letters: 1, status: "insufficient", distance: null, fields: null });
    expect(m?.immutable).toEqual(measureShare(1, 1));
    expect(findings?.burden[0]?.distanceGap).toBeNull();
  });

  it("gives null without letters", () => {
    expect(findingsOf(evidenceOf(DECISIONS, null))).toBeNull();
  });

  it("says of letters to nobody known only how many they are, and what they contradict", () => {
    const unpaired = findingsOf({ ...evidence, letterOf: new Int32Array(5).fill(-1) });
    expect(unpaired).toMatchObject({
      letters: 5,
      compared: 0,
      coverage: null,
      fieldCounts: [],
      fields: [],
      immutable: null,
      burden: [],
      coverageByAttribute: [],
    });
  });

  it("copes with letters that only went to accepted people", () => {
    const accepted = findingsOf(evidenceOf(DECISIONS, "id,income\nf,5000\ng,5000"));
    expect(accepted).toMatchObject({ letters: 2, compared: 0, coverage: measureShare(0, 5), fields: [] });
  });

  it("counts letters that change nothing", () => {
    const some = evidenceOf(DECISIONS, "id,income\na,1000\nb,1600");
    expect(findingsOf(some)?.fieldCounts).toEqual([
      { fields: 0, letters: 1 },
      { fields: 1, letters: 1 },
    ]);
    const unchanged = findingsOf({ ...some, letters: selectTableRows(some.observations, some.letterOf) });
    expect(unchanged?.fieldCounts).toEqual([{ fields: 0, letters: 2 }]);
    expect(unchanged?.fields.every(({ changed, size }) => changed.successes === 0 && size === null)).toBe(true);
  });

  it("refuses a number of resamples that is none", () => {
    expect(() => findingsOf(evidence, { resamples: 0 })).toThrow("resamples must be a whole number >= 1, got 0");
  });
});

describe("letterFindings on a made-up lender", () => {
  const given = madeUpEvidence({ people: 300, seed: 5, missing: 20 });
  const measure = (source: typeof given, seed = 3) => {
    const { evidence: sorted, people, letters } = canonicalEvidence(source);
    const encoder = fitEncoder(sorted.schema.features, [sorted.observations, sorted.letters]);
    const options = {
      resamples: 300,
      seed,
      letterRows: letters.map((k) => k + 2),
      personRows: people.map((i) => i + 2),
    };
    return letterFindings(sorted, encoder, groupingOf(sorted), options);
  };

  it("holds every estimate within its interval, and the gap between the groups named", () => {
    const { groups, distanceGap } = measure(given)?.burden[0] ?? { groups: [], distanceGap: null };
    expect(groups).toHaveLength(2);
    for (const { distance, fields, changes } of groups) {
      for (const estimate of [distance, fields, ...changes.map(({ median }) => median)]) {
        if (estimate === null) continue;
        expect(estimate.low).toBeLessThanOrEqual(estimate.value);
        expect(estimate.high).toBeGreaterThanOrEqual(estimate.value);
        expect(estimate.low).toBeGreaterThanOrEqual(0);
      }
    }
    const means = new Map(groups.map(({ group, distance }) => [group, distance?.value ?? Number.NaN]));
    expect(distanceGap?.value).toBe(means.get(distanceGap?.highest ?? "")! - means.get(distanceGap?.lowest ?? "")!);
  });

  it("gives the same bits for the same seed, and other intervals for another", () => {
    expect(measure(given)).toEqual(measure(given));
    expect(measure(given, 4)?.burden).not.toEqual(measure(given)?.burden);
  });

  it("does not depend on the order of rows but for the row numbers it names", () => {
    const withoutRows = (findings: ReturnType<typeof measure>) => ({
      ...findings,
      contradictions: findings?.contradictions.map(({ examples: _, sentence: __, ...rest }) => rest),
    });
    expect(withoutRows(measure(shuffledEvidence(given, 9)))).toEqual(withoutRows(measure(given)));
  });
});
