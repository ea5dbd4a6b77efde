import { describe, expect, it } from "vitest";
import { cheapestLetter, hiddenDecision, hiddenPoints, LETTER_FIELDS } from "../../../src/lab/demo/lender.js";
import { demoLending } from "../../../src/lab/demo/lending.js";
import type { Person } from "../../../src/lab/demo/people.js";
import { EDUCATION, inventPeople } from "../../../src/lab/demo/people.js";

const rows = (csv: string) =>
  csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));

const someone: Person = {
  id: "x",
  age: 40,
  sex: "woman",
  origin: "home",
  district: "hill",
  housing: "tenant",
  education: "school",
  years_employed: 10,
  income: 30000,
  savings: 0,
  debt: 7500,
};

describe("demoLending", () => {
  it("gives the same text for the same seed and other people for another", () => {
    expect(demoLending(7)).toEqual(demoLending(7));
    expect(demoLending(7).decisionsCsv).not.toBe(demoLending(8).decisionsCsv);
  });

  it("shows 200 people as they come, of both answers, and letters to the refused alone", () => {
    const demo = demoLending(1);
    const [header, ...people] = rows(demo.decisionsCsv);
    expect(header).toEqual([
      "id",
      "age",
      "sex",
      "origin",
      "district",
      "housing",
      "education",
      "years_employed",
      "income",
      "savings",
      "debt",
      "decision",
    ]);
    expect(people).toHaveLength(200);
    const answers = new Map(people.map((row) => [row[0], row[11]]));
    expect(new Set(answers.values())).toEqual(new Set(["granted", "refused"]));
    const [letterHeader, ...letters] = rows(demo.lettersCsv);
    expect(letterHeader).toEqual(["id", "field", "new_value"]);
    expect(letters.map((row) => answers.get(row[0]))).toEqual(letters.map(() => "refused"));
    expect(new Set(letters.map((row) => row[0])).size).toBe(demo.counts.letters);
    expect(demo.counts.letters + demo.counts.withoutLetter).toBe(demo.counts.refused);
    expect(demo.counts.withoutLetter).toBeGreaterThan(0);
  });

  it("keeps the reference population apart from the evidence", () => {
    const demo = demoLending(1, { population: 500 });
    const [, ...reference] = rows(demo.populationCsv);
    expect(reference).toHaveLength(500);
    expect(demo.population.people).toHaveLength(500);
    const observed = new Set(rows(demo.decisionsCsv).map((row) => row.slice(1).join()));
    expect(reference.filter((row) => observed.has(row.slice(1).join()))).toEqual([]);
    expect(reference.map((row) => (row[11] === "granted" ? 1 : 0))).toEqual([...demo.population.decisions]);
  });

  it("says in ids and in words that nobody exists", () => {
    const demo = demoLending(3);
    expect(demo.notice).toContain("made up");
    expect(rows(demo.decisionsCsv).slice(1)).toSatisfy((people: string[][]) =>
      people.every((row) => row[0]?.startsWith("made-up-")),
    );
  });

  it("treats groups differently, and refuses neither nearly all nor nearly none", () => {
    const { people, decisions } = demoLending(5).population;
    const rate = (inGroup: (person: Person) => boolean) => {
      const answers = [...decisions].filter((_, i) => inGroup(people[i] as Person));
      return answers.reduce((sum, answer) => sum + answer, 0) / answers.length;
    };
    expect(rate(() => true)).toBeGreaterThan(0.45);
    expect(rate(() => true)).toBeLessThan(0.65);
    expect(rate((person) => person.sex === "man") - rate((person) => person.sex === "woman")).toBeGreaterThan(0.08);
    expect(rate((p) => p.origin === "home") - rate((p) => p.origin === "abroad")).toBeGreaterThan(0.15);
  });

  it("refuses options it does not have and numbers that make no sense", () => {
    expect(() => demoLending(1, { persons: 3 } as never)).toThrow("demoLending has no option 'persons'");
    expect(() => demoLending(-1)).toThrow("seed must be a whole number >= 0, got -1");
    expect(() => demoLending(1, { people: 0 })).toThrow("people must be a whole number >= 1, got 0");
  });
});

describe("hiddenPoints", () => {
  it("adds up as its table says", () => {
    expect(hiddenPoints(someone)).toBe(12); // ln 1 = 0, debt at the free quarter, ten years of work
    expect(hiddenPoints({ ...someone, savings: 15000 })).toBe(24);
    expect(hiddenPoints({ ...someone, savings: 99999 })).toBe(24);
    expect(hiddenPoints({ ...someone, debt: 15000 })).toBe(2);
    expect(hiddenPoints({ ...someone, debt: 90000 })).toBe(-23);
    expect(hiddenPoints({ ...someone, years_employed: 30 })).toBe(12);
    expect(hiddenPoints({ ...someone, district: "harbour" })).toBe(2);
    expect(hiddenPoints({ ...someone, district: "harbour", housing: "owner" })).toBe(13);
    expect(hiddenPoints({ ...someone, origin: "abroad" })).toBe(4);
    expect(hiddenPoints({ ...someone, education: "degree", age: 24 })).toBe(12);
  });

  it("never reads the sex", () => {
    for (const person of inventPeople(300, "p", 2)) {
      expect(hiddenPoints({ ...person, sex: "man" })).toBe(hiddenPoints({ ...person, sex: "woman" }));
    }
  });
});

describe("cheapestLetter", () => {
  const refused = inventPeople(120, "p", 4).filter((person) => hiddenDecision(person) === 0);
  const answered = refused.flatMap((person) => {
    const advice = cheapestLetter(person);
    return advice === null ? [] : [{ person, advice }];
  });

  it("is accepted by the lender and touches only what people can change", () => {
    expect(answered.length).toBeGreaterThan(20);
    for (const { person, advice } of answered) {
      expect(hiddenDecision(advice)).toBe(1);
      const kept = Object.fromEntries(LETTER_FIELDS.map((field) => [field, person[field]]));
      expect({ ...advice, ...kept }).toEqual(person);
    }
  });

  it("cannot be had with one step less", () => {
    for (const { person, advice } of answered) {
      const eased: Person[] = [
        { ...advice, income: Math.max(person.income, advice.income - 1000) },
        { ...advice, savings: Math.max(person.savings, advice.savings - 1000) },
        { ...advice, debt: Math.min(person.debt, advice.debt + 1000) },
        { ...advice, education: person.education },
        { ...advice, years_employed: Math.max(person.years_employed, advice.years_employed - 1) },
      ].filter((easier) => JSON.stringify(easier) !== JSON.stringify(advice));
      expect(eased.length).toBeGreaterThan(0);
      expect(eased.map(hiddenDecision)).toEqual(eased.map(() => 0));
    }
  });

  it("moves in steps a person would name", () => {
    for (const { person, advice } of answered) {
      expect(Math.abs(advice.income - person.income) % 1000).toBe(0);
      expect(Math.abs(advice.savings - person.savings) % 1000).toBe(0);
      expect(Math.abs(advice.debt - person.debt) % 1000).toBe(0);
      expect(EDUCATION.indexOf(advice.education) - EDUCATION.indexOf(person.education)).toBeLessThanOrEqual(1);
    }
  });

  it("finds nothing for somebody far below the mark", () => {
    expect(
      cheapestLetter({ ...someone, income: 9000, savings: 0, debt: 60000, years_employed: 0, origin: "abroad" }),
    ).toBeNull();
  });
});
