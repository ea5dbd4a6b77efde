import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/input/evidence.js";
import type { NumberColumn } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { attributions, planAttributions } from "../../../src/measure/explain/attributions.js";
import { linearRuleOf } from "../../../src/measure/explain/linear-rule.js";
import { type SurrogateName, surrogateMethods } from "../../../src/surrogate/methods.js";
import { fitModel } from "../../../src/surrogate/model.js";
import { madeUpEvidence, shuffledEvidence, turnedEvidence } from "../../checks/made-up-evidence.js";

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 80, missing: 5 });
const modelOf = (method: SurrogateName, given: Evidence = evidence, scaling: "robust" | "rank" = "robust") =>
  fitModel(given, surrogateMethods[method]() as ReturnType<(typeof surrogateMethods)["ridge"]>, kernels, { scaling });

const LINEAR: readonly SurrogateName[] = [
  "recast",
  "recast-calibrated",
  "recast-fixed-ratio",
  "recast-no-letters",
  "prototype-mean",
  "prototype-medoid",
  "ridge",
  "ridge-letters",
  "samples-lr",
  "no-cf-lr",
  "majority",
];

describe("linear weights", () => {
  it.each(LINEAR)("of %s decide as the model does, from raw values", (method) => {
    const model = modelOf(method);
    const { weights, withoutWeights } = attributions(model, evidence, { resamples: 1 });
    expect(withoutWeights).toBeNull();
    const margins = model.margins(evidence.observations);
    for (let i = 0; i < evidence.observations.rows; i++) {
      let points = weights?.intercept ?? Number.NaN;
      for (const feature of weights?.features ?? []) {
        const code = model.encoder.features.find(({ name }) => name === feature.feature);
        const column = evidence.observations.columns.find(({ name }) => name === feature.feature);
        if (feature.type === "number" && column?.type === "number") {
          const value = column.values[i]!;
          points += feature.perUnit * (Number.isNaN(value) && code?.type === "number" ? code.fill : value);
        } else if (feature.type === "category" && column?.type === "category") {
          const level = column.levels[column.codes[i]!] ?? code?.fill;
          points += feature.levels.find((entry) => entry.level === level)?.points ?? Number.NaN;
        }
      }
      const isPrototypeRule = weights?.points === "squared distance";
      if (isPrototypeRule) expect(Math.sign(points)).toBe(Math.sign(margins[i]!));
      else expect(points).toBeCloseTo(margins[i]!, 9);
    }
  });

  it("has one weight per encoded column in each linear rule, and none for other methods", () => {
    for (const method of LINEAR) {
      const { surrogate } = modelOf(method);
      expect(linearRuleOf(surrogate)?.weights).toHaveLength(surrogate.columns);
    }
    for (const method of ["nearest", "bracket", "samples-dt", "prototype-mmd"] as const) {
      expect(linearRuleOf(modelOf(method).surrogate)).toBeNull();
    }
  });

  it("are left out, with the reason, for rank scaling and for rules that are not linear", () => {
    const ranked = attributions(modelOf("ridge", evidence, "rank"), evidence, { resamples: 1 });
    expect(ranked).toMatchObject({ weights: null, withoutWeights: "rank scaling" });
    const near = attributions(modelOf("nearest"), evidence, { resamples: 1 });
    expect(near).toMatchObject({ weights: null, withoutWeights: "not linear" });
  });

  it("compare each level with the most frequent one, and speak of numbers in powers of ten", () => {
    const { weights } = attributions(modelOf("ridge"), evidence, { resamples: 1 });
    const home = weights?.features.find(({ feature }) => feature === "home");
    if (home?.type !== "category") throw new Error("home is a category");
    expect(home.levels.find(({ level }) => level === home.base)?.points).toBe(0);
    expect(weights?.features.map((entry) => (entry.type === "number" ? [entry.feature, entry.unit] : []))).toEqual([
      ["branch", 1],
      [],
      ["income", 1000],
      ["savings", 1000],
    ]);
  });
});

describe("attributions", () => {
  const model = modelOf("bracket");
  const found = attributions(model, evidence, { resamples: 200 });

  it("give nothing to a constant column and something to what decides", () => {
    for (const list of [found.permutation, found.shapley.features]) {
      expect(list.at(-1)).toMatchObject({ feature: "branch", importance: { value: 0 } });
      expect(list[0]?.importance.value).toBeGreaterThan(0.05);
      for (const { importance } of list) {
        expect(importance.low).toBeLessThanOrEqual(importance.value);
        expect(importance.high).toBeGreaterThanOrEqual(importance.value);
      }
    }
    expect(found.shapley).toMatchObject({ exact: true, people: 80, samples: 0, background: 32 });
  });

  it("do not depend on the order of rows and columns", () => {
    const turned = turnedEvidence(shuffledEvidence(evidence, 3));
    expect(attributions(model, turned, { resamples: 200 })).toEqual(found);
  });

  it("change with the seed, where something is drawn", () => {
    expect(attributions(model, evidence, { seed: 1, resamples: 200 }).permutation).not.toEqual(found.permutation);
  });

  it("say that nobody's decision hangs on anything for the majority", () => {
    const { permutation, shapley } = attributions(modelOf("majority"), evidence, { resamples: 10 });
    for (const { importance } of [...permutation, ...shapley.features]) expect(importance.value).toBe(0);
  });

  it("count the decisions a shuffle changes: half of them when one balanced column decides alone", () => {
    const people = 400;
    const values = Float64Array.from({ length: people }, (_, i) => (i % 2 === 0 ? -1 : 1));
    const column: NumberColumn = { name: "x", type: "number", values };
    const other: NumberColumn = { name: "y", type: "number", values: values.map((_, i) => i % 7) };
    const sample: Evidence = {
      ...madeUpEvidence(),
      schema: {
        ...evidence.schema,
        features: [column, other].map(({ name }) => ({ name, type: "number", immutable: false })),
      },
      observations: { rows: people, columns: [column, other] },
      decisions: Uint8Array.from(values, (value) => (value > 0 ? 1 : 0)),
      letters: {
        rows: 0,
        columns: [
          { ...column, values: new Float64Array(0) },
          { ...other, values: new Float64Array(0) },
        ],
      },
      letterOf: new Int32Array(0),
      groups: [],
      ids: null,
    };
    const { permutation, sizes } = attributions(modelOf("ridge", sample), sample, { resamples: 10 });
    expect(sizes).toMatchObject({ shuffledPeople: 400, shuffles: 10 });
    expect(permutation[0]).toMatchObject({ feature: "x" });
    expect(Math.abs((permutation[0]?.importance.value ?? 0) - 0.5)).toBeLessThan(3 * Math.sqrt(0.25 / people / 10));
    expect(permutation[1]).toMatchObject({ feature: "y", importance: { value: 0, low: 0 } });
  });

  it("have curves at observed values, whose points are the mean scores of changed rows", () => {
    const income = found.partialDependence.find(({ feature }) => feature === "income");
    expect(income?.points.length).toBe(20);
    const middle = income?.points[9];
    const observations = {
      ...evidence.observations,
      columns: evidence.observations.columns.map((column) =>
        column.name === "income" && column.type === "number"
          ? { ...column, values: column.values.map(() => Number(middle?.value)) }
          : column,
      ),
    };
    const scores = model.scores(observations);
    expect(middle?.score).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 12);
    expect(middle?.accepted).toBeCloseTo(scores.filter((score) => score >= 0.5).length / scores.length, 12);
    const home = found.partialDependence.find(({ feature }) => feature === "home");
    expect(home?.points.map(({ value }) => value).sort()).toEqual(["owned", "rented", "shared"]);
    expect(found.partialDependence.find(({ feature }) => feature === "branch")?.points).toHaveLength(1);
  });

  it("refuse options they do not have", () => {
    expect(() => attributions(model, evidence, { sed: 1 } as never)).toThrow("attributions has no option 'sed'");
    expect(() => attributions(model, evidence, { seed: -1 })).toThrow("seed");
  });
});

describe("planAttributions", () => {
  it("goes through all coalitions where that is affordable, else draws orders within the same budget", () => {
    expect(planAttributions(6, 400, 1)).toMatchObject({ rounds: 0, people: 73, background: 32 });
    expect(planAttributions(10, 400, 0.05)).toMatchObject({ rounds: 0, people: 91 });
    expect(planAttributions(10, 400, 1)).toMatchObject({ rounds: 1, people: 200, orders: 64, shuffles: 10 });
    for (const features of [1, 2, 5, 6, 7, 10, 11, 30, 100, 300]) {
      const { people, background, rounds, orders, shuffles, shuffledPeople } = planAttributions(features, 5000, 1);
      const rows = rounds === 0 ? people * background * (1 << features) : people * orders * (features - 1);
      expect(rows).toBeLessThanOrEqual(250_000);
      expect(people).toBeGreaterThanOrEqual(50);
      expect(shuffles * shuffledPeople * features).toBeLessThanOrEqual(Math.max(50_000, 800 * features));
    }
    expect(planAttributions(3, 5, 1)).toMatchObject({ people: 5, background: 5, shuffledPeople: 5 });
  });
});
