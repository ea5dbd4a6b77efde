import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/input/evidence.js";
import type { NumberColumn } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { featureRanges } from "../../../src/measure/explain/feature-ranges.js";
import { stepsOf } from "../../../src/measure/explain/number-steps.js";
import { fitModel } from "../../../src/surrogate/model.js";
import { ridge } from "../../../src/surrogate/ridge.js";
import { madeUpEvidence } from "../../checks/made-up-evidence.js";

const kernels = await loadKernels();
const plain = madeUpEvidence({ people: 60, missing: 6 });
const features = plain.schema.features.map((each) => ({ ...each, immutable: each.name === "home" }));
const evidence: Evidence = { ...plain, schema: { ...plain.schema, features } };
const model = fitModel(evidence, ridge(), kernels);
const ranges = featureRanges(model, evidence);

describe("featureRanges(model, evidence)", () => {
  it("has one entry per feature, in the model's order", () => {
    expect(ranges.map(({ feature }) => feature)).toEqual(model.features.map(({ name }) => name));
    expect(ranges.filter(({ immutable }) => immutable).map(({ feature }) => feature)).toEqual(["home"]);
  });

  it("spans the numbers of people and letters", () => {
    const income = ranges.find(({ feature }) => feature === "income");
    if (income?.type !== "number") throw new Error("income is a number");
    const valuesOf = (table: Evidence["letters"]) =>
      [...(table.columns.find(({ name }) => name === "income") as NumberColumn).values].filter((v) => !Number.isNaN(v));
    const own = valuesOf(evidence.observations);
    const all = [...own, ...valuesOf(evidence.letters)];
    expect([income.low, income.high]).toEqual([Math.min(...all), Math.max(...all)]);
    expect(income.missing).toBe(60 - own.length);
    expect(income.quantiles).toHaveLength(5);
    expect(income.quantiles).toEqual(income.quantiles.toSorted((a, b) => a - b));
    expect(income.quantiles[0]).toBeGreaterThanOrEqual(Math.min(...own));
    expect(income.step).toBe(10); // incomes spread over some 3,000
  });

  it("counts the levels people have, the most frequent first", () => {
    const home = ranges.find(({ feature }) => feature === "home");
    if (home?.type !== "category") throw new Error("home is a category");
    const counts = home.levels.map(({ people }) => people);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts.reduce((a, b) => a + b, 0) + home.missing).toBe(60);
    expect(home.levels[0]?.level).toBe(home.fill);
  });

  it("says nothing of the values of a column that nobody has any in", () => {
    const empty = (table: Evidence["letters"]) => ({
      ...table,
      columns: table.columns.map((column) =>
        column.name === "savings" && column.type === "number"
          ? { ...column, values: column.values.map(() => Number.NaN) }
          : column,
      ),
    });
    const bare = { ...evidence, observations: empty(evidence.observations), letters: empty(evidence.letters) };
    const found = featureRanges(fitModel(bare, ridge(), kernels), bare).find(({ feature }) => feature === "savings");
    expect(found).toMatchObject({ low: 0, high: 0, quantiles: [], missing: 60, step: 1 });
  });
});

describe("stepsOf(sorted)", () => {
  it("is as fine as the values are written, and as coarse as a hundredth of their range", () => {
    expect(stepsOf(Float64Array.of(18, 25, 33, 61))).toEqual({ step: 1, finest: 1 });
    expect(stepsOf(Float64Array.from({ length: 101 }, (_, k) => 1000 * k + 0.25))).toEqual({ step: 100, finest: 0.01 });
    expect(stepsOf(Float64Array.of(0, 0, 0, 0))).toEqual({ step: 1, finest: 1 });
    expect(stepsOf(new Float64Array(0))).toEqual({ step: 1, finest: 1 });
  });
});
