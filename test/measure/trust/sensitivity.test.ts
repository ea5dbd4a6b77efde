import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/input/evidence.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { applyGrouping, type Grouping, groupingRules } from "../../../src/measure/groups/groups.js";
import { drawConclusions, gapOf, rateOf, ratesOf } from "../../../src/measure/trust/conclusions.js";
import { sensitivity } from "../../../src/measure/trust/sensitivity.js";
import { selectEvidence } from "../../../src/surrogate/canonical-evidence.js";
import { fitModel } from "../../../src/surrogate/model.js";
import { recast } from "../../../src/surrogate/recast.js";
import { ridge, ridgeLetters } from "../../../src/surrogate/ridge.js";
import type { SurrogateMethod } from "../../../src/surrogate/surrogate.js";
import { madeUpEvidence, shuffledEvidence } from "../../checks/made-up-evidence.js";

const groupingsOf = (evidence: Evidence) =>
  groupingRules(evidence.groups, { bins: {}, intersections: true }).map((rule) => applyGrouping(rule, evidence.groups));

function vary(evidence: Evidence, method: SurrogateMethod, halves = 2) {
  const model = fitModel(evidence, method, referenceKernels);
  const columns = evidence.schema.features.map(({ name }) => name);
  const parts = { evidence, method, model, groupings: groupingsOf(evidence), stated: [], columns };
  return sensitivity(parts, referenceKernels, { halves });
}

describe("sensitivity(parts, kernels, options)", () => {
  const evidence = madeUpEvidence({ people: 80 });
  const result = vary(evidence, recast({ solver: "closed-form" }));
  const named = (name: string) => result.variants.find((variant) => variant.name === name);

  it("tries scalings, halves, columns, λ and noise one at a time", () => {
    expect(result.variants.map(({ name }) => name)).toEqual([
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
      ...[0.05, 0.1, 0.2, 0.4].map((tau) => `noise ${tau} on the letters`),
    ]);
    expect(result.variants.every(({ failure }) => failure === null)).toBe(true);
  });

  it("changes nobody by dropping a constant column, and many by dropping the one that decides", () => {
    expect(named("without branch")?.changed).toBe(0);
    expect(named("without income")?.changed).toBeGreaterThan(0.05);
  });

  it("leaves out together what shares a unit", () => {
    const { schema } = evidence;
    const features = schema.features.map((one) => (one.type === "number" ? { ...one, unit: "money" } : one));
    const names = vary({ ...evidence, schema: { ...schema, features } }, ridge(), 1)
      .variants.map(({ name }) => name)
      .filter((name) => name.startsWith("without"));
    const others = schema.features.filter(({ type }) => type !== "number").map(({ name }) => `without ${name}`);
    expect(names).toEqual([...others, "without money"].sort());
  });

  it.each([
    ["λ = 0", { lambda: 0 }],
    ["λ = 1/2", { lambda: 0.5 }],
    ["λ/(1−λ) = 1/2", { ratio: 0.5 }],
  ] as const)("decides at %s as RECAST fitted with it", (name, fixed) => {
    const own = fitModel(evidence, recast({ solver: "closed-form" }), referenceKernels).predict(evidence.observations);
    const other = fitModel(evidence, recast({ solver: "closed-form", ...fixed }), referenceKernels);
    const decisions = other.predict(evidence.observations).decisions;
    const changed = decisions.filter((decision, i) => decision !== own.decisions[i]).length / 80;
    expect(named(name)).toMatchObject({ method: "recast", changed });
    const [grouping] = groupingsOf(evidence);
    expect(named(name)?.gaps).toEqual([gapOf(ratesOf(grouping!, decisions))]);
  });

  it("measures agreement on the half left out, and nowhere else", () => {
    for (const { kind, agreement } of result.variants) {
      if (kind === "subsample") expect(agreement).toBeGreaterThan(0.5);
      else expect(agreement).toBeNull();
    }
  });

  it("moves more decisions with more noise on the people", () => {
    const changed = [0.05, 0.4].map((tau) => named(`noise ${tau} on the people`)?.changed ?? Number.NaN);
    expect(changed[1]).toBeGreaterThan(changed[0]!);
  });

  it("is the same whatever the order of the rows", () => {
    expect(vary(shuffledEvidence(evidence, 5), recast({ solver: "closed-form" }))).toEqual(result);
  });

  it("leaves out what there is nothing to vary of", () => {
    const bare = madeUpEvidence({ people: 60, letters: 0 });
    const single: Evidence = { ...bare, schema: { ...bare.schema, features: bare.schema.features.slice(0, 1) } };
    const { variants, gaps, conclusions } = vary({ ...single, groups: [] }, ridge());
    const kinds = new Set(variants.map(({ kind, name }) => (kind === "noise" ? name.slice(-6) : kind)));
    expect([...kinds]).toEqual(["scaling", "subsample", "people"]);
    expect(gaps).toEqual([]);
    expect(conclusions.map(({ code }) => code)).toEqual(["AGREEMENT_ABOVE_MAJORITY"]);
  });

  it("reports a variant that cannot be fitted, with the reason, and goes on", () => {
    const all = madeUpEvidence({ people: 40 });
    const few = selectEvidence(all, Int32Array.from(all.decisions.keys()), [0]);
    const { variants } = vary(few, ridgeLetters(), 6);
    const failed = variants.filter(({ failure }) => failure !== null);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(6);
    for (const variant of failed) {
      expect(variant).toMatchObject({ kind: "subsample", changed: null, agreement: null, gaps: [] });
      expect(variant.failure).toContain("letters");
    }
  });

  it("stops when asked to, and tells how far it is", () => {
    const method = ridge();
    const model = fitModel(evidence, method, referenceKernels);
    const parts = { evidence, method, model, groupings: [], stated: [], columns: ["income"] };
    const told: number[] = [];
    sensitivity(parts, referenceKernels, { halves: 0, onProgress: (done, total) => told.push(done / total) });
    expect(told[0]).toBe(0);
    expect(told.at(-1)).toBe(1);
    expect(() => sensitivity(parts, referenceKernels, { signal: AbortSignal.abort() })).toThrow(
      expect.objectContaining({ code: "ABORTED" }),
    );
  });
});

describe("ratesOf, gapOf, rateOf", () => {
  const sizes = [12, 10, 9];
  const grouping: Grouping = {
    attribute: "origin",
    columns: ["origin"],
    kind: "category",
    labels: ["a", "b", "c"],
    groupOf: Int32Array.from([...sizes.flatMap((size, k) => Array<number>(size).fill(k)), -1]),
  };

  it("compares groups of at least ten people", () => {
    const decisions = Uint8Array.from(grouping.groupOf, (group, i) => (group === 0 ? i % 2 : group === 1 ? 1 : 0));
    const rates = ratesOf(grouping, decisions);
    expect(rates.rates).toEqual([0.5, 1, null]);
    expect(gapOf(rates)).toEqual({ attribute: "origin", difference: 0.5, highest: "b", lowest: "a" });
    expect(rateOf(rates, "c")).toBeNull();
    expect(rateOf(rates, "nobody")).toBeNull();
  });

  it("has no gap with one group", () => {
    const alone = { ...grouping, labels: ["a"], groupOf: new Int32Array(20) };
    expect(gapOf(ratesOf(alone, new Uint8Array(20)))).toMatchObject({ difference: null, highest: null });
  });
});

describe("drawConclusions(method, audit, stated, tried)", () => {
  const rates = (...values: (number | null)[]) => [{ attribute: "origin", labels: ["a", "b", "c"], rates: values }];
  const variant = (name: string, values: (number | null)[], own?: number) => ({
    name,
    rates: rates(...values),
    agreement: own === undefined ? null : { own, majority: 0.6 },
  });

  it("counts the variants in which a statement stays true, and names the others", () => {
    const tried = [
      variant("same", [0.2, 0.5, 0.8], 0.9),
      variant("turned", [0.9, 0.5, 0.8], 0.5),
      variant("equal", [0.5, 0.5, 0.5]),
    ];
    const found = drawConclusions("ridge", rates(0.3, 0.5, 0.9), [], tried);
    expect(found.map(({ code, holds, of, fails }) => [code, holds, of, fails])).toEqual([
      ["LOWEST_GROUP", 2, 3, ["turned"]],
      ["GAP_SIGN", 1, 3, ["turned", "equal"]],
      ["BELOW_FOUR_FIFTHS", 2, 3, ["equal"]],
      ["AGREEMENT_ABOVE_MAJORITY", 1, 2, ["turned"]],
    ]);
    expect(found[0]?.sentence).toContain("“a” least often");
    expect(found[2]?.sentence).toContain("is below four fifths");
  });

  it("follows no statement that answers out of fold contradict, and none about learning from a model that learnt nothing", () => {
    const tried = [variant("same", [0.2, 0.5, 0.8], 0.9)];
    const gap = (highest: string, lowest: string) => [{ attribute: "origin", difference: 0.1, highest, lowest }];
    const codes = (stated: ReturnType<typeof gap>, method = "ridge") =>
      drawConclusions(method, rates(0.3, 0.5, 0.9), stated, tried).map(({ code }) => code);
    expect(codes(gap("c", "a"))).toContain("GAP_SIGN");
    expect(codes(gap("a", "c"))).toEqual(["BELOW_FOUR_FIFTHS", "AGREEMENT_ABOVE_MAJORITY"]);
    expect(codes(gap("b", "a"))).toContain("LOWEST_GROUP");
    expect(codes(gap("c", "a"), "majority")).not.toContain("AGREEMENT_ABOVE_MAJORITY");
  });

  it("says the other side of four fifths, and nothing about differences that are not there", () => {
    const found = drawConclusions("ridge", rates(0.5, 0.5, null), [], [variant("same", [0.5, 0.45, null])]);
    expect(found.map(({ code }) => code)).toEqual(["BELOW_FOUR_FIFTHS"]);
    expect(found[0]?.sentence).toContain("is not below four fifths");
    expect(drawConclusions("ridge", rates(0, 0, 0), [], [variant("same", [0.5, 0.5, 0.5])])).toEqual([]);
    expect(drawConclusions("ridge", rates(0.5, null, null), [], [variant("same", [0.5, 0.5, 0.5])])).toEqual([]);
  });

  it("does not count a variant that cannot say", () => {
    const found = drawConclusions(
      "ridge",
      rates(0.3, null, 0.9),
      [],
      [variant("small", [null, 0.5, 0.8]), variant("none", [0, 0, 0])],
    );
    expect(found.map(({ code, holds, of }) => [code, holds, of])).toEqual([
      ["GAP_SIGN", 0, 1],
      ["BELOW_FOUR_FIFTHS", 1, 1],
    ]);
  });
});
