import { describe, expect, it } from "vitest";
import type { Column } from "../../../src/input/table.js";
import { mergeTally, type Tally, tallyOf } from "../../../src/input/tally.js";
import { type Random, seededRandom } from "../../../src/math/random.js";
import { gatherFacts, tallyFacts } from "../../../src/measure/groups/facts.js";
import { applyGrouping, type GroupingOptions, groupingRules } from "../../../src/measure/groups/groups.js";

function factsOfPeople(people: People, options: GroupingOptions) {
  const rules = groupingRules(people.columns, options);
  const groupings = rules.map((rule) => applyGrouping(rule, people.columns));
  return { rules, facts: gatherFacts(groupings, people.decisions, people.weights) };
}

function factsOfTally(tally: Tally, options: GroupingOptions) {
  const rules = groupingRules(tally.columns, options, tally.people);
  const groupings = rules.map((rule) => applyGrouping(rule, tally.columns));
  return { rules, facts: tallyFacts(groupings, tally) };
}

interface People {
  readonly columns: readonly Column[];
  readonly decisions: Uint8Array;
  readonly weights: Float64Array | null;
}

/** People with two categories, numbers of few and of many different values, and missing values in all of them. */
function drawPeople(random: Random, rows: number): People {
  const missing = random.integer(3) * 0.05;
  const drawn = (value: () => number, none: number) =>
    Array.from({ length: rows }, () => (random.uniform() < missing ? none : value()));
  const levels = ["x", "a", "unused", "m", "b × c"];
  const few = 1 + random.integer(12);
  return {
    columns: [
      { name: "sex", type: "category", codes: Int32Array.from(drawn(() => random.integer(2), -1)), levels },
      { name: "origin", type: "category", codes: Int32Array.from(drawn(() => 3 + random.integer(2), -1)), levels },
      { name: "children", type: "number", values: Float64Array.from(drawn(() => random.integer(few), Number.NaN)) },
      { name: "age", type: "number", values: Float64Array.from(drawn(() => 18 + random.integer(70) / 2, Number.NaN)) },
    ],
    decisions: Uint8Array.from({ length: rows }, () => (random.uniform() < 0.4 ? 1 : 0)),
    weights: null,
  };
}

function optionsOf(k: number): GroupingOptions {
  return { bins: k % 2 === 0 ? {} : { age: [25, 45] }, intersections: k % 3 > 0 };
}

describe("facts from a tally", () => {
  it("are those of the people, to the last bit", () => {
    for (let k = 0; k < 60; k++) {
      const random = seededRandom(k, "tally");
      const people = drawPeople(random, 1 + random.integer(600));
      const tally = tallyOf(people.columns, people.decisions, null);
      const options = optionsOf(k);
      expect(factsOfTally(tally, options)).toEqual(factsOfPeople(people, options));
      expect(tally.people.reduce((sum, count) => sum + count, 0)).toBe(people.decisions.length);
    }
  });

  it("are those of the weighted people but for the rounding of sums", () => {
    for (let k = 0; k < 30; k++) {
      const random = seededRandom(k, "weighted tally");
      const drawn = drawPeople(random, 50 + random.integer(600));
      const weights = drawn.decisions.map(() => random.integer(50));
      const people = { ...drawn, weights: Float64Array.from(weights, (weight) => weight / 7) };
      const tally = tallyOf(people.columns, people.decisions, people.weights);
      const options = optionsOf(k);
      expectNear(factsOfTally(tally, options).facts, factsOfPeople(people, options).facts);
    }
  });

  it("need one row per combination, not per person", () => {
    const tally: Tally = {
      rows: 4,
      columns: [{ name: "sex", type: "category", codes: Int32Array.of(0, 0, 1, 1), levels: ["f", "m"] }],
      decisions: Uint8Array.of(0, 1, 0, 1),
      people: Float64Array.of(3e9, 2e9, 4e9, 4e9),
      weights: null,
    };
    const { overall, attributes } = factsOfTally(tally, optionsOf(0)).facts;
    expect(overall.n).toBe(13e9);
    expect(attributes[0]?.groups.map(({ n, rate }) => [n, rate.share])).toEqual([
      [5e9, 0.4],
      [8e9, 0.5],
    ]);
  });

  it("refuse groups of other people", () => {
    const tally = tallyOf([], Uint8Array.of(0, 1), null);
    const grouping = { attribute: "a", columns: ["a"], kind: "category", labels: ["x"] } as const;
    expect(() => tallyFacts([{ ...grouping, groupOf: new Int32Array(3) }], tally)).toThrow(
      "there are 2 combinations but 3 groups by 'a'; pass one per combination",
    );
  });
});

describe("mergeTally", () => {
  const column: Column = { name: "age", type: "number", values: Float64Array.of(30, Number.NaN, 30, Number.NaN, 30) };
  const decisions = Uint8Array.of(1, 0, 1, 0, 0);
  const people = Float64Array.of(2, 3, 5, 7, 0);

  it("puts equal entries together, missing values too, and leaves out those of nobody", () => {
    const merged = mergeTally({ rows: 5, columns: [column], decisions, people, weights: null });
    expect(merged).toEqual({
      rows: 2,
      columns: [{ ...column, values: Float64Array.of(30, Number.NaN) }],
      decisions: Uint8Array.of(1, 0),
      people: Float64Array.of(7, 10),
      weights: null,
    });
  });

  it("refuses columns of another length", () => {
    expect(() => tallyOf([column], Uint8Array.of(1), null)).toThrow("1 decisions but 5 values of 'age'");
  });
});

/** Equal but for the last digits of numbers. */
function expectNear(found: unknown, expected: unknown): void {
  if (typeof expected === "number") expect(found).toBeCloseTo(expected, 10);
  else if (typeof expected !== "object" || expected === null) expect(found).toBe(expected);
  else {
    const [own, other] = [found as Record<string, unknown>, expected as Record<string, unknown>];
    expect(Object.keys(own)).toEqual(Object.keys(other));
    for (const [key, value] of Object.entries(other)) expectNear(own[key], value);
  }
}
