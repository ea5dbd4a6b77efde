import { beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/document/canonical-json.js";
import type { Evidence } from "../../src/input/evidence.js";
import { loadKernels } from "../../src/kernels/load.js";
import { targetNotices } from "../../src/lab/study/target-notices.js";
import { parseCondition } from "../../src/leak/condition.js";
import { leak } from "../../src/leak/leak.js";
import { planLeak } from "../../src/leak/leak-plan.js";
import { noticeSpecs, parseNotice, peopleTold, type TargetNotices } from "../../src/leak/notices.js";
import { canonicalEvidence, selectEvidence } from "../../src/surrogate/canonical-evidence.js";
import { thresholdEvidence, thresholdReference } from "./made-up.js";

const kernels = await loadKernels();
const ofText = (text: string) => ({ text, condition: parseCondition(text) });
const quick = { repeats: 2, sizes: [8, 20], fields: 0, at: 20, seed: 3 } as const;

/** Everybody refused is told that the score counts against them, and every third the noise too. */
function withReasons(evidence: Evidence): Evidence {
  const refused = [...evidence.decisions.keys()].filter((i) => evidence.decisions[i] === 0);
  const given = refused.flatMap((person, k) => [0, 1].slice(0, k % 3 === 0 ? 2 : 1).map((n) => [person, n] as const));
  return {
    ...evidence,
    reasons: {
      names: ["noise", "score", "town"].map((name) => ({ name, features: [name] })),
      personOf: Int32Array.from(given, ([person]) => person),
      nameOf: Int32Array.from(given, ([, isNoise]) => 1 - isNoise),
      direction: new Int8Array(given.length),
    },
  };
}

/** The target of made-up.ts, with a score that rises with `score`. */
const target = {
  name: "model.json",
  score: async (table: Evidence["observations"]) => scores(table),
};
function scores(table: Evidence["observations"]): Float64Array {
  const column = table.columns.find(({ name }) => name === "score");
  return column?.type === "number"
    ? column.values.map((value) => Math.min(1, Math.max(0, 0.5 + (value - 100) / 200)))
    : new Float64Array(0);
}

describe("parseNotice", () => {
  it.each([
    ["reasons", null, null],
    ["reasons-4", null, 4],
    ["thresholds", "thresholds", 0],
    ["thresholds-reasons-2", "thresholds", 2],
    ["letters-reasons", "letters", null],
  ])("reads %s", (name, base, most) => {
    expect(parseNotice(name)).toEqual({ name, base, most });
  });

  it.each(["letters", "reasons-0", "reasons-", "reasons-1.5", "thresholds-4", "no-letters"])("refuses %s", (name) => {
    expect(parseNotice(name)).toBeNull();
  });
});

describe("reasons of the files", () => {
  const evidence = withReasons(thresholdEvidence({ people: 120 }));
  const { reasons: _, ...without } = evidence;
  const options = { ...quick, notices: ["reasons-1"] };
  const report = leak(planLeak(evidence, thresholdReference(), [], options), kernels);

  it("are measured alone and with the letters, and left out of everything else", () => {
    expect(report.notices.map(({ name }) => name)).toEqual(["reasons", "letters-reasons", "reasons-1"]);
    const silent = leak(planLeak(without, thresholdReference(), [], quick), kernels);
    expect(report.curves).toEqual(silent.curves);
    expect(report.mitigations).toEqual(silent.mitigations);
    expect(report.letterCurve).toEqual(silent.letterCurve);
    expect(silent.notices).toEqual([]);
    expect(report.notes.map(({ code }) => code)).toEqual(["REASONS_APART"]);
  });

  it("are compared with the same method on the same people without them", () => {
    const at = (arm: string) =>
      report.curves.find((curve) => curve.arm === arm)?.points.find(({ n }) => n === 20)?.fidelity?.value ?? Number.NaN;
    const [alone, both] = report.notices.map(({ points }) => points[0]);
    expect(alone?.gain?.value).toBeCloseTo((alone?.fidelity?.value ?? 0) - at("no-letters"), 12);
    expect(alone?.beyond).toBeNull();
    expect(both?.beyond?.value).toBeCloseTo((both?.fidelity?.value ?? 0) - at("letters"), 12);
    expect([alone?.n, alone?.told]).toEqual([20, 20]);
  });

  it("name the one field that counts, so that noise is not taken for it", () => {
    const [alone] = report.notices;
    expect(alone?.points[0]?.gain?.value).toBeGreaterThan(0);
  });

  it("are told once at most where one is asked for", () => {
    const [all, , one] = report.notices;
    expect(all).toMatchObject({ reasonsFrom: "files", mostReasons: null, told: { share: 1, n: 60 } });
    expect(all?.reasonsEach).toBeCloseTo(4 / 3, 12);
    expect(one).toMatchObject({ mostReasons: 1, reasonsEach: 1 });
  });

  it("give the same numbers for people in any order", () => {
    const back = (count: number) => Array.from({ length: count }, (_unused, i) => count - 1 - i);
    const turned = selectEvidence(evidence, back(120), back(60));
    const again = leak(planLeak(turned, thresholdReference(), [], options), kernels);
    expect(canonicalJson(again)).toBe(canonicalJson(report));
  });

  it("are enough without a letter, and no condition can then be about letters", () => {
    const { letters, letterOf: _letterOf, ...rest } = evidence;
    const none = letters.columns.map((column) =>
      column.type === "number" ? { ...column, values: new Float64Array(0) } : { ...column, codes: new Int32Array(0) },
    );
    const only: Evidence = { ...rest, letters: { rows: 0, columns: none }, letterOf: new Int32Array(0) };
    const conditions = [ofText("gain(8, reasons) > 0.5")];
    const found = leak(planLeak(only, thresholdReference(), conditions, quick), kernels);
    expect(found.curves.map(({ arm }) => arm)).toEqual(["no-letters", "ridge"]);
    expect(found.notices.map(({ name, points }) => [name, points.map(({ n }) => n)])).toEqual([["reasons", [8, 20]]]);
    expect(found).toMatchObject({ gains: [], worth: [], fields: [], mitigations: [], validity: null });
    expect(found.conditions).toMatchObject([{ holds: false, failed: false }]);
    expect(() => planLeak(only, null, [ofText("gain(8) > 0")], quick)).toThrow("Name a notice: gain(8, reasons)");
    expect(() => planLeak(only, null, [], { ...quick, method: "cca" })).toThrow("only bracket reads reasons");
  });

  it("are refused where nothing could be measured of them", () => {
    const plan = (notices: string[], more = {}) => planLeak(evidence, null, [], { ...quick, notices, ...more });
    expect(() => plan(["reason-4"])).toThrow("'reason-4' is no notice");
    expect(() => plan(["thresholds"])).toThrow("no target gave thresholds");
    expect(() => plan(["reasons-2"], { method: "cca" })).toThrow("cca reads no reasons");
    expect(() => planLeak(without, null, [], { ...quick, notices: ["reasons"] })).toThrow("Say how many");
    expect(() => planLeak(without, null, [], { ...quick, notices: ["reasons-2"] })).toThrow("no target gave any");
    const { notes } = planLeak(evidence, null, [], { ...quick, method: "cca" });
    expect(notes[0]?.text).toContain("only bracket reads them");
    const many = withReasons(thresholdEvidence({ people: 1300 }));
    const large = planLeak(many, thresholdReference(), [], { at: 600, repeats: 2 });
    expect(large.notices).toEqual([]); // not asked for, so only said
    expect(large.notes[0]?.text).toContain("of at most 1,000 people");
    const asked = { at: 600, repeats: 2, notices: ["reasons"] };
    expect(() => planLeak(many, thresholdReference(), [], asked)).toThrow("at most 1000 people");
  });
});

describe("what a target would tell", () => {
  const { evidence } = canonicalEvidence(thresholdEvidence({ people: 120 }));
  const names = ["reasons-1", "reasons-3", "thresholds-reasons-1"];
  const notices = noticeSpecs(evidence, names, "bracket");
  let told: TargetNotices;
  beforeAll(async () => {
    told = (await targetNotices(evidence, target, { notices, neverCited: [], seed: 0 }))!;
  });

  it("is the field it looks at, and the value that field needs", () => {
    expect(told.alike).toBe(60);
    expect(new Set(told.reasons?.nameOf)).toEqual(new Set([1])); // score, among noise, score and town
    const score = told.thresholds?.letters.columns.find(({ name }) => name === "score");
    expect(score?.type === "number" && score.values.every((value) => Math.abs(value - 100) < 0.1)).toBe(true);
    expect(scores(told.thresholds!.letters).every((value) => value >= 0.5)).toBe(true);
  });

  it("gives the threshold away, and says who told it", () => {
    const given = { ...quick, notices: names };
    const report = leak(planLeak(evidence, thresholdReference(), [], { ...given, told }), kernels);
    expect(report.notices.map(({ name }) => name)).toEqual(["thresholds", ...names]);
    const [thresholds, ...others] = report.notices;
    expect(thresholds?.points[0]?.fidelity?.value).toBeGreaterThan(0.97);
    expect(thresholds).toMatchObject({ reasonsFrom: null, told: { share: 1 } });
    expect(others.map(({ reasonsFrom }) => reasonsFrom)).toEqual(["target", "target", "target"]);
    expect(report.notes.find(({ code }) => code === "NOTICES_FROM_TARGET")?.text).toBe(
      "Reasons and thresholds come from model.json. It refuses all 60 refused people too.",
    );
    expect(planLeak(evidence, null, [], { ...given, told }).notes[0]?.text).toContain("name other rows (--reference)");
  });

  it("is the same field where the target only says yes or no", async () => {
    const score = async (table: Evidence["observations"]) => scores(table).map((value) => (value >= 0.5 ? 1 : 0));
    const blunt = await targetNotices(evidence, { ...target, score }, { notices, neverCited: [], seed: 0 });
    expect(blunt).toEqual(told);
  });

  it("leaves out what notices never name, and people it would accept", async () => {
    const hidden = await targetNotices(evidence, target, { notices, neverCited: ["score"], seed: 0 });
    expect(hidden?.reasons?.names.map(({ name }) => name)).toEqual(["noise", "town"]);
    expect(hidden?.thresholds?.letters.rows).toBe(0);
    const score = async (table: Evidence["observations"]) => scores(table).map((value) => value + 0.1);
    const some = (await targetNotices(evidence, { ...target, score }, { notices, neverCited: [], seed: 0 }))!;
    expect(some.alike).toBeLessThan(60);
    const plan = planLeak(evidence, null, [], { ...quick, notices: ["reasons-1"], told: some });
    expect(peopleTold(plan.notices[0]!.evidence).size).toBe(some.alike);
    const never = { ...target, score: async (table: Evidence["observations"]) => new Float64Array(table.rows) };
    await expect(targetNotices(evidence, never, { notices, neverCited: [], seed: 0 })).rejects.toThrow(
      "refuses everybody",
    );
  });

  it("is not asked for where the files say it", async () => {
    const own = canonicalEvidence(withReasons(evidence)).evidence;
    const specs = noticeSpecs(own, ["reasons-2"], "bracket");
    expect(await targetNotices(own, target, { notices: specs, neverCited: [], seed: 0 })).toBeNull();
  });
});
