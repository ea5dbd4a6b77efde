import { describe, expect, it } from "vitest";
import { type CaveatFacts, listCaveats } from "../../../src/measure/trust/caveats.js";

const FACTS: CaveatFacts = {
  rejected: 100,
  accepted: 200,
  letters: 0,
  paired: 0,
  contradicting: 0,
  weighted: false,
  smallGroups: [],
  comparesGroups: false,
  toldReasons: false,
  methods: [],
  recommendation: { method: "majority", sentence: "" } as unknown as CaveatFacts["recommendation"],
  sample: null,
};

describe("listCaveats", () => {
  it("names the groups too small to carry a rate, at most twenty of them", () => {
    const textFor = (groups: number) => {
      const smallGroups = Array.from({ length: groups }, (_, k) => `city: c${k} (n = 1)`);
      return listCaveats({ ...FACTS, smallGroups }).find(({ code }) => code === "SMALL_GROUPS")?.text;
    };
    expect(textFor(0)).toBeUndefined();
    expect(textFor(2)).toBe("Groups with too few people to compare: city: c0 (n = 1); city: c1 (n = 1).");
    expect(textFor(20)).toMatch(/c19 \(n = 1\)\.$/);
    expect(textFor(5000)).toMatch(/c19 \(n = 1\); and 4980 more groups\.$/);
  });

  it("says of balanced files what their rates mean, with and without weights, and of equal rows what no rule can do", () => {
    const textOf = (code: string, given: Partial<CaveatFacts>) =>
      listCaveats({ ...FACTS, ...given }).find((caveat) => caveat.code === code)?.text;
    const even = { rejected: 100, accepted: 100 };
    expect(textOf("BALANCED_SAMPLE", {})).toBeUndefined();
    expect(textOf("BALANCED_SAMPLE", even)).toContain("A column of sampling weights would give");
    expect(textOf("BALANCED_SAMPLE", { ...even, weighted: true })).toContain("Use the weighted rates");
    expect(textOf("ROWS_CONTRADICT", {})).toBeUndefined();
    expect(textOf("ROWS_CONTRADICT", { contradicting: 38 })).toMatch(/^38 people .* No rule on these columns/);
  });

  it("says what the four-fifths rule is only where groups are compared", () => {
    const codes = (comparesGroups: boolean) => listCaveats({ ...FACTS, comparesGroups }).map(({ code }) => code);
    expect(codes(true)).toContain("FOUR_FIFTHS");
    expect(codes(false)).not.toContain("FOUR_FIFTHS");
    expect(codes(false)).toContain("SELECTION");
  });
});
