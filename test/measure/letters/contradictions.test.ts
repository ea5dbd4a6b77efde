import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/input/evidence.js";
import type { CategoryColumn, NumberColumn } from "../../../src/input/table.js";
import { seededRandom } from "../../../src/math/random.js";
import { evidenceOf, findingsOf } from "./small-case.js";

const DECISIONS = `
id,income,debt,city,sex,approved
a,1000,10,Ulm,f,no
b,1500,20,Bonn,m,no
c,1200,15,Ulm,f,no
d,2500,10,Ulm,m,no
e,1300,,Ulm,f,no
f,1100,10,Ulm,m,no
g,3500,20,Bonn,m,yes
h,3200,15,Ulm,f,yes
i,3100,30,Bonn,m,yes
j,3300,12,Ulm,f,yes
k,3400,12,Bonn,m,yes`;

const contradictions = (letters: string) =>
  findingsOf(evidenceOf(DECISIONS, `id,income,debt,city\n${letters}`))?.contradictions;
const ofKind = (letters: string, kind: string) => contradictions(letters)?.filter((found) => found.kind === kind);

describe("offers that were rejected", () => {
  it("finds the row of another rejected person, and says where", () => {
    expect(contradictions("a,2500,10,Ulm\nb,1600,20,Bonn")).toEqual([
      {
        kind: "offer-rejected",
        strength: "certain",
        count: 1,
        field: null,
        examples: [{ letterRow: 2, personRow: 5 }],
        sentence:
          "1 letter (letters file, row 2) offers exactly what somebody with the decision 'no' already had; the letter in row 2 matches row 5 of the decisions. A rule that looks only at these columns cannot give the two different decisions.",
      },
    ]);
  });

  it("does not hold a letter that changes nothing against the platform", () => {
    const letters = "a,1000,10,Ulm\nb,1200,15,Ulm\nc,1200,15,Ulm\nd,3000,1,Ulm";
    const [found, ...others] = ofKind(letters, "offer-rejected") ?? [];
    expect(others).toEqual([]);
    expect(found).toMatchObject({ count: 1, examples: [{ letterRow: 3, personRow: 4 }] });
    expect(ofKind("a,1000,10,Ulm\nc,1200,15,Ulm\nd,3000,1,Ulm\nb,1500,5,Ulm", "offer-rejected")).toEqual([]);
  });

  it("finds it for letters of unknown people and letters to accepted ones too", () => {
    const evidence = evidenceOf(DECISIONS, "id,income,debt,city\ng,2500,10,Ulm\nh,1500,20,Bonn");
    const found = (source: Evidence) => findingsOf(source)?.contradictions.map(({ kind, count }) => [kind, count]);
    expect(found(evidence)).toEqual([["offer-rejected", 2]]);
    expect(found({ ...evidence, letterOf: Int32Array.of(-1, -1) })).toEqual([["offer-rejected", 2]]);
  });

  it("never takes a missing value for an equal one", () => {
    expect(ofKind("e,1300,,Ulm\na,3000,,Ulm", "offer-rejected")).toEqual([]);
  });

  it("names rows of the files where they are given", () => {
    const evidence = evidenceOf(DECISIONS, "id,income,debt,city\na,2500,10,Ulm");
    const rows = { letterRows: Int32Array.of(40), personRows: Int32Array.from({ length: 11 }, (_, i) => 100 + i) };
    expect(findingsOf(evidence, rows)?.contradictions[0]?.examples).toEqual([{ letterRow: 40, personRow: 103 }]);
  });
});

describe("offers that a rejected person exceeds", () => {
  const five = "a,2000,10,Ulm\nb,2600,20,Bonn\nc,1900,15,Ulm\nd,2800,10,Ulm\nf,2700,10,Ulm";

  it("finds a person with more of what letters ask for and alike elsewhere", () => {
    const [found] = ofKind(five, "offer-exceeded") ?? [];
    expect(found).toMatchObject({ strength: "indication", count: 1, examples: [{ letterRow: 2, personRow: 5 }] });
    expect(found?.sentence).toContain("row 5 of the decisions goes beyond the letter in row 2");
  });

  it("asks for five letters that agree", () => {
    expect(ofKind(five.split("\n").slice(0, 4).join("\n"), "offer-exceeded")).toEqual([]);
    expect(ofKind(`${five}\nb,1400,20,Bonn`, "offer-exceeded")).toEqual([]); // 5 of 6 is less than 90 %
  });

  it("reads letters that ask for less the same way", () => {
    const less = "a,1000,5,Ulm\nb,1500,5,Bonn\nc,1200,5,Ulm\nd,2500,1,Ulm\nf,1000,14,Ulm\nf,1100,9,Ulm\nf,1100,8,Ulm";
    // f's first letter asks for less income and more debt; 1000 income is not a direction letters agree on.
    expect(ofKind(less, "offer-exceeded")).toEqual([]);
    const [found] =
      ofKind(
        "c,1000,11,Ulm\nb,1500,5,Bonn\nc,1000,11,Ulm\nd,2500,1,Ulm\nf,1100,9,Ulm\na,1000,9,Ulm",
        "offer-exceeded",
      ) ?? [];
    expect(found).toMatchObject({
      count: 2,
      examples: [
        { letterRow: 2, personRow: 2 },
        { letterRow: 4, personRow: 2 },
      ],
    });
  });
});

describe("letters to one person", () => {
  it("finds the one that asks for everything the other asks, and for more", () => {
    const [found] = ofKind("a,2000,10,Ulm\na,2200,10,Ulm\na,2000,9,Ulm\na,1900,9,Bonn", "more-than-needed") ?? [];
    expect(found).toMatchObject({ strength: "indication", count: 2 });
    expect(found?.examples).toEqual([
      { letterRow: 3, personRow: null },
      { letterRow: 4, personRow: null },
    ]);
  });

  it("does not compare ways that differ, opposite directions, or equal letters", () => {
    expect(ofKind("a,2000,10,Ulm\na,1000,5,Ulm\na,1000,15,Ulm", "more-than-needed")).toEqual([]);
    expect(ofKind("a,2000,10,Ulm\na,2000,10,Ulm", "more-than-needed")).toEqual([]);
    expect(ofKind("a,1000,10,Bonn\na,1000,10,Kiel", "more-than-needed")).toEqual([]);
  });
});

describe("opposite directions", () => {
  it("names the field, both counts and the rarer letters", () => {
    expect(contradictions("a,2000,10,Ulm\nb,2600,20,Bonn\nc,1100,15,Ulm")).toEqual([
      {
        kind: "opposite-directions",
        strength: "indication",
        count: 1,
        field: "income",
        examples: [{ letterRow: 4, personRow: null }],
        sentence:
          "2 letters ask for more of 'income' and 1 for less (letters file, row 4). Letters to different people may well do so: what helps can depend on a person's other fields.",
      },
    ]);
  });
});

describe("against brute force", () => {
  it.each([1, 2, 3, 4, 5, 6])("finds the same letters, seed %i", (seed) => {
    const evidence = coarseEvidence(seed);
    const found = findingsOf(evidence)?.contradictions ?? [];
    const counted = (kind: string) => found.find((one) => one.kind === kind)?.count ?? 0;
    expect([counted("offer-rejected"), counted("offer-exceeded"), counted("more-than-needed")]).toEqual([
      bruteEqual(evidence),
      bruteExceeded(evidence),
      bruteMore(evidence),
    ]);
    expect(bruteEqual(evidence) * bruteExceeded(evidence) * bruteMore(evidence)).toBeGreaterThan(0);
  });
});

/** Coarse numbers, so that rows coincide; letters mostly ask for more x and less y. Some cells are missing. */
function coarseEvidence(seed: number): Evidence {
  const random = seededRandom(seed, "coarse");
  const people = 120;
  const cell = (levels: number) => (random.uniform() < 0.05 ? Number.NaN : random.integer(levels));
  const rows = Array.from({ length: people }, () => [
    cell(4),
    cell(4),
    random.integer(2),
    random.uniform() < 0.05 ? -1 : random.integer(2),
  ]);
  const letterOf = Int32Array.from({ length: 60 }, () => random.integer(people));
  const offers = Array.from(letterOf, (i) => {
    const [x = 0, y = 0, z = 0, c = 0] = rows[i] ?? [];
    const kind = random.integer(20);
    if (kind === 0) return [x, y, 1 - z, c];
    if (kind === 1) return [x - 1, y, z, c];
    if (kind < 8) return [x + 1 + random.integer(2), y, z, c];
    if (kind < 14) return [x, y - 1, z, c];
    return [x + 1, y - 1 - random.integer(2), z, random.integer(2)];
  });
  const tableOf = (given: number[][]) => ({
    rows: given.length,
    columns: [
      ...["x", "y", "z"].map(
        (name, f): NumberColumn => ({
          name,
          type: "number",
          values: Float64Array.from(given, (row) => row[f] ?? Number.NaN),
        }),
      ),
      {
        name: "c",
        type: "category",
        codes: Int32Array.from(given, (row) => row[3] ?? -1),
        levels: ["p", "q"],
      } satisfies CategoryColumn,
    ],
  });
  const observations = tableOf(rows);
  return {
    schema: {
      features: observations.columns.map(({ name, type }) => ({ name, type, immutable: false })),
      decision: { column: "approved", favourable: "yes", unfavourable: "no" },
      sensitive: [],
      outcome: null,
      favourableOutcome: null,
      id: null,
      weight: null,
      ignored: [],
    },
    observations,
    decisions: Uint8Array.from(rows, () => (random.uniform() < 0.3 ? 1 : 0)),
    letters: tableOf(offers),
    letterOf,
    groups: [],
    outcomes: null,
    weights: null,
    ids: null,
  };
}

/** A row as four numbers, missing as NaN. */
function rowOf(table: Evidence["letters"], i: number): number[] {
  return table.columns.map((column) => {
    if (column.type === "number") return column.values[i]!;
    return column.codes[i]! < 0 ? Number.NaN : column.codes[i]!;
  });
}

const rejectedRows = ({ observations, decisions }: Evidence) =>
  Array.from({ length: observations.rows }, (_, i) => i)
    .filter((i) => decisions[i] === 0)
    .map((i) => rowOf(observations, i));

/** Letters with the row of a rejected person, unless it is the row of the person addressed. */
function bruteEqual(evidence: Evidence): number {
  const rejected = rejectedRows(evidence);
  const same = (row: number[], offer: number[]) => row.every((cell, f) => cell === offer[f]);
  return Array.from(evidence.letterOf, (person, k) => ({ person, offer: rowOf(evidence.letters, k) })).filter(
    ({ person, offer }) =>
      rejected.some((row) => same(row, offer)) &&
      !(evidence.decisions[person] === 0 && same(rowOf(evidence.observations, person), offer)),
  ).length;
}

/** Letters to rejected people with the numbers they change. */
function comparedSteps(evidence: Evidence) {
  return Array.from(evidence.letterOf, (person, k) => ({
    person,
    offer: rowOf(evidence.letters, k),
    row: rowOf(evidence.observations, person),
  }))
    .filter(({ person }) => evidence.decisions[person] === 0)
    .map(({ person, offer, row }) => ({
      person,
      offer,
      row,
      steps: offer.slice(0, 3).map((to, f) => to - row[f]! || 0),
    }));
}

function bruteExceeded(evidence: Evidence): number {
  const compared = comparedSteps(evidence);
  const directions = [0, 1, 2].map((f) => {
    const signs = compared.map(({ steps }) => Math.sign(steps[f]!)).filter((sign) => sign !== 0);
    const up = signs.filter((sign) => sign > 0).length;
    if (signs.length < 5) return 0;
    return up >= 0.9 * signs.length ? 1 : signs.length - up >= 0.9 * signs.length ? -1 : 0;
  });
  const rejected = rejectedRows(evidence);
  return compared.filter(({ offer, steps }) => {
    const asked = [0, 1, 2].filter((f) => steps[f]! * directions[f]! > 0);
    if (asked.length === 0) return false;
    return rejected.some(
      (row) =>
        row.every((cell, f) => (asked.includes(f) ? (cell - offer[f]!) * directions[f]! >= 0 : cell === offer[f])) &&
        asked.some((f) => row[f] !== offer[f]),
    );
  }).length;
}

function bruteMore(evidence: Evidence): number {
  const same = (a: number | undefined, b: number | undefined) => Object.is(a, b);
  const compared = comparedSteps(evidence);
  return compared.filter((a) =>
    compared.some((b) => {
      if (a === b || a.person !== b.person) return false;
      const [inA, inB] = [a, b].map(({ offer, row }) => offer.map((cell, f) => !same(cell, row[f])));
      if (inA === undefined || inB === undefined || !inB.includes(true)) return false;
      const covers = inB.every((isChanged, f) => {
        if (!isChanged) return true;
        if (!inA[f]) return false;
        if (same(a.offer[f], b.offer[f])) return true;
        return f < 3 && a.steps[f]! * b.steps[f]! > 0 && Math.abs(a.steps[f]!) > Math.abs(b.steps[f]!);
      });
      return covers && !a.offer.every((cell, f) => same(cell, b.offer[f]));
    }),
  ).length;
}
