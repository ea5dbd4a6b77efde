import { describe, expect, it } from "vitest";
import type { Table } from "../../../src/input/table.js";
import { attributeGroups, gapErrors, meanDtieo, scoreGaps } from "../../../src/lab/study/levels.js";

const each = 20; // people of each group and outcome
const people = Array.from({ length: 4 * each }, (_, i) => ({ group: i % 2, outcome: Math.floor(i / 2) % 2, i }));
const table: Table = {
  rows: people.length,
  columns: [
    { name: "sex", type: "category", codes: Int32Array.from(people, ({ group }) => group), levels: ["f", "m"] },
    { name: "age", type: "number", values: new Float64Array(people.length) },
  ],
};
const groups = attributeGroups(table, "sex");
const outcomes = Uint8Array.from(people, ({ outcome }) => outcome);
const scored = (rule: (person: (typeof people)[number]) => number) =>
  scoreGaps(Float64Array.from(people, rule), groups, outcomes);

describe("scoreGaps", () => {
  it("is the shift between groups, over all and within outcomes", () => {
    const { dtidp, dtieo } = scored(({ group, outcome }) => 0.2 + 0.3 * group + 0.1 * outcome * group);
    expect(dtidp).toBeCloseTo(0.35, 12); // the mean of 0.3 and 0.4: group m is above group f throughout
    expect(dtieo[0]).toBeCloseTo(0.3, 12);
    expect(dtieo[1]).toBeCloseTo(0.4, 12);
    expect(meanDtieo({ dtidp, dtieo })).toBeCloseTo(0.35, 12);
  });

  it("is 0 where scores know nothing of groups, and null where a group has fewer than ten people", () => {
    expect(scored(({ outcome }) => outcome).dtidp).toBe(0);
    const few = { labels: ["f", "m"], groupOf: Int32Array.from(people, ({ i }) => (i < 9 ? 1 : 0)) };
    expect(scoreGaps(new Float64Array(people.length), few, outcomes)).toEqual({ dtidp: null, dtieo: [null, null] });
    const unknown = { labels: ["f", "m"], groupOf: new Int32Array(people.length).fill(-1) };
    expect(scoreGaps(new Float64Array(people.length), unknown, outcomes).dtidp).toBe(null);
  });

  it("takes the two groups that are furthest apart", () => {
    const three = { labels: ["a", "b", "c"], groupOf: Int32Array.from(people, ({ i }) => i % 3) };
    const scores = Float64Array.from(people, ({ i }) => [0.1, 0.4, 0.9][i % 3]!);
    expect(scoreGaps(scores, three, outcomes).dtidp).toBeCloseTo(0.8, 12);
  });

  it("refuses an attribute that is no category", () => {
    expect(() => attributeGroups(table, "age")).toThrow("no category of the data set; its categories are sex");
    expect(() => attributeGroups(table, "none")).toThrow(expect.objectContaining({ code: "STUDY_INVALID" }));
  });
});

describe("gapErrors", () => {
  it("compares distance with distance, and is null where one is", () => {
    const target = { dtidp: 0.3, dtieo: [0.1, 0.5] as const };
    const { dtidp, dtieo } = gapErrors(target, { dtidp: 0.1, dtieo: [0.2, 0.2] });
    expect(dtidp).toBeCloseTo(0.2, 12);
    expect(dtieo).toBeCloseTo(0.2, 12); // the mean of 0.1 and 0.3
    expect(gapErrors(target, { dtidp: null, dtieo: [0.1, null] })).toEqual({ dtidp: null, dtieo: null });
  });
});
