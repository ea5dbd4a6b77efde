import { describe, expect, it } from "vitest";
import { applyGrouping, groupingRules } from "../../src/measure/groups/groups.js";
import { fittedEvidence, type Others, sampleEvidence } from "../../src/measure/sample-evidence.js";
import { resolveAuditOptions } from "../../src/settings/audit-options.js";
import { canonicalEvidence } from "../../src/surrogate/canonical-evidence.js";
import { madeUpEvidence, shuffledEvidence } from "../checks/made-up-evidence.js";

const evidence = madeUpEvidence({ people: 600, missing: 3 });

function draw(given: typeof evidence, sample: number, seed = 0) {
  const { evidence: whole } = canonicalEvidence(given);
  const rules = groupingRules(whole.groups, { bins: {}, intersections: true });
  const groupings = rules.map((rule) => applyGrouping(rule, whole.groups));
  return { whole, groupings, drawn: sampleEvidence(whole, groupings, { sample, seed }) };
}

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

describe("sampleEvidence", () => {
  it("draws nobody where everybody fits", () => {
    expect(draw(evidence, 600).drawn).toBeNull();
    expect(draw(evidence, 599).drawn).not.toBeNull();
  });

  it("leaves a fifth of the people out", () => {
    expect(draw(evidence, 599).drawn?.rows).toHaveLength(480);
    expect(draw(evidence, 200).drawn?.rows).toHaveLength(200);
  });

  it("draws in proportion from each decision and combination of groups, and says how many each stands for", () => {
    const { whole, groupings, drawn } = draw(evidence, 200);
    const single = groupings.filter(({ kind }) => kind !== "intersection");
    const cell = (row: number) =>
      [whole.decisions[row], ...single.map(({ labels, groupOf }) => labels[groupOf[row]!] ?? null)].join();
    const all = counted([...whole.decisions.keys()].map(cell));
    const own = counted([...drawn!.rows].map(cell));
    expect(drawn!.strata).toHaveLength(all.size);
    for (const { decision, groups, people, drawn: count, weight } of drawn!.strata) {
      const key = [decision === "accepted" ? 1 : 0, ...groups].join();
      expect(all.get(key)).toBe(people);
      expect(own.get(key) ?? 0).toBe(count);
      expect(weight).toBe(people / count);
      expect(Math.abs(count - people / 3)).toBeLessThan(1.5);
    }
  });

  it("draws the same people whatever the order of the rows, and others with another seed", () => {
    const { drawn } = draw(evidence, 200);
    const again = draw(shuffledEvidence(evidence, 5), 200).drawn!;
    expect(again.evidence).toEqual(drawn!.evidence);
    expect(again.nested).toEqual(drawn!.nested);
    expect(again.strata).toEqual(drawn!.strata);
    expect(draw(evidence, 200, 1).drawn!.rows).not.toEqual(drawn!.rows);
  });

  it("takes letters along with their person", () => {
    const { whole, drawn } = draw(evidence, 200);
    const isDrawn = new Set(drawn!.rows);
    const expected = whole.letterOf.filter((person) => isDrawn.has(person)).length;
    expect(drawn!.letters).toEqual({ drawn: expected, of: whole.letters.rows });
    expect(drawn!.evidence.letterOf.every((person) => drawn!.evidence.decisions[person] === 0)).toBe(true);
    const unpaired = { ...evidence, letterOf: evidence.letterOf.map(() => -1) };
    expect(draw(unpaired, 200).drawn!.letters.drawn).toBe(Math.round(evidence.letters.rows / 3));
  });

  it("has everybody else in its others, once", () => {
    const { whole, drawn } = draw(evidence, 200);
    let rows = 0;
    let accepted = 0;
    (drawn!.others as Others).batches(({ table, decisions, groups, weights }) => {
      expect([decisions.length, weights]).toEqual([table.rows, null]);
      expect(groups.map(({ name }) => name)).toEqual(whole.groups.map(({ name }) => name));
      rows += table.rows;
      accepted += decisions.reduce((sum, decision) => sum + decision, 0);
    });
    const sum = (decisions: Uint8Array) => decisions.reduce((total, decision) => total + decision, 0);
    expect([rows, drawn!.others.rows]).toEqual([400, 400]);
    expect(accepted).toBe(sum(whole.decisions) - sum(drawn!.evidence.decisions));
  });

  it("is nested: every beginning has about its share of each decision", () => {
    const { nested, evidence: sample } = draw(evidence, 200).drawn!;
    expect(nested.toSorted()).toEqual(Int32Array.from(sample.decisions.keys()));
    const accepted = (rows: Int32Array) => rows.filter((row) => sample.decisions[row] === 1).length;
    for (const size of [25, 50, 100]) {
      expect(Math.abs(accepted(nested.subarray(0, size)) - (accepted(nested) * size) / 200)).toBeLessThan(5);
    }
  });

  it("is what an explanation of an audit fits again", () => {
    const settings = { ...resolveAuditOptions({ sample: 200 }) };
    expect(fittedEvidence(shuffledEvidence(evidence, 2), settings)).toEqual(draw(evidence, 200).drawn!.evidence);
    expect(fittedEvidence(evidence, resolveAuditOptions()).decisions).toHaveLength(600);
  });

  it("draws two people of a rare decision", () => {
    const decisions = Uint8Array.from(evidence.decisions, (_, i) => (i < 3 ? 0 : 1));
    const rare = { ...evidence, decisions, groups: [], letters: { ...evidence.letters, rows: 0 } };
    const { drawn } = draw({ ...rare, letterOf: new Int32Array(0) }, 150);
    expect(drawn!.strata.map(({ drawn: count }) => count)).toEqual([2, 148]);
  });
});
