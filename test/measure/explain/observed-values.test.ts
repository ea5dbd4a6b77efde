import { describe, expect, it } from "vitest";
import { selectTableRows } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { personRow, rowValues } from "../../../src/measure/explain/observed-values.js";
import { fitModel } from "../../../src/surrogate/model.js";
import { ridge } from "../../../src/surrogate/ridge.js";
import { madeUpEvidence } from "../../checks/made-up-evidence.js";

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 50, missing: 8 });
const model = fitModel(evidence, ridge(), kernels);
const FEATURES = [
  { name: "age", type: "number" },
  { name: "home", type: "category" },
] as const;

describe("personRow(features, values)", () => {
  it("gives every person back, with the answers of the whole table to the last bit", () => {
    const { margins, scores } = model.predict(evidence.observations);
    for (let i = 0; i < evidence.observations.rows; i++) {
      const values = rowValues(model.features, evidence.observations, i);
      const answer = model.predict(personRow(model.features, values));
      expect([answer.margins[0], answer.scores[0]]).toEqual([margins[i], scores[i]]);
      const encoded = model.encoder.encode(selectTableRows(evidence.observations, [i]));
      expect(model.encoder.encode(personRow(model.features, values))).toEqual(encoded);
    }
  });

  it("takes what is not named for missing, and text that is a number for one", () => {
    const { columns } = personRow(FEATURES, { age: " 41.5 " });
    expect(columns[0]).toEqual({ name: "age", type: "number", values: Float64Array.of(41.5) });
    expect(columns[1]).toEqual({ name: "home", type: "category", codes: Int32Array.of(-1), levels: [] });
    expect(personRow(FEATURES, { age: null, home: 3 }).columns).toEqual([
      { name: "age", type: "number", values: Float64Array.of(Number.NaN) },
      { name: "home", type: "category", codes: Int32Array.of(0), levels: ["3"] },
    ]);
  });

  it("does not mistake a name that every object has for a value", () => {
    const features = [{ name: "constructor", type: "category" }] as const;
    expect(personRow(features, {}).columns[0]).toMatchObject({ levels: [] });
    expect(personRow(features, { constructor: "x" }).columns[0]).toMatchObject({ levels: ["x"] });
  });

  it("refuses what is no number", () => {
    expect(() => personRow(FEATURES, { age: "old" })).toThrow("'old' is no number that 'age' could have");
    expect(() => personRow(FEATURES, { age: "" })).toThrow("'' is no number");
    expect(() => personRow(FEATURES, { age: Number.POSITIVE_INFINITY })).toThrow("'Infinity' is no number");
  });

  it("leaves a category nobody has to the model to call unfamiliar", () => {
    const values = { ...rowValues(model.features, evidence.observations, 0), home: "a boat" };
    expect(model.predict(personRow(model.features, values)).unfamiliar[0]).toBe(1);
  });
});
