import { describe, expect, it } from "vitest";
import type { Evidence } from "../../src/input/evidence.js";
import { canonicalEvidence, selectEvidence } from "../../src/surrogate/canonical-evidence.js";
import { doubledEvidence, madeUpEvidence, shuffledEvidence } from "../checks/made-up-evidence.js";

/** Evidence in which many people are equal in their features and differ in one other thing only. */
function nearTwins(): Evidence {
  const doubled = doubledEvidence(madeUpEvidence({ people: 20 }));
  const people = doubled.observations.rows;
  return {
    ...doubled,
    letterOf: doubled.letterOf.map((person, k) => (k % 3 === 0 ? -1 : person)),
    outcomes: {
      name: "paid",
      type: "category",
      codes: Int32Array.from({ length: people }, (_, i) => (i % 3) - 1),
      levels: ["yes", "no"],
    },
    weights: Float64Array.from({ length: people }, (_, i) => 1 + (i % 4)),
    ids: Array.from({ length: people }, (_, i) => `p${i}`),
  };
}

describe("canonicalEvidence", () => {
  it("is the same whatever the order of people and letters", () => {
    const evidence = nearTwins();
    const expected = canonicalEvidence(evidence).evidence;
    for (const seed of [1, 2, 3])
      expect(canonicalEvidence(shuffledEvidence(evidence, seed)).evidence).toEqual(expected);
    expect(canonicalEvidence({ ...expected }).evidence).toEqual(expected);
  });

  it("sorts once: evidence in order comes back as it is, a changed copy is sorted again", () => {
    const { evidence } = canonicalEvidence(nearTwins());
    const again = canonicalEvidence(evidence);
    expect(again.evidence).toBe(evidence);
    expect(again.people).toEqual(Int32Array.from(evidence.decisions.keys()));
    expect(again.letters).toEqual(Int32Array.from(evidence.letterOf.keys()));
    const turned = selectEvidence(evidence, [...evidence.decisions.keys()].reverse(), []);
    const changed: Evidence = { ...evidence, observations: turned.observations };
    expect(canonicalEvidence(changed).evidence).not.toBe(changed);
  });

  it("keeps the order of people chosen from it in their order", () => {
    const { evidence } = canonicalEvidence(nearTwins());
    const people = [...evidence.decisions.keys()].filter((i) => i % 3 !== 1);
    const letters = [...evidence.letterOf.keys()].filter((k) => people.includes(evidence.letterOf[k]!));
    const chosen = selectEvidence(evidence, people, letters);
    expect(canonicalEvidence(chosen).evidence).toEqual(chosen);
  });

  it("loses nothing and says where each row came from", () => {
    const evidence = nearTwins();
    const { evidence: sorted, people, letters } = canonicalEvidence(evidence);
    expect(sorted.ids).toEqual(Array.from(people, (i) => evidence.ids![i]));
    expect(Array.from(people).sort((a, b) => a - b)).toEqual(Array.from({ length: people.length }, (_, i) => i));
    letters.forEach((from, k) => {
      const person = evidence.letterOf[from]!;
      expect(sorted.letterOf[k]).toBe(person < 0 ? -1 : people.indexOf(person));
    });
  });

  it("puts missing values first and copes with none at all", () => {
    const evidence = madeUpEvidence({ people: 12, missing: 4 });
    const home = canonicalEvidence(evidence).evidence.observations.columns[2] as { codes: Int32Array };
    expect(home.codes[0]).toBe(-1); // the branch is the same for all, so the home comes next
    expect(home.codes).toEqual(home.codes.toSorted());
    expect(canonicalEvidence(selectEvidence(evidence, [], [])).evidence.observations.rows).toBe(0);
  });

  it("refuses groups of another length and evidence without features", () => {
    const evidence = madeUpEvidence({ people: 12 });
    const groups = [{ name: "group", type: "category", codes: new Int32Array(3), levels: ["a"] }] as const;
    expect(() => canonicalEvidence({ ...evidence, groups })).toThrow(
      "12 observations, 12 decisions and groups of 3 rows",
    );
    const bare = { ...evidence, schema: { ...evidence.schema, features: [] } };
    expect(() => canonicalEvidence(bare)).toThrow(expect.objectContaining({ code: "NO_FEATURES" }));
  });
});

describe("selectEvidence", () => {
  it("turns a letter to somebody left out into one to nobody known", () => {
    const evidence = madeUpEvidence({ people: 20 });
    const person = evidence.letterOf[0]!;
    const others = Array.from({ length: 20 }, (_, i) => i).filter((i) => i !== person);
    expect(selectEvidence(evidence, others, [0]).letterOf[0]).toBe(-1);
    expect(selectEvidence(evidence, [person], [0]).letterOf[0]).toBe(0);
  });
});
