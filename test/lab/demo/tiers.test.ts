import { expect, it } from "vitest";
import { inventPeople } from "../../../src/lab/demo/people.js";
import { demoTiers, tierOf } from "../../../src/lab/demo/tiers.js";

it("invents three tiers and letters into the next one, each with the tier it offers", () => {
  const { decisionsCsv, lettersCsv } = demoTiers(3, { people: 60 });
  const people = inventPeople(60, "made-up", 3);
  const lines = decisionsCsv.trim().split("\n").slice(1);
  expect(lines.map((line) => line.split(",").at(-1))).toEqual(
    people.map((person) => ["decline", "standard", "prime"][tierOf(person)]),
  );
  const letters = lettersCsv
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  for (const person of people) {
    const own = letters.filter(([id]) => id === person.id);
    if (tierOf(person) === 2) expect(own).toEqual([]);
    if (own.length === 0) continue;
    const changed: Record<string, unknown> = { ...person };
    for (const [, field, value] of own)
      if (field !== "tier") changed[field!] = field === "education" ? value : Number(value);
    const offered = own.find(([, field]) => field === "tier")![2];
    const reached = tierOf(changed as unknown as typeof person);
    expect(["decline", "standard", "prime"][reached]).toBe(offered);
    expect(reached).toBeGreaterThan(tierOf(person));
  }
  expect(letters.length).toBeGreaterThan(20);
  expect(demoTiers(3, { people: 60 })).toEqual({ decisionsCsv, lettersCsv });
});
