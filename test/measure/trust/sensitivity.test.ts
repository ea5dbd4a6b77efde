import { describe, expect, it } from "vitest";
import { audit } from "../../../src/audit.js";
import type { Finding } from "../../../src/findings/findings.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { compareRows } from "../../../src/math/matrix.js";
import { seededRandom } from "../../../src/math/random.js";
import { applyGrouping, groupingRules } from "../../../src/measure/groups/groups.js";
import { crossValidate } from "../../../src/measure/trust/cross-validate.js";
import { answersOfAll, fitHeldOut, type HeldOutFit } from "../../../src/measure/trust/held-out.js";
import { OTHER_FOLDS, sensitivity } from "../../../src/measure/trust/sensitivity.js";
import { acceptedOutOfFold } from "../../../src/measure/trust/trust.js";
import { answerUnchanged } from "../../../src/measure/trust/variants.js";
import { canonicalEvidence, selectEvidence } from "../../../src/surrogate/canonical-evidence.js";
import { fitHere } from "../../../src/surrogate/fitting.js";
import { recast } from "../../../src/surrogate/recast.js";
import { ridge, ridgeLetters } from "../../../src/surrogate/ridge.js";
import { surrogateOf } from "../../../src/surrogate/score.js";
import type { SurrogateMethod } from "../../../src/surrogate/surrogate.js";
import { madeUpEvidence, shuffledEvidence } from "../../checks/made-up-evidence.js";
import { clearFinding } from "./clear-finding.js";

const groupingsOf = (evidence: Evidence) =>
  groupingRules(evidence.groups, { bins: {}, intersections: true }).map((rule) => applyGrouping(rule, evidence.groups));

function partsOf(evidence: Evidence, method: SurrogateMethod, findings: readonly Finding[] = []) {
  const [own] = crossValidate(evidence, [method], referenceKernels).methods;
  const answers = acceptedOutOfFold(own!);
  return {
    ...{ evidence, method, answers, findings, favourable: "yes", fairness: [] },
    recast: method.name === "recast" ? answers : null,
    groupings: groupingsOf(evidence),
    columns: evidence.schema.features.map(({ name }) => name),
  };
}

/** Knows the decision of every row it was fitted on, and rejects all others. */
const memory: SurrogateMethod = {
  name: "memory",
  usesLetters: false,
  fit({ rejected, accepted }) {
    return surrogateOf({
      method: "memory",
      columns: rejected.columns,
      margins: (x) =>
        Float64Array.from({ length: x.rows }, (_, i) =>
          Array.from({ length: accepted.rows }, (__, k) => k).some((k) => compareRows(x, i, accepted, k) === 0)
            ? 1
            : -1,
        ),
      toJSON: () => null,
    });
  },
  revive: () => {
    throw new Error("never saved");
  },
};

describe("sensitivity(parts, kernels, options)", () => {
  const evidence = madeUpEvidence({ people: 80 });
  const method = recast({ solver: "closed-form" });
  const parts = partsOf(evidence, method);
  const result = sensitivity(parts, referenceKernels);
  const named = (name: string) => result.variants.find((variant) => variant.name === name);

  it("changes nothing, then scalings, halves, columns, λ and noise, one at a time", () => {
    expect(result.variants.map(({ name }) => name)).toEqual([
      OTHER_FOLDS,
      "scaling zscore",
      "scaling minmax",
      "scaling rank",
      "half of the people (1 of 2)",
      "half of the people (2 of 2)",
      "without branch",
      "without home",
      "without income",
      "without savings",
      "λ = 0",
      "λ = 1/4",
      "λ = 1/2",
      "λ/(1−λ) = 1/2",
      ...[0.05, 0.1, 0.2, 0.4].map((tau) => `noise ${tau} on the people`),
      ...[0.1, 0.4].map((tau) => `noise ${tau} on the letters`),
    ]);
    expect(result.variants.every(({ failure }) => failure === null)).toBe(true);
    expect(result.folds).toBe(3);
  });

  it("asks no fit about a person it has seen: one that only remembers is right about the rejected alone", () => {
    const { decisions } = evidence;
    const rejected = decisions.filter((decision) => decision === 0).length / decisions.length;
    const { variants } = sensitivity(partsOf(evidence, memory), referenceKernels);
    const apart = variants.filter(({ name }) => name !== "without income" && name !== "without savings"); // twins there
    expect(apart.length).toBeGreaterThan(9);
    for (const { name, agreement } of apart) expect([name, agreement]).toEqual([name, rejected]);
  });

  it("counts as changed what differs from the audit and from other folds alone, which is chance", () => {
    const canonical = canonicalEvidence(evidence);
    const fits = (by: SurrogateMethod) =>
      fitHere(
        fitHeldOut(canonical.evidence, by, { folds: 3, scaling: "robust", seed: 0, stream: "sensitivity/folds" }),
        referenceKernels,
      ) as HeldOutFit[];
    const again = answersOfAll(fits(method), answerUnchanged);
    const audited = Uint8Array.from(canonical.people, (i) => parts.answers[i]!);
    const share = (isCounted: (i: number) => boolean) => again.filter((_, i) => isCounted(i)).length / again.length;
    expect(named(OTHER_FOLDS)?.changed).toBe(share((i) => again[i] !== audited[i]));
    for (const [name, fixed] of [
      ["λ = 0", { lambda: 0 }],
      ["λ = 1/2", { lambda: 0.5 }],
      ["λ/(1−λ) = 1/2", { ratio: 0.5 }],
    ] as const) {
      const other = answersOfAll(fits(recast({ solver: "closed-form", ...fixed })), answerUnchanged);
      const changed = share((i) => other[i] !== audited[i] && other[i] !== again[i]);
      const agreement = share((i) => other[i] === canonical.evidence.decisions[i]);
      expect(named(name)).toMatchObject({ method: "recast", changed, agreement });
    }
    expect(named("λ = 1/2")?.changed).toBeGreaterThan(0);
  });

  it("changes nobody by dropping a constant column, and many by dropping the one that decides", () => {
    expect(named("without branch")).toMatchObject({ changed: 0, agreement: named(OTHER_FOLDS)?.agreement });
    expect(named("without income")?.changed).toBeGreaterThan(0.05);
    expect(named("without income")?.agreement).toBeLessThan(named(OTHER_FOLDS)?.agreement ?? 0);
  });

  it("compares with the differences between groups that the audit prints", () => {
    const { report } = audit(evidence, referenceKernels, {
      ...{ methods: ["recast", "majority"], solver: "closed-form", refits: 1, resamples: 100 },
    });
    const [printed] = report.fairness[0]!.attributes;
    const [gap] = report.sensitivity!.gaps;
    expect(gap).toMatchObject({ attribute: "group", difference: printed?.parityDifference?.value });
  });

  it("leaves out together what shares a unit", () => {
    const { schema } = evidence;
    const features = schema.features.map((one) => (one.type === "number" ? { ...one, unit: "money" } : one));
    const { variants } = sensitivity(
      partsOf({ ...evidence, schema: { ...schema, features } }, ridge()),
      referenceKernels,
    );
    const names = variants.map(({ name }) => name).filter((name) => name.startsWith("without"));
    const others = schema.features.filter(({ type }) => type !== "number").map(({ name }) => `without ${name}`);
    expect(names).toEqual([...others, "without money"].sort());
  });

  it("moves more answers with more noise on the people", () => {
    const changed = [0.05, 0.4].map((tau) => named(`noise ${tau} on the people`)?.changed ?? Number.NaN);
    expect(changed[1]).toBeGreaterThan(changed[0]!);
  });

  it("is the same whatever the order of the rows", () => {
    const shuffledParts = partsOf(shuffledEvidence(evidence, 5), recast({ solver: "closed-form" }));
    expect(sensitivity(shuffledParts, referenceKernels)).toEqual(result);
  });

  it("does not count variations that change no answer", () => {
    const findings = [clearFinding({ kind: "rebuilt-model" })];
    const followed = sensitivity(partsOf(evidence, method, findings), referenceKernels);
    const own = followed.variants.filter(({ kind }) => kind !== "drop-column");
    expect(followed.conclusions).toMatchObject([{ code: "AGREEMENT_ABOVE_MAJORITY" }]);
    // the column that is left out and changes nothing is no test
    expect(followed.conclusions[0]!.of).toBeLessThanOrEqual(own.length + 3);
  });

  it("leaves out what there is nothing to vary of", () => {
    const bare = madeUpEvidence({ people: 60, letters: 0 });
    const single: Evidence = { ...bare, schema: { ...bare.schema, features: bare.schema.features.slice(0, 1) } };
    const { variants, gaps, conclusions } = sensitivity(partsOf({ ...single, groups: [] }, ridge()), referenceKernels);
    const kinds = new Set(variants.map(({ kind, name }) => (kind === "noise" ? name.slice(-6) : kind)));
    expect([...kinds]).toEqual(["folds", "scaling", "subsample", "people"]);
    expect(gaps).toEqual([]);
    expect(conclusions).toEqual([]);
  });

  it("reports a variation that cannot be fitted, with the reason, and goes on", () => {
    const all = madeUpEvidence({ people: 40 });
    const few = selectEvidence(all, Int32Array.from(all.decisions.keys()), [0, 1]);
    const seeds = Array.from({ length: 8 }, (_, seed) =>
      sensitivity({ ...partsOf(all, ridgeLetters()), evidence: few }, referenceKernels, { seed, halves: 4 }),
    );
    const failed = seeds.flatMap(({ variants }) => variants.filter(({ failure }) => failure !== null));
    expect(failed.length).toBeGreaterThan(0);
    for (const variant of failed) {
      expect(variant).toMatchObject({ changed: null, agreement: null, gaps: [] });
      expect(variant.failure).toContain("letters");
    }
    const whole = seeds.find(({ variants }) => variants[0]?.failure === null);
    expect(whole?.variants.some(({ failure }) => failure === null)).toBe(true);
    const none = seeds.find(({ variants }) => variants[0]?.failure !== null);
    expect(none === undefined || none.variants.length === 1).toBe(true);
  });

  it("stops when asked to, and tells how far it is", () => {
    const quick = { ...partsOf(evidence, ridge()), groupings: [], columns: ["income"] };
    const told: number[] = [];
    sensitivity(quick, referenceKernels, { halves: 0, onProgress: (done, total) => told.push(done / total) });
    expect(told[0]).toBe(0);
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual(told.toSorted());
    expect(() => sensitivity(quick, referenceKernels, { signal: AbortSignal.abort() })).toThrow(
      expect.objectContaining({ code: "ABORTED" }),
    );
  });
});

describe("the sensitivity of an audit", () => {
  it("changes about as many answers by dropping the only informative column as by shuffling it", () => {
    const random = seededRandom(3, "one informative column");
    const evidence = madeUpEvidence({ people: 150, letters: 0 });
    const drawn = (name: string) => {
      const values = Float64Array.from({ length: 150 }, () => random.normal());
      return { name, type: "number" as const, values };
    };
    const columns = [drawn("income"), drawn("noise")];
    const features = columns.map(({ name }) => ({ name, type: "number" as const, immutable: false }));
    const told: Evidence = {
      ...evidence,
      schema: { ...evidence.schema, features },
      observations: { rows: 150, columns },
      letters: { rows: 0, columns: columns.map((column) => ({ ...column, values: new Float64Array(0) })) },
      decisions: Uint8Array.from(columns[0]!.values, (value) => (value >= 0 ? 1 : 0)),
    };
    const { report } = audit(told, referenceKernels, { methods: ["nearest", "majority"], refits: 1, resamples: 100 });
    const dropped = report.sensitivity?.variants.find(({ name }) => name === "without income");
    const shuffled = report.attributions.permutation.find(({ feature }) => feature === "income");
    expect(report.recommendation.method).toBe("nearest");
    expect(shuffled?.importance.value).toBeGreaterThan(0.35);
    expect(Math.abs((dropped?.changed ?? 0) - (shuffled?.importance.value ?? 1))).toBeLessThan(0.12);
  });
});
