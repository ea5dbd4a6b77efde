import { describe, expect, it } from "vitest";
import { applyScale } from "../../../src/encode/scaling.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { type Column, selectTableRows, type Table } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { linearRuleOf } from "../../../src/measure/explain/linear-rule.js";
import type { NearestFlip } from "../../../src/measure/explain/nearest-flip.js";
import { nearestFlip } from "../../../src/measure/explain/nearest-flip.js";
import { type SurrogateName, surrogateMethods } from "../../../src/surrogate/methods.js";
import { fitModel, type Model } from "../../../src/surrogate/model.js";
import { madeUpEvidence, shuffledEvidence } from "../../checks/made-up-evidence.js";

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 80, missing: 4 });
const modelOf = (method: SurrogateName, given: Evidence = evidence, scaling: "robust" | "rank" = "robust") =>
  fitModel(given, surrogateMethods[method]() as ReturnType<(typeof surrogateMethods)["ridge"]>, kernels, { scaling });
const personOf = (i: number, given: Evidence = evidence) => selectTableRows(given.observations, [i]);

/** The person's row with the changes written into it. */
function changed(person: Table, flip: NearestFlip): Table {
  const columns = person.columns.map((column): Column => {
    const change = flip.changes.find(({ feature }) => feature === column.name);
    if (change === undefined) return column;
    if (column.type === "number") return { ...column, values: Float64Array.of(Number(change.to)) };
    return { ...column, levels: [String(change.to)], codes: Int32Array.of(0) };
  });
  return { rows: 1, columns };
}

const accepts = (model: Model, person: Table) => model.predict(person).decisions[0] === 1;

/** A copy of the evidence whose features of these names are immutable. */
function withImmutable(names: readonly string[]): Evidence {
  const features = evidence.schema.features.map((feature) => ({ ...feature, immutable: names.includes(feature.name) }));
  return { ...evidence, schema: { ...evidence.schema, features } };
}

describe.each(["ridge", "recast", "ridge-letters", "bracket", "nearest", "samples-dt"] as const)(
  "with %s",
  (method) => {
    const model = modelOf(method);

    it("flips the rebuilt model's answer for everybody it says it does", () => {
      let found = 0;
      for (let i = 0; i < 30; i++) {
        const person = personOf(i);
        const flip = nearestFlip(model, evidence, person);
        if (flip.status === "not found") continue;
        found++;
        expect(accepts(model, changed(person, flip))).toBe(!accepts(model, person));
        expect(flip.distance).toBeGreaterThan(0);
        expect(flip.changes.length).toBeGreaterThan(0);
        expect(flip.changes.every(({ feature }) => feature !== "branch")).toBe(true);
      }
      expect(found).toBeGreaterThan(25);
    });

    it("leaves immutable features alone and says which", () => {
      const kept = withImmutable(["income", "home"]);
      for (let i = 0; i < 10; i++) {
        const flip = nearestFlip(model, kept, personOf(i));
        expect(flip.kept).toEqual(["home", "income"]);
        expect(flip.changes.every(({ feature }) => feature === "savings")).toBe(true);
      }
    });
  },
);

describe("nearestFlip", () => {
  it("finds nothing smaller by hand for a linear rule: each change alone costs at least as much", () => {
    const model = modelOf("ridge");
    const rule = linearRuleOf(model.surrogate);
    const { encoder } = model;
    for (let i = 0; i < 20; i++) {
      const person = personOf(i);
      const margin = model.margins(person)[0]!;
      const flip = nearestFlip(model, evidence, person);
      expect(flip.least).toBe(true);
      for (const [f, code] of encoder.features.entries()) {
        if (code.type !== "number") continue;
        const alone = Math.abs(margin / rule!.weights[encoder.starts[f]!]!);
        const range = evidence.observations.columns.find(({ name }) => name === code.name);
        if (range?.type !== "number") continue;
        const reach = Math.max(...range.values.filter((value) => !Number.isNaN(value)));
        const room = Math.abs(applyScale(code.scale, reach) - encoder.encode(person).values[encoder.starts[f]!]!);
        // rounding adds at most a hundredth of the range, which is one unit of this scale
        if (margin < 0 && alone < room) expect(flip.distance).toBeLessThanOrEqual(alone + 0.011);
      }
    }
  });

  it("agrees with a fine search through two numbers", () => {
    const sample = withImmutable(["home", "branch"]);
    const model = modelOf("ridge", sample);
    const { encoder } = model;
    const [incomeCode, savingsCode] = ["income", "savings"].map(
      (name) => encoder.features.find((f) => f.name === name)!,
    );
    if (incomeCode?.type !== "number" || savingsCode?.type !== "number") throw new Error("both are numbers");
    const values = (name: string) => {
      const column = sample.observations.columns.find((c) => c.name === name);
      const letters = sample.letters.columns.find((c) => c.name === name);
      if (column?.type !== "number" || letters?.type !== "number") throw new Error("a number");
      return [...column.values, ...letters.values].filter((value) => !Number.isNaN(value));
    };
    const [incomes, savings] = [values("income"), values("savings")];
    const grid = (all: number[]) => {
      const [low, high] = [Math.min(...all), Math.max(...all)];
      return Array.from({ length: 200 }, (_, k) => low + ((high - low) * k) / 199);
    };
    for (let i = 0; i < 6; i++) {
      const person = personOf(i, sample);
      const flip = nearestFlip(model, sample, person);
      const own = (name: string) => {
        const column = person.columns.find((c) => c.name === name);
        const code = encoder.features.find((c) => c.name === name);
        const value = column?.type === "number" ? column.values[0]! : Number.NaN;
        return Number.isNaN(value) && code?.type === "number" ? code.fill : value;
      };
      const pairs = grid(incomes).flatMap((income) => grid(savings).map((saving) => [income, saving] as const));
      const table: Table = {
        rows: pairs.length,
        columns: person.columns.map((column): Column => {
          if (column.name === "income")
            return { ...column, type: "number", values: Float64Array.from(pairs, ([a]) => a) };
          if (column.name === "savings")
            return { ...column, type: "number", values: Float64Array.from(pairs, ([, b]) => b) };
          return selectTableRows({ rows: 1, columns: [column] }, new Int32Array(pairs.length)).columns[0]!;
        }),
      };
      const before = accepts(model, person);
      const margins = model.margins(table);
      let least = Number.POSITIVE_INFINITY;
      for (const [k, [income, saving]] of pairs.entries()) {
        if (margins[k]! >= 0 === before) continue;
        const size =
          Math.abs(applyScale(incomeCode.scale, income) - applyScale(incomeCode.scale, own("income"))) +
          Math.abs(applyScale(savingsCode.scale, saving) - applyScale(savingsCode.scale, own("savings")));
        least = Math.min(least, size);
      }
      expect(flip.status).toBe("found");
      expect(flip.distance).toBeLessThanOrEqual(least + 0.022);
    }
  });

  it("rounds numbers to what people would write", () => {
    const flip = nearestFlip(modelOf("ridge"), evidence, personOf(0));
    for (const { to } of flip.changes) if (typeof to === "number") expect(to % 10).toBe(0);
  });

  it("says so when nothing flips: one answer for everybody, or everything immutable", () => {
    const majority = nearestFlip(modelOf("majority"), evidence, personOf(0));
    expect(majority).toEqual({ status: "not found", changes: [], distance: 0, least: true, kept: [] });
    const all = withImmutable(["income", "savings", "home", "branch"]);
    for (const method of ["ridge", "bracket"] as const) {
      expect(nearestFlip(modelOf(method), all, personOf(1))).toMatchObject({ status: "not found", changes: [] });
    }
  });

  it("takes immutable features as an option", () => {
    const flip = nearestFlip(modelOf("ridge"), evidence, personOf(2), { immutable: ["income"] });
    expect(flip.kept).toEqual(["income"]);
    expect(flip.changes.some(({ feature }) => feature === "income")).toBe(false);
  });

  it("starts from the filled-in value when the person has none, and from a level nobody else has", () => {
    const person = personOf(3);
    const bare: Table = {
      rows: 1,
      columns: person.columns.map((column): Column => {
        if (column.name === "income" && column.type === "number")
          return { ...column, values: Float64Array.of(Number.NaN) };
        if (column.name === "home" && column.type === "category")
          return { ...column, levels: ["tent"], codes: Int32Array.of(0) };
        return column;
      }),
    };
    for (const method of ["ridge", "bracket", "recast"] as const) {
      const model = modelOf(method);
      const flip = nearestFlip(model, evidence, bare, { immutable: ["savings"] });
      expect(flip.status).toBe("found");
      expect(accepts(model, changed(bare, flip))).toBe(!accepts(model, bare));
      for (const { feature, from } of flip.changes) expect(from).toBe(feature === "home" ? "tent" : null);
    }
  });

  it("works on rank scaling, where the rule is linear in ranks", () => {
    const model = modelOf("ridge", evidence, "rank");
    for (let i = 0; i < 10; i++) {
      const flip = nearestFlip(model, evidence, personOf(i));
      expect(flip.status).toBe("found");
      expect(accepts(model, changed(personOf(i), flip))).toBe(!accepts(model, personOf(i)));
    }
  });

  it("does not depend on the order of the evidence", () => {
    const shuffled = shuffledEvidence(evidence, 5);
    for (const method of ["bracket", "ridge"] as const) {
      const model = modelOf(method);
      for (let i = 0; i < 5; i++) {
        expect(nearestFlip(model, shuffled, personOf(i))).toEqual(nearestFlip(model, evidence, personOf(i)));
      }
    }
  });

  it("wants one row", () => {
    expect(() => nearestFlip(modelOf("ridge"), evidence, evidence.observations)).toThrow("got 80 rows");
  });
});
