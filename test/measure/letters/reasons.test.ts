import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReasonFindings } from "../../../src/findings/reasons.js";
import type { Evidence, Reasons } from "../../../src/input/evidence.js";
import { wilsonInterval } from "../../../src/math/interval.js";
import { reasonsOf as reasonsOfPerson } from "../../../src/measure/explain/person-reasons.js";
import { compareShares } from "../../../src/measure/groups/compare-shares.js";
import { gatherFacts } from "../../../src/measure/groups/facts.js";
import { testEqual } from "../../../src/measure/groups/proportions.js";
import { reasonFindings } from "../../../src/measure/letters/reasons.js";
import { canonicalEvidence, selectEvidence } from "../../../src/surrogate/canonical-evidence.js";
import { evidenceOf, groupingOf } from "./small-case.js";

type Told = readonly [person: number, reason: string, direction: number];

const NAMES: Reasons["names"] = [
  { name: "income", features: ["income"] },
  { name: "debt", features: ["debt"] },
  { name: "history", features: ["income", "debt"] },
  { name: "region", features: ["region"] },
  { name: "other", features: [] },
];

function reasonsOf(told: readonly Told[], names: Reasons["names"] = NAMES): Reasons {
  return {
    names,
    personOf: Int32Array.from(told, ([person]) => person),
    nameOf: Int32Array.from(told, ([, reason]) => names.findIndex(({ name }) => name === reason)),
    direction: Int8Array.from(told, ([, , direction]) => direction),
  };
}

const DECISIONS = `
id,income,debt,region,sex,approved
a,10,5,north,f,yes
b,20,6,north,m,yes
c,30,7,south,f,yes
d,40,8,south,m,yes
e,25,9,north,f,no
f,24,7,north,m,no
g,50,6.5,south,f,no
h,,6,south,m,no
i,5,4,north,f,no
z,,,south,m,yes
`;

/** Accepted: one person without either value, income 10, 20, 30, 40 with median 25; debt 5, 6, 7, 8 with median 6.5. */
function told(...list: readonly Told[]): { evidence: Evidence; found: ReasonFindings } {
  const evidence = { ...evidenceOf(DECISIONS, null), reasons: reasonsOf(list) };
  return { evidence, found: reasonFindings(evidence, groupingOf(evidence))! };
}

const [E, F, G, H] = [4, 5, 6, 7];

describe("reasonFindings", () => {
  it("is null where nobody was told anything", () => {
    const evidence = evidenceOf(DECISIONS, null);
    expect(reasonFindings(evidence, groupingOf(evidence))).toBeNull();
    expect(reasonFindings({ ...evidence, reasons: reasonsOf([]) }, [])).toBeNull();
  });

  it("counts refused people told a reason, and how many each, every reason once per person", () => {
    const { found } = told([E, "income", 1], [E, "income", 1], [E, "other", 0], [F, "income", 1], [0, "debt", -1]);
    expect(found).toMatchObject({ people: 2, given: 3, accepted: 1 });
    expect(found.coverage).toEqual({ share: 2 / 5, successes: 2, n: 5, ...wilsonInterval(2, 5) });
    expect(found.reasonCounts).toEqual([
      { reasons: 1, people: 1 },
      { reasons: 2, people: 1 },
    ]);
    expect(found.reasons.map(({ reason, told: share }) => [reason, share?.successes, share?.n])).toEqual([
      ["income", 2, 2],
      ["other", 1, 2],
      ["debt", 0, 2],
      ["history", 0, 2],
      ["region", 0, 2],
    ]);
    expect(found.reasons[1]!.told).toEqual({ share: 0.5, successes: 1, n: 2, ...wilsonInterval(1, 2) });
  });

  it("holds a reason against the accepted people's median, in its direction", () => {
    // at the median speaks against it, just below does not; nobody knows h's income
    const { found } = told([E, "income", 1], [F, "income", 1], [G, "income", 1], [H, "income", 1]);
    expect(found.reasons[0]!.check).toEqual({
      field: "income",
      direction: "higher",
      median: 25,
      against: { share: 2 / 3, successes: 2, n: 3, ...wilsonInterval(2, 3) },
    });
    const { found: lower } = told([E, "debt", -1], [F, "debt", -1], [G, "debt", -1], [H, "debt", -1]);
    expect(lower.reasons[0]!.check).toMatchObject({ direction: "lower", median: 6.5 });
    expect(lower.reasons[0]!.check!.against).toMatchObject({ successes: 2, n: 4 });
    const { found: both } = told([E, "debt", -1], [F, "debt", 1]);
    expect(both.reasons[0]!.check).toMatchObject({ direction: "either", against: { successes: 1, n: 2 } });
  });

  it("says why a reason cannot be checked", () => {
    const { found } = told([E, "debt", 0], [E, "history", 1], [E, "region", 1], [E, "other", 1], [H, "income", 1]);
    const why = Object.fromEntries(found.reasons.map(({ reason, unchecked }) => [reason, unchecked]));
    expect(why).toEqual({
      debt: "no-direction",
      history: "several-fields",
      region: "category",
      other: "not-in-file",
      income: "no-values",
    });
    expect(found.against).toBeNull();
    expect(found.byAttribute[0]!.against).toEqual([]);
    expect(told([E, "debt", -1]).found.reasons.find(({ reason }) => reason === "income")!.unchecked).toBe("not-told");
  });

  it("counts a person once whose value speaks against one of several reasons", () => {
    const { found } = told([E, "income", 1], [E, "debt", -1], [F, "income", 1], [G, "debt", -1], [G, "income", 1]);
    expect(found.against).toMatchObject({ successes: 2, n: 3 }); // e by income, g by both, f by none
  });

  it("gives indications with rows and how the person compares, and never calls one certain", () => {
    const { found } = told([G, "income", 1], [E, "income", 1], [F, "income", 1]);
    expect(found.indications).toEqual([
      {
        kind: "value-against",
        reason: "income",
        field: "income",
        count: 2,
        examples: [
          { personRow: 6, noBetter: 0.5 },
          { personRow: 8, noBetter: 1 },
        ],
        sentence:
          "2 people (decisions file, rows 6 and 8) were told 'income' and have at least as much 'income' as the median " +
          "of the accepted people; the person in row 6 has at least as much as 50 % of them. Both can be true if the " +
          "system weighs fields together, or looks at something that is not in the file.",
      },
    ]);
  });

  it("counts reasons that name what nobody can change, or what is sensitive", () => {
    const evidence = evidenceOf(DECISIONS, null, { sensitive: ["sex", "region"], immutable: ["debt"] });
    const reasons = reasonsOf([
      [E, "debt", -1],
      [F, "region", 0],
      [G, "income", 1],
      [G, "region", 0],
      [H, "income", 1],
    ]);
    const found = reasonFindings({ ...evidence, reasons }, [])!;
    expect(found.protected).toMatchObject({ successes: 3, n: 4 });
    expect(found.reasons.filter(({ immutable }) => immutable).map(({ reason }) => reason)).toEqual(["debt", "history"]);
    expect(found.reasons.filter(({ sensitive }) => sensitive).map(({ reason }) => reason)).toEqual(["region"]);
    const kinds = found.indications.map(({ kind, field, count }) => [kind, field, count]);
    expect(kinds).toContainEqual(["names-immutable", "debt", 1]);
    expect(kinds).toContainEqual(["names-sensitive", "region", 2]);
  });
});

/** 40 refused women and men who were told a reason; accepted people have 1 to 9. */
function manyPeople(tells: (isWoman: boolean, k: number) => readonly string[]) {
  const rows = Array.from({ length: 80 }, (_, k) => `r${k},${k % 10},${k % 10},north,${k < 40 ? "f" : "m"},no`);
  const accepted = Array.from({ length: 9 }, (_, k) => `a${k},${k + 1},${k + 1},south,f,yes`);
  const evidence = evidenceOf(["id,income,debt,region,sex,approved", ...rows, ...accepted].join("\n"), null);
  const list = rows.flatMap((_, k) => tells(k < 40, k % 40).map((name): Told => [k, name, 1]));
  return { ...evidence, reasons: reasonsOf(list) };
}

describe("which reasons are told to whom", () => {
  const evidence = manyPeople((isWoman, k) => [
    ...(k < (isWoman ? 30 : 12) ? ["income"] : ["other"]),
    ...(k % 2 === 0 ? ["region"] : []),
  ]);
  const found = reasonFindings(evidence, groupingOf(evidence))!;
  const [sex] = found.byAttribute;

  it("compares a group with everybody else who was told any reason, as the facts do", () => {
    const income = sex!.reasons.find(({ reason }) => reason === "income")!;
    const [women, men] = income.groups;
    expect([women!.told!.successes, women!.told!.n, men!.told!.successes, men!.told!.n]).toEqual([30, 40, 12, 40]);
    const { p } = testEqual({ successes: 30, n: 40 }, { successes: 12, n: 40 });
    expect(women!.comparison).toMatchObject({ rate: 0.75, rest: 0.3, p });
    expect(men!.comparison!.difference.value).toBeCloseTo(-0.45, 12);
    // three reasons, and the check: four comparisons of two groups each
    expect(found.comparisons).toBe(4);
    expect(women!.comparison!.adjusted).toBeCloseTo(4 * p, 12);
    // the facts of the same people, with being told as the decision, give the same one comparison
    const asDecisions = Uint8Array.from({ length: 80 }, (_, k) => (k % 40 < (k < 40 ? 30 : 12) ? 1 : 0));
    const [grouping] = groupingOf(evidence);
    const facts = gatherFacts([{ ...grouping!, groupOf: grouping!.groupOf.slice(0, 80) }], asDecisions, null);
    expect(women!.comparison!.single).toEqual(facts.attributes[0]!.groups[0]!.differenceFromRest);
  });

  it("compares whose values speak against a reason, of the people who can be checked", () => {
    // accepted median 5: half of the people told "income" have 5 or more
    expect(sex!.against.map(({ against }) => [against!.successes, against!.n])).toEqual([
      [15, 30],
      [5, 12],
    ]);
    expect(sex!.against[0]!.comparison!.p).toBe(testEqual({ successes: 15, n: 30 }, { successes: 5, n: 12 }).p);
  });

  it("compares no group with fewer than ten people who were told a reason", () => {
    const few = manyPeople((isWoman, k) => (isWoman || k < 9 ? ["income"] : []));
    const [bySex] = reasonFindings(few, groupingOf(few))!.byAttribute;
    const [women, men] = bySex!.reasons[0]!.groups;
    expect([women!.status, men!.status]).toEqual(["measured", "insufficient"]);
    expect(men!.comparison).toBeNull();
  });
});

describe("compareShares", () => {
  it("counts the two groups of a division in two once, and every group of three", () => {
    const two = [
      { n: 20, successes: 5 },
      { n: 30, successes: 20 },
    ];
    expect(compareShares([two]).made).toBe(1);
    expect(compareShares([two, [...two, { n: 12, successes: 1 }]]).made).toBe(4);
    expect(compareShares([[{ n: 20, successes: 5 }]])).toEqual({ comparisons: [[null]], made: 0 });
    const alone = [
      { n: 40, successes: 5 },
      { n: 9, successes: 9 },
    ];
    expect(compareShares([alone])).toEqual({ comparisons: [[null, null]], made: 0 }); // too few on one side
    expect(compareShares([])).toEqual({ comparisons: [], made: 0 });
  });
});

describe("the order of rows", () => {
  const names = NAMES.map(({ name }) => name);
  it("changes nothing", () => {
    const notice = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(...names), fc.constantFrom(-1, 0, 1));
    const order = fc.shuffledSubarray([...Array(10).keys()], { minLength: 10 });
    fc.assert(
      fc.property(fc.array(notice, { minLength: 1, maxLength: 30 }), order, (list, people) => {
        const evidence = { ...evidenceOf(DECISIONS, null), reasons: reasonsOf(list) };
        const of = (given: Evidence) => {
          const { evidence: sorted } = canonicalEvidence(given);
          return reasonFindings(sorted, groupingOf(sorted));
        };
        expect(of(selectEvidence(evidence, people, []))).toEqual(of(evidence));
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});

describe("one person's reasons", () => {
  it("are held against the own value", () => {
    const { evidence } = told([E, "other", 0], [E, "income", 1], [E, "income", 1], [F, "debt", -1]);
    expect(reasonsOfPerson(evidence, E)).toEqual([
      {
        reason: "income",
        fields: ["income"],
        direction: "higher",
        check: { value: 25, median: 25, speaksAgainst: true, noBetter: 0.5 },
        unchecked: null,
      },
      { reason: "other", fields: [], direction: null, check: null, unchecked: "not-in-file" },
    ]);
    expect(reasonsOfPerson(evidence, F)[0]!.check).toEqual({
      value: 7,
      median: 6.5,
      speaksAgainst: false,
      noBetter: 0.5,
    });
    expect(reasonsOfPerson(evidence, G)).toEqual([]);
  });
});
