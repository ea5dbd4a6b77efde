import { describe, expect, it } from "vitest";
import type { ModelFairness } from "../../../src/findings/model-fairness.js";
import type { Grouping } from "../../../src/measure/groups/groups.js";
import { differenceFromRest, drawConclusions, gapOf } from "../../../src/measure/trust/conclusions.js";
import { clearFinding } from "./clear-finding.js";

/** Twelve people of a, twelve of b, nine of c, and one whose group nobody knows. */
const grouping: Grouping = {
  attribute: "origin",
  columns: ["origin"],
  kind: "category",
  labels: ["a", "b", "c"],
  groupOf: Int32Array.from([...[12, 12, 9].flatMap((size, k) => Array<number>(size).fill(k)), -1]),
};
const people = 34;

/** So many of a, b and c accepted. */
function accepting(...counts: readonly [number, number, number]): Uint8Array {
  const left = [...counts];
  return Uint8Array.from(grouping.groupOf, (group) => (group >= 0 && left[group]!-- > 0 ? 1 : 0));
}

describe("gapOf, differenceFromRest", () => {
  it("compares groups of at least ten people, by weight where there are weights", () => {
    const answers = accepting(6, 12, 0);
    expect(gapOf(grouping, answers, null)).toEqual({ attribute: "origin", difference: 0.5, highest: "b", lowest: "a" });
    const weights = Float64Array.from(grouping.groupOf, (group, i) => (group === 0 && i >= 6 ? 3 : 1));
    expect(gapOf(grouping, answers, weights).difference).toBeCloseTo(0.75, 12);
    const alone = { ...grouping, labels: ["a"], groupOf: new Int32Array(20) };
    expect(gapOf(alone, new Uint8Array(20), null)).toMatchObject({ difference: null, highest: null });
  });

  it("takes everybody else whose group is known as the rest", () => {
    expect(differenceFromRest(grouping, "a", accepting(6, 12, 9), null)).toBeCloseTo(0.5 - 1, 12);
    const weights = Float64Array.from(grouping.groupOf, (group) => (group === 1 ? 0 : 1));
    expect(differenceFromRest(grouping, "a", accepting(6, 12, 0), weights)).toBeCloseTo(0.5 - 0, 12);
    expect(differenceFromRest({ ...grouping, groupOf: new Int32Array(people) }, "a", accepting(1, 1, 1), null)).toBe(
      null,
    );
  });
});

describe("drawConclusions(people, followed, audit, tried)", () => {
  const estimate = { value: -0.3, low: -0.5, high: -0.1 };
  const difference = clearFinding({ kind: "group-difference", attribute: "origin", group: "a", estimate });
  const better = clearFinding({ kind: "rebuilt-model" });
  const decisions = accepting(3, 9, 6); // 18 of 34
  const compared = { decisions, weights: null, groupings: [grouping] };
  const none: readonly ModelFairness[] = [];
  const followed = { findings: [difference, better], favourable: "yes", fairness: none };
  const same = { name: "same", answers: accepting(3, 9, 6) };
  const turned = { name: "turned", answers: accepting(12, 3, 3) };
  const equal = { name: "equal", answers: accepting(0, 0, 0) };

  it("counts the variations in which the rebuilt model shows a clear finding, and names the others", () => {
    const found = drawConclusions(compared, followed, decisions, [same, turned, equal]);
    expect(found).toEqual([
      {
        ...{ code: "GAP_SIGN", attribute: "origin", holds: 1, of: 3, fails: ["turned", "equal"] },
        sentence: "origin: “a” gets “yes” less often than everybody else.",
      },
      {
        ...{ code: "AGREEMENT_ABOVE_MAJORITY", attribute: null, holds: 1, of: 3, fails: ["turned", "equal"] },
        sentence: "The rebuilt model is right more often than the more common answer would be.",
      },
    ]);
  });

  it("names the other group of two, and the side", () => {
    const up = { ...difference, against: "b", estimate: { value: 0.3, low: 0.1, high: 0.5 } };
    const [found] = drawConclusions(compared, { ...followed, findings: [up] }, turned.answers, [turned, same]);
    expect(found).toMatchObject({ sentence: "origin: “a” gets “yes” more often than “b”.", holds: 1, of: 2 });
  });

  it("follows nothing that is not clear", () => {
    const possible = { ...difference, strength: "possible" as const };
    const unclear = { ...better, strength: "none" as const };
    expect(drawConclusions(compared, { ...followed, findings: [possible, unclear] }, decisions, [same])).toEqual([]);
  });

  it("follows no difference that the audit's own answers or corrected rates contradict", () => {
    const own = drawConclusions(compared, { ...followed, findings: [difference] }, turned.answers, [same]);
    expect(own).toEqual([]);
    const corrected = (...rates: readonly number[]) => {
      const groups = rates.map((value, k) => {
        const correctedRate = { value, low: value, high: value };
        return { group: grouping.labels[k]!, n: 100, correctedRate };
      });
      const through = { scored: "population", attributes: [{ attribute: "origin", groups }] };
      return [through as unknown as ModelFairness];
    };
    const codes = (...rates: readonly number[]) =>
      drawConclusions(compared, { ...followed, fairness: corrected(...rates) }, decisions, [same]).map(
        ({ code }) => code,
      );
    expect(codes(0.2, 0.5, 0.5)).toEqual(["GAP_SIGN", "AGREEMENT_ABOVE_MAJORITY"]);
    expect(codes(0.6, 0.5, 0.5)).toEqual(["AGREEMENT_ABOVE_MAJORITY"]);
  });

  it("does not count a variation that cannot say, and draws nothing from none", () => {
    expect(drawConclusions(compared, followed, decisions, [])).toEqual([]);
  });
});
