import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { AuditError } from "../../src/errors.js";
import type { ArmName, LeakReport } from "../../src/findings/leak-file.js";
import { selectTableRows } from "../../src/input/table.js";
import { loadKernels } from "../../src/kernels/load.js";
import { parseCondition } from "../../src/leak/condition.js";
import { leak } from "../../src/leak/leak.js";
import { type LeakReference, planLeak } from "../../src/leak/leak-plan.js";
import { selectEvidence } from "../../src/surrogate/canonical-evidence.js";
import { thresholdEvidence, thresholdReference } from "./made-up.js";

const kernels = await loadKernels();
const quick = { method: "ridge-letters", repeats: 3 } as const;
const fidelity = ({ curves }: LeakReport, arm: ArmName, n: number) =>
  curves.find((curve) => curve.arm === arm)?.points.find((point) => point.n === n)?.fidelity?.value ?? null;
const ofText = (text: string) => ({ text, condition: parseCondition(text) });

describe("a threshold on one number", () => {
  const evidence = thresholdEvidence({ people: 120 });
  const plan = planLeak(evidence, thresholdReference(), [ofText("fidelity(20) > 0.9")], {
    ...quick,
    method: "bracket",
    repeats: 2,
    sizes: [8, 20],
    seed: 3,
  });
  const report = leak(plan, kernels);

  it("is told by letters that stand on it", () => {
    expect(fidelity(report, "letters", 20)).toBeGreaterThan(0.97);
    expect(fidelity(report, "letters", 20)).toBeGreaterThan(fidelity(report, "no-letters", 20) ?? 1);
    expect(report.gains.find(({ n }) => n === 20)?.gain?.value).toBeGreaterThan(0);
    expect(report.majority).toBe(0.5);
    expect(report.conditions).toMatchObject([{ holds: true, failed: true }]);
  });

  it("leaks through its own field alone: masking it leaves exactly what there is without letters", () => {
    expect(report.fields.map(({ field }) => field)).toEqual(["score"]);
    const [score] = report.fields;
    expect(score?.changed.share).toBe(1);
    expect(score?.masked?.value).toBe(fidelity(report, "no-letters", 20));
    expect(score?.drop?.value).toBeCloseTo((fidelity(report, "letters", 20) ?? 0) - (score?.masked?.value ?? 1), 12);
    expect(score?.alone?.value).toBe(fidelity(report, "letters", 20));
  });

  it("is worth decisions: more than there are, or as many as the curve says", () => {
    const [, own] = report.worth;
    expect(own?.letters).toBe(20);
    expect(own?.equivalent.decisions).toBeGreaterThan(20);
    expect(own?.perLetter.decisions).toBeCloseTo((2 * ((own?.equivalent.decisions ?? 0) - 20)) / 20, 12);
  });

  it("has a curve over letters whose ends are those of the other curves", () => {
    const { points, n } = report.letterCurve;
    expect([n, points.map(({ letters }) => letters)]).toEqual([20, [0, 8, 20]]);
    expect(points[0]?.fidelity?.value).toBe(fidelity(report, "no-letters", 20));
    expect(points.at(-1)?.fidelity?.value).toBe(fidelity(report, "letters", 20));
  });
});

describe("the report", () => {
  const evidence = thresholdEvidence({ people: 90, each: 2 });
  const run = (given = evidence) => leak(planLeak(given, null, [], quick), kernels);

  it("is the same twice, and for people and letters in any order", () => {
    const one = canonicalJson(run());
    expect(canonicalJson(run())).toBe(one);
    const back = (count: number) => Array.from({ length: count }, (_, i) => count - 1 - i);
    expect(canonicalJson(run(selectEvidence(evidence, back(90), back(90))))).toBe(one);
  });

  it("is the same for reference rows in any order, also where only some of them are drawn", () => {
    const { table, decisions } = thresholdReference(20_400);
    const back = Int32Array.from(decisions.keys()).reverse();
    const turned = { table: selectTableRows(table, back), decisions: decisions.toReversed(), alsoObserved: 0 };
    const few = { ...quick, repeats: 2, sizes: [8, 20], fields: 1 };
    const reported = (reference: LeakReference) => leak(planLeak(evidence, reference, [], few), kernels);
    const given = { table, decisions, alsoObserved: 0 };
    expect(canonicalJson(reported(turned))).toBe(canonicalJson(reported(given)));
  });

  it("changes with the seed", () => {
    const other = leak(planLeak(evidence, null, [], { ...quick, seed: 1 }), kernels);
    expect(other.curves).not.toEqual(run().curves);
  });

  it("makes as many fits as it says beforehand", () => {
    const plan = planLeak(evidence, null, [], quick);
    const told: number[] = [];
    leak(plan, kernels, {
      onProgress(done, total) {
        expect(total).toBe(plan.fits);
        told.push(done);
      },
    });
    expect(told).toEqual(Array.from({ length: plan.fits + 1 }, (_, k) => k));
  });

  it("counts what letters ask, and sends all letters of the people drawn", () => {
    const report = run();
    expect(report.evidence).toEqual({
      rejected: 45,
      accepted: 45,
      letters: 90,
      paired: 90,
      answered: 45,
      toldReasons: 0,
      features: 3,
    });
    expect(report.reference).toEqual({ kind: "held-out", rows: 28, rejected: 14, accepted: 14, alsoObserved: 0 });
    expect(report.curves[0]?.points.map(({ n, letters }) => letters / n)).toEqual([2, 2]);
    expect(report.mitigations.find(({ kind }) => kind === "once")?.sent.share).toBe(0.5);
  });
});

describe("what cannot be measured", () => {
  it("is refused before any work", () => {
    const evidence = thresholdEvidence();
    const none = selectEvidence(evidence, [...evidence.decisions.keys()], []);
    expect(() => planLeak(none, null, [])).toThrow("there are no letters");
    expect(() => planLeak(evidence, null, [ofText("gain(500) > 0")])).toThrow("sizes go up to 28");
    expect(() => planLeak(evidence, thresholdReference(9), [])).toThrow("only 9 reference rows");
    expect(() => planLeak(evidence, null, [], { method: "ridge" })).toThrow("method must be one of bracket, recast,");
    expect(() => planLeak(evidence, null, [], { repeats: 1 })).toThrow("repeats must be a whole number >= 2, got 1");
    expect(() => planLeak(evidence, null, [], { sizes: [] })).toThrow("at least one number");
    expect(() => planLeak(thresholdEvidence({ people: 10 }), null, [])).toThrow("at least 5 rejected people");
  });

  it("is said where letters do not say whose they are", () => {
    const evidence = thresholdEvidence({ people: 60, paired: false });
    const report = leak(planLeak(evidence, null, [], quick), kernels);
    expect(report.fields).toEqual([]);
    expect(report.mitigations.map(({ kind }) => kind)).toEqual(["fewer", "fewer", "fewer"]);
    expect(report.notes.map(({ code }) => code)).toEqual(["NOT_PAIRED"]);
    expect(report.mitigations[0]?.addedDistance).toBeNull();
    expect(report.curves[0]?.points.at(-1)?.letters).toBeGreaterThan(10);
  });

  it("is said where some do not", () => {
    const evidence = thresholdEvidence({ people: 60 });
    const some = { ...evidence, letterOf: evidence.letterOf.map((person) => (person < 50 ? person : -1)) };
    expect(planLeak(some, null, [], quick).notes).toMatchObject([{ code: "PARTLY_PAIRED" }]);
  });

  it("compares with at most 20,000 reference rows", () => {
    const plan = planLeak(thresholdEvidence(), thresholdReference(20_001), [], quick);
    expect(plan.reference?.decisions.length).toBe(20_000);
    expect(plan.notes).toMatchObject([{ code: "REFERENCE_SAMPLED" }]);
  });

  it("leaves out fits that fail, and says so", () => {
    const failure = () => {
      throw new AuditError("KERNEL_FAILURE", "the kernel gave up");
    };
    const broken = new Proxy(kernels, { get: () => failure });
    const plan = planLeak(thresholdEvidence({ people: 60 }), null, [], { ...quick, method: "samples-lr" });
    const report = leak(plan, broken); // logistic regression needs no kernel, recast does
    expect(fidelity(report, "letters", 11)).toBeGreaterThan(0.5);
    expect(fidelity(report, "recast", 11)).toBeNull();
    expect(report.notes.map(({ text }) => text)).toContain(
      "3 fits failed and are left out: recast, n = 11: the kernel gave up",
    );
  });

  it("lets errors of the program itself through", () => {
    const broken = new Proxy(kernels, {
      get: () => () => {
        throw new Error("a slip");
      },
    });
    expect(() => leak(planLeak(thresholdEvidence(), null, [], quick), broken)).toThrow("a slip");
  });
});

it("sends no letter that a target no longer accepts, and counts them", () => {
  const evidence = thresholdEvidence({ people: 60, each: 2 });
  const plan = planLeak(evidence, null, [], quick);
  const accepts = new Uint8Array(60).fill(1);
  const after = plan.mitigations.map(({ altersCells, kind }) =>
    altersCells ? new Uint8Array(60).fill(kind === "sparse" ? 0 : 1) : null,
  );
  const report = leak(plan, kernels, { asked: { name: "model.onnx", asked: 77, before: accepts, after } });
  expect(report.validity).toMatchObject({ target: "model.onnx", asked: 77, acceptedBefore: { share: 1 } });
  const sparse = report.mitigations.find(({ kind }) => kind === "sparse");
  expect(sparse).toMatchObject({ sent: { share: 0 }, invalid: { share: 1 } });
  const silent = fidelity(report, "no-letters", report.settings.at);
  expect(sparse?.fidelity?.value).toBe(silent);
  expect(report.mitigations.find(({ kind }) => kind === "rounding")).toMatchObject({
    invalid: { share: 0 },
    sent: { share: 1 },
  });
  expect(report.mitigations.find(({ kind }) => kind === "fewer")?.invalid).toBeNull();
});
