import { describe, expect, it } from "vitest";
import type { Evidence } from "../../src/input/evidence.js";
import type { CategoryColumn, Table } from "../../src/input/table.js";
import type { Kernels } from "../../src/kernels/kernels.js";
import { selectEvidence } from "../../src/surrogate/canonical-evidence.js";
import { fitModel } from "../../src/surrogate/model.js";
import { parseModel } from "../../src/surrogate/model-file.js";
import type { SurrogateMethod } from "../../src/surrogate/surrogate.js";
import { withSecondLetters } from "./made-up-clouds.js";
import { doubledEvidence, madeUpEvidence, shuffledEvidence, turnedEvidence } from "./made-up-evidence.js";

/** What every surrogate must satisfy as a model on raw rows. */
export function checkModel(make: () => SurrogateMethod, kernels: Kernels): void {
  const method = withSecondLetters(make());
  const evidence = madeUpEvidence({ missing: 4 });
  const people = madeUpEvidence({ people: 200, seed: 2, missing: 10 }).observations;
  const train = (given: Evidence) => fitModel(given, method, kernels);

  describe(`a model by ${method.name}`, () => {
    it("is the same to the last bit with rows shuffled", () => {
      const expected = JSON.stringify(train(evidence));
      for (const seed of [1, 2]) expect(JSON.stringify(train(shuffledEvidence(evidence, seed)))).toBe(expected);
      const twins = doubledEvidence(evidence);
      expect(JSON.stringify(train(shuffledEvidence(twins, 1)))).toBe(JSON.stringify(train(twins)));
    });

    it("is the same to the last bit with columns and levels in another order", () => {
      expect(JSON.stringify(train(turnedEvidence(evidence)))).toBe(JSON.stringify(train(evidence)));
      const turnedPeople = turnedEvidence({ ...evidence, observations: people }).observations;
      expect(train(evidence).predict(turnedPeople)).toEqual(train(evidence).predict(people));
    });

    it("is the same model after saving and loading, bit for bit", () => {
      const model = train(evidence);
      const text = JSON.stringify(model, null, 2);
      const loaded = parseModel(text, kernels);
      expect(loaded.predict(people)).toEqual(model.predict(people));
      expect(JSON.stringify(loaded, null, 2)).toBe(text);
      expect(loaded).toMatchObject({ method: method.name, decision: model.decision, features: model.features });
    });

    it("answers every row: missing cells, unknown categories, extreme numbers", () => {
      const strange = withStrangeRows(people);
      const { scores, margins, decisions, status, unfamiliar } = train(evidence).predict(strange);
      scores.forEach((score, i) => {
        expect(Number.isFinite(margins[i]!) && score >= 0 && score <= 1).toBe(true);
        expect(score >= 0.5).toBe(decisions[i] === 1);
      });
      expect(status.every((word) => word === "decided")).toBe(true);
      expect(unfamiliar[0]).toBe(1);
      expect(unfamiliar.reduce((sum, flag) => sum + flag, 0)).toBe(1);
    });

    it("refuses a table that lacks a column, naming it", () => {
      const lacking = { ...people, columns: people.columns.filter(({ name }) => name !== "savings") };
      expect(() => train(evidence).predict(lacking)).toThrow(
        expect.objectContaining({ code: "COLUMN_MISSING", message: expect.stringContaining("'savings'") }),
      );
    });

    it("refuses evidence of one class, without rows, or whose parts do not fit", () => {
      const accepted = Array.from(evidence.decisions.keys()).filter((i) => evidence.decisions[i] === 1);
      expect(() => train(selectEvidence(evidence, accepted, []))).toThrow(
        expect.objectContaining({ code: "SINGLE_CLASS" }),
      );
      expect(() => train(selectEvidence(evidence, [], []))).toThrow(expect.objectContaining({ code: "SINGLE_CLASS" }));
      expect(() => train({ ...evidence, decisions: evidence.decisions.slice(1) })).toThrow("60 observations, 59");
      expect(() => train({ ...evidence, letterOf: evidence.letterOf.slice(1) })).toThrow("letterOf must name");
      const fewer = { ...evidence.letters, columns: evidence.letters.columns.slice(1) };
      expect(() => train({ ...evidence, letters: fewer })).toThrow(expect.objectContaining({ code: "COLUMN_MISSING" }));
    });

    it("leaves the evidence as it was", () => {
      const copy = structuredClone(evidence);
      train(evidence);
      expect(evidence).toEqual(copy);
    });
  });
}

/** The table with an unknown home in row 0 and extreme incomes in rows 1 and 2. */
function withStrangeRows(people: Table): Table {
  const columns = structuredClone(people.columns).map((column) => {
    if (column.type === "number") {
      if (column.name === "income") column.values.set([1e30, -1e30], 1);
      return column;
    }
    const codes = column.codes;
    codes[0] = column.levels.length;
    return { ...column, levels: [...column.levels, "houseboat"] } satisfies CategoryColumn;
  });
  return { ...people, columns };
}
