import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/input/evidence.js";
import { type Column, selectTableRows, type Table } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { letterGenerators } from "../../../src/lab/generators/generators.js";
import { madeUpData } from "../../../src/lab/study/made-up-data.js";
import { makeCase, makeWorld } from "../../../src/lab/study/truth/case.js";
import { type LikelyFlip, likelyFlip, mostChance } from "../../../src/measure/explain/likely-flip.js";
import { refitModels } from "../../../src/measure/trust/stability.js";
import { type SurrogateName, surrogateMethods } from "../../../src/surrogate/methods.js";
import { fitModel, type Model } from "../../../src/surrogate/model.js";
import type { SurrogateMethod } from "../../../src/surrogate/surrogate.js";
import { madeUpEvidence, shuffledEvidence } from "../../checks/made-up-evidence.js";
import { sampleAudit } from "../../reports/samples/sample-audit.js";

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 80, missing: 4 });
const personOf = (i: number, given: Evidence = evidence) => selectTableRows(given.observations, [i]);

/** A model and its refits. */
function fitted(name: SurrogateName, given: Evidence = evidence, scaling: "robust" | "rank" = "robust") {
  const method = surrogateMethods[name]() as SurrogateMethod;
  const model = fitModel(given, method, kernels, { scaling });
  return { model, refits: refitModels(given, { method, fitted: model }, kernels, { refits: 10, seed: 1, scaling }) };
}

/** The person's row with the changes written into it. */
function changed(person: Table, { changes }: Pick<LikelyFlip, "changes">): Table {
  const columns = person.columns.map((column): Column => {
    const change = changes.find(({ feature }) => feature === column.name);
    if (change === undefined) return column;
    if (column.type === "number") return { ...column, values: Float64Array.of(Number(change.to)) };
    return { ...column, levels: [String(change.to)], codes: Int32Array.of(0) };
  });
  return { rows: 1, columns };
}

const accepts = ({ encoder, surrogate }: Pick<Model, "encoder" | "surrogate">, person: Table) =>
  surrogate.margins(encoder.encode(person))[0]! >= 0;

/** A copy of the evidence whose features of these names are immutable. */
function withImmutable(names: readonly string[]): Evidence {
  const features = evidence.schema.features.map((feature) => ({ ...feature, immutable: names.includes(feature.name) }));
  return { ...evidence, schema: { ...evidence.schema, features } };
}

describe.each(["ridge", "recast", "bracket", "samples-dt"] as const)("with %s", (method) => {
  const { model, refits } = fitted(method);

  it("offers only what the model and its refits answer otherwise", () => {
    let found = 0;
    for (let i = 0; i < 30; i++) {
      const person = personOf(i);
      const flip = likelyFlip(model, evidence, person, { refits });
      if (flip.chance === null) continue;
      found++;
      const after = changed(person, flip);
      expect(accepts(model, after)).toBe(!accepts(model, person));
      const agree = refits.filter((refit) => accepts(refit, after) === !accepts(model, person)).length;
      expect(flip.refits).toEqual({ asked: 10, agree });
      expect(agree).toBe(10);
      expect(flip.chance).toBeGreaterThanOrEqual(0.8);
      expect(flip.changes.length).toBeGreaterThan(0);
      expect(flip.changes.every(({ feature }) => feature !== "branch")).toBe(true);
    }
    expect(found).toBeGreaterThan(10);
  });

  it("leaves immutable features alone and says which", () => {
    const kept = withImmutable(["income", "home"]);
    for (let i = 0; i < 10; i++) {
      const flip = likelyFlip(model, kept, personOf(i), { refits });
      expect(flip.kept).toEqual(["home", "income"]);
      expect(flip.changes.every(({ feature }) => feature === "savings")).toBe(true);
    }
  });
});

describe("asked of a known target", () => {
  const world = makeWorld(madeUpData("lending"), { target: "gb", differs: true, seed: 40 });
  const generator = letterGenerators["1nn"]();
  const made = makeCase(world, { generator, n: 150, balanced: true }, kernels);
  const { model, refits } = fitted("bracket", made.evidence);

  it("the target gives the other answer to most of the changes offered", () => {
    const outcomes: number[] = [];
    for (let i = 0; i < 60 && outcomes.length < 30; i++) {
      const person = personOf(i, made.evidence);
      if (made.evidence.decisions[i] !== 0 || accepts(model, person)) continue;
      const flip = likelyFlip(model, made.evidence, person, { refits });
      if (flip.chance !== null) outcomes.push(world.target.decide(changed(person, flip))[0]!);
    }
    expect(outcomes.length).toBeGreaterThan(15);
    expect(outcomes.reduce((sum, value) => sum + value, 0) / outcomes.length).toBeGreaterThan(0.7);
  });
});

describe("likelyFlip", () => {
  it("stays between the person and somebody observed", () => {
    const { model, refits } = fitted("bracket");
    const { observations, letters } = evidence;
    const column = (table: Table) => table.columns.find(({ name }) => name === "income");
    const incomes = [observations, letters].flatMap((table) => {
      const own = column(table);
      return own?.type === "number" ? [...own.values].filter((value) => !Number.isNaN(value)) : [];
    });
    for (let i = 0; i < 20; i++) {
      for (const { feature, to } of likelyFlip(model, evidence, personOf(i), { refits }).changes) {
        if (feature !== "income") continue;
        expect(Number(to)).toBeGreaterThanOrEqual(Math.min(...incomes) - 10);
        expect(Number(to)).toBeLessThanOrEqual(Math.max(...incomes) + 10);
      }
    }
  });

  it("says so when nothing is likely: one answer for everybody, everything immutable, no refits", () => {
    const none = { status: "not found", changes: [], chance: null, distance: 0 };
    const { model, refits } = fitted("majority");
    expect(likelyFlip(model, evidence, personOf(0), { refits })).toMatchObject(none);
    const all = withImmutable(["income", "savings", "home", "branch"]);
    const ridge = fitted("ridge");
    expect(likelyFlip(ridge.model, all, personOf(1), { refits: ridge.refits })).toMatchObject(none);
    expect(likelyFlip(ridge.model, evidence, personOf(1), { refits: [] })).toMatchObject({
      ...none,
      status: "unreliable",
      refits: { asked: 0, agree: 0 },
    });
  });

  it("takes immutable features as an option", () => {
    const { model, refits } = fitted("ridge");
    const flip = likelyFlip(model, evidence, personOf(2), { refits, immutable: ["income"] });
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
    for (const method of ["ridge", "bracket"] as const) {
      const { model, refits } = fitted(method);
      const flip = likelyFlip(model, evidence, bare, { refits, immutable: ["savings"] });
      if (flip.chance !== null) expect(accepts(model, changed(bare, flip))).toBe(!accepts(model, bare));
      for (const { feature, from } of flip.changes) expect(from).toBe(feature === "home" ? "tent" : null);
    }
  });

  it("works on rank scaling", () => {
    const { model, refits } = fitted("ridge", evidence, "rank");
    const flips = Array.from({ length: 10 }, (_, i) => likelyFlip(model, evidence, personOf(i), { refits }));
    expect(flips.filter(({ status }) => status === "found").length).toBeGreaterThan(3);
  });

  it("does not depend on the order of the evidence", () => {
    const shuffled = shuffledEvidence(evidence, 5);
    const { model, refits } = fitted("bracket");
    for (let i = 0; i < 5; i++) {
      const person = personOf(i);
      expect(likelyFlip(model, shuffled, person, { refits })).toEqual(likelyFlip(model, evidence, person, { refits }));
    }
  });

  it("refuses more rows than one, and options nobody knows", () => {
    const { model, refits } = fitted("ridge");
    expect(() => likelyFlip(model, evidence, evidence.observations, { refits })).toThrow("one row");
    expect(() => likelyFlip(model, evidence, personOf(0), { refits, ...{ nearest: 1 } })).toThrow("nearest");
  });
});

describe("mostChance", () => {
  const file = sampleAudit();

  it("is how often the model is right about clear people, and 0 where it is no better than the usual answer", () => {
    const { determined } = file.identification;
    expect(mostChance({ ...file, caveats: [] })).toBe(determined.agreementDetermined?.share);
    const caveats = [{ code: "NOT_ABOVE_MAJORITY", text: "" }] as const;
    expect(mostChance({ ...file, caveats })).toBe(0);
  });

  it("caps every chance, and below 80 % leaves nothing to offer", () => {
    const { model, refits } = fitted("ridge");
    const chances = (most: number) =>
      Array.from({ length: 30 }, (_, i) => likelyFlip(model, evidence, personOf(i), { refits, mostChance: most }));
    const capped = chances(0.85).flatMap(({ chance }) => chance ?? []);
    expect(capped.length).toBeGreaterThan(0);
    expect(Math.max(...capped)).toBeLessThanOrEqual(0.85);
    expect(Math.max(...chances(1).map(({ chance }) => chance ?? 0))).toBeGreaterThan(0.85);
    expect(new Set(chances(0.79).map(({ status }) => status))).toEqual(new Set(["unreliable"]));
  });
});
