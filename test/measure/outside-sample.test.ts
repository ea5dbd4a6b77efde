import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { selectTableRows } from "../../src/input/table.js";
import { loadKernels } from "../../src/kernels/load.js";
import { measureShare, Z_95 } from "../../src/math/interval.js";
import { gatherFacts } from "../../src/measure/groups/facts.js";
import { applyGrouping, groupingRules } from "../../src/measure/groups/groups.js";
import { paired } from "../../src/measure/learning-curve.js";
import { madeUpEvidence, shuffledEvidence } from "../checks/made-up-evidence.js";

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 600, missing: 3 });
const quick = { refits: 3, resamples: 100, sensitivity: false, methods: ["bracket", "ridge", "majority"] } as const;
const result = audit(evidence, kernels, { ...quick, sample: 200 });
const { report, model, people } = result;
const sample = report.sample!;

describe("an audit with a sample", () => {
  it("fits on the sample, and counts everybody in what needs no model", () => {
    expect([sample.people, sample.of, people.decisions.length]).toEqual([200, 600, 200]);
    expect(model.evidence.rejected + model.evidence.accepted).toBe(200);
    expect(report.evidence.observations).toBe(600);
    const groupings = groupingRules(evidence.groups, { bins: {}, intersections: true }).map((rule) => {
      return applyGrouping(rule, evidence.groups);
    });
    expect(report.facts).toEqual(gatherFacts(groupings, evidence.decisions, evidence.weights));
    expect(report.letters?.letters).toBe(evidence.letters.rows);
    expect(report.identification.determined.contested.n).toBe(200);
    expect(report.methods.map(({ agreement }) => agreement?.overall.n)).toEqual([200, 200, 200]);
  });

  it("is right about the others as often as predicting them by hand says", () => {
    const drawn = new Set(people.sampled);
    const others = [...evidence.decisions.keys()].filter((row) => !drawn.has(row));
    const { decisions } = model.predict(selectTableRows(evidence.observations, others));
    const right = (side?: number) => {
      const asked = [...others.keys()].filter((k) => side === undefined || evidence.decisions[others[k]!] === side);
      const hits = asked.filter((k) => decisions[k] === evidence.decisions[others[k]!]).length;
      return measureShare(hits, asked.length);
    };
    const { usual, ...shares } = sample.right;
    expect(shares).toEqual({ overall: right(), rejected: right(0), accepted: right(1) });
    const accepted = others.filter((row) => evidence.decisions[row] === 1).length;
    const { rejected, accepted: most } = model.evidence;
    expect(usual).toBe((most >= rejected ? accepted : 400 - accepted) / 400);
    expect(report.errors).toMatchObject({ accepted: right(1), rejected: right(0) });
    for (const { groups } of report.identification.agreementByGroup) {
      expect(groups.reduce((sum, { n }) => sum + n, 0)).toBeLessThanOrEqual(400);
      expect(groups.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan(390);
    }
  });

  it("leads with that share wherever it says how often the model is right", () => {
    const found = report.findings.find(({ kind }) => kind === "rebuilt-model");
    expect(found).toMatchObject({ share: sample.right.overall.share, n: 400, shareAgainst: sample.right.usual });
    expect(report.recommendation.sentence).toContain("of the 400 people outside the sample");
    expect(report.recommendation.sentence).not.toContain("people it has not seen");
    expect(report.caveats.map(({ code }) => code)).toContain("SAMPLED");
  });

  it("learns from nested parts of the sample, the whole last, and asks the same people", () => {
    expect(sample.learning.map(({ people: size }) => size)).toEqual([25, 50, 100, 200]);
    expect(sample.learning.map(({ right }) => right.n)).toEqual([400, 400, 400, 400]);
    expect(sample.learning.at(-1)?.right).toEqual(sample.right.overall);
    const [half, whole] = sample.learning.slice(-2).map(({ right }) => right.share);
    expect(sample.gain).toMatchObject({ from: 100, to: 200 });
    expect(sample.gain?.difference.value).toBeCloseTo(whole! - half!, 12);
  });

  it("gives the same bytes with rows shuffled", () => {
    const again = audit(shuffledEvidence(evidence, 3), kernels, { ...quick, sample: 200 });
    expect(canonicalJson(again.report)).toBe(canonicalJson(report));
    expect(canonicalJson(again.model)).toBe(canonicalJson(model));
  });

  it("changes nothing where everybody fits", () => {
    const small = madeUpEvidence({ people: 100 });
    const few = audit(small, kernels, { ...quick, sample: 100 });
    const { settings, ...rest } = audit(small, kernels, quick).report;
    expect(few.report).toEqual({ ...rest, settings: { ...settings, sample: 100 } });
    expect([few.report.sample, few.people.sampled]).toEqual([null, null]);
  });
});

describe("paired(first, second)", () => {
  const rights = (both: number, first: number, second: number, none: number) => {
    const of = (inFirst: 0 | 1, inSecond: 0 | 1, n: number) => Array.from({ length: n }, () => [inFirst, inSecond]);
    const all = [...of(1, 1, both), ...of(1, 0, first), ...of(0, 1, second), ...of(0, 0, none)];
    return [0, 1].map((k) => Uint8Array.from(all, (one) => one[k]!)) as [Uint8Array, Uint8Array];
  };

  it("is Agresti and Min's interval: half a person is added to each cell", () => {
    const found = paired(...rights(800, 60, 40, 100));
    const [n, b, c] = [1002, 60.5, 40.5];
    const half = (Z_95 * Math.sqrt(b + c - ((b - c) * (b - c)) / n)) / n;
    expect(found.value).toBeCloseTo(0.02, 12);
    expect(found.low).toBeCloseTo((b - c) / n - half, 4);
    expect(found.high).toBeCloseTo((b - c) / n + half, 4);
  });

  it("has width where both are right about the same people", () => {
    const found = paired(...rights(90, 0, 0, 10));
    expect(found.value).toBe(0);
    expect(found.high).toBeGreaterThan(0);
    expect(found.low).toBe(-found.high);
  });
});
