import { describe, expect, it } from "vitest";
import { LONGEST_FORMULA, sheetInstructions, toSheetFormula } from "../../src/export/sheet.js";
import { columnLetters, sheetNumberBelow, sheetText } from "../../src/export/sheet-expression.js";
import { nextDown } from "../../src/math/next-double.js";
import { seededRandom } from "../../src/math/random.js";
import type { SurrogateName } from "../../src/surrogate/methods.js";
import { type Model, makeModel } from "../../src/surrogate/model.js";
import { hostileModel, LINEAR, modelOf, revive } from "./models.js";
import { randomPeople } from "./random-people.js";
import { compileFormula, sheetRow } from "./sheet-evaluator.js";

/** Three people of six encoded columns for `nearest`. */
const THREE_PEOPLE = {
  columns: 6,
  rejectedRows: 1,
  acceptedRows: 2,
  rejected: [0, 1, 0, 0, -0.5, 0],
  accepted: [0, 0, 0, 1, 0.5, 1, 0, 1, 0, 0, 0.25, -1],
};

/** Rows whose answer differs from ours although our margin is not a matter of rounding. */
function differences(model: Model, rows: number, seed: number): number {
  const { formula, columns } = toSheetFormula(model);
  const places = new Map(columns.map(({ letters, name }) => [letters, name]));
  const decide = compileFormula(formula);
  const people = randomPeople(model, rows, seed);
  const { margins, decisions } = model.predict(people);
  let different = 0;
  for (let i = 0; i < rows; i++) {
    const word = decide(sheetRow(people, places, i));
    const ours = decisions[i] === 1 ? model.decision.favourable : model.decision.unfavourable;
    if (word !== ours && Math.abs(margins[i]!) > 1e-12) different++;
  }
  return different;
}

describe("toSheetFormula", () => {
  const trees: readonly SurrogateName[] = ["samples-dt", "no-cf-dt", "tra"];
  it.each([...LINEAR, ...trees])("answers as %s does", (name) => {
    expect(differences(modelOf(name), 1000, 7)).toBe(0);
  });

  it.each(["recast", "samples-dt"] as const)("answers 100,000 random people as %s does", (name) => {
    expect(differences(modelOf(name), 100_000, 8)).toBe(0);
  });

  it.each(["ridge", "tra"] as const)("holds names and levels that mean something in formulas (%s)", (name) => {
    expect(differences(hostileModel(name), 1000, 9)).toBe(0);
  });

  it("asks trees about raw values whatever the scaling", () => {
    expect(differences(modelOf("samples-dt", { scaling: "rank" }), 1000, 10)).toBe(0);
  });

  it("answers as a small mixture and a small forest do", () => {
    const { surrogate, ...rest } = modelOf("bracket");
    const data = surrogate.toJSON() as { weights: number[]; members: { kind: string }[] };
    const place = data.members.findIndex(({ kind }) => kind === "linear");
    const one = { ...data, weights: [1], members: [data.members[place]] };
    const mixture = makeModel({ ...rest, surrogate: revive("bracket", one) });
    expect(differences(mixture, 1000, 11)).toBe(0);
    const moved = makeModel({ ...rest, surrogate: revive("bracket", { ...one, offset: -1.5 }) });
    expect(differences(moved, 1000, 14)).toBe(0);
    const forest = modelOf("no-cf-rf");
    const few = forest.surrogate.toJSON() as { classifier: { columns: number; trees: unknown[] } };
    const three = { ...few, classifier: { ...few.classifier, trees: few.classifier.trees.slice(0, 3) } };
    expect(differences(makeModel({ ...forest, surrogate: revive("no-cf-rf", three) }), 1000, 12)).toBe(0);
    expect(
      differences(makeModel({ ...modelOf("nearest"), surrogate: revive("nearest", THREE_PEOPLE) }), 1000, 13),
    ).toBe(0);
  });

  it("answers the empty text exactly where the model abstains", () => {
    for (const name of ["ridge", "samples-dt"] as const) {
      const model = makeModel({ ...modelOf(name), abstain: 1.5 });
      const { formula, columns } = toSheetFormula(model);
      const places = new Map(columns.map(({ letters, name }) => [letters, name]));
      const decide = compileFormula(formula);
      const people = randomPeople(model, 1000, 14);
      const blank = Array.from({ length: 1000 }, (_, i) => decide(sheetRow(people, places, i)) === "");
      expect(blank).toEqual(model.predict(people).status.map((word) => word === "undecided"));
    }
  });

  it("finds the columns of a sheet by their names", () => {
    const header = [...Array.from({ length: 30 }, (_, k) => `other ${k}`), "savings", "home", "x", "branch", "income"];
    const { columns, formula } = toSheetFormula(modelOf("ridge"), { header, row: 5 });
    expect(columns.map(({ letters, name }) => `${letters} ${name}`)).toEqual([
      "AH branch",
      "AF home",
      "AI income",
      "AE savings",
    ]);
    expect(formula).toContain("AI5");
    expect(sheetInstructions({ columns, formula }, 5)).toContain("row 5");
    expect(() => toSheetFormula(modelOf("ridge"), { header: ["home"] })).toThrow("has no column 'branch'");
  });

  it("refuses, with the reason, what does not fit into a cell", () => {
    const refused = (message: string) =>
      expect.objectContaining({ code: "EXPORT_UNSUPPORTED", message: expect.stringContaining(message) });
    expect(() => toSheetFormula(modelOf("samples-mlp"))).toThrow(refused(`a cell takes ${LONGEST_FORMULA}`));
    expect(() => toSheetFormula(modelOf("ridge", { scaling: "rank" }))).toThrow(refused("counts ranks of"));
    expect(() => toSheetFormula(makeModel({ ...modelOf("recast"), abstain: 1 }))).toThrow(refused("abstains"));
  });
});

describe("texts and numbers of a sheet", () => {
  it("finds the largest number of 15 digits that is not above a value", () => {
    const random = seededRandom(1, "digits");
    const values = Array.from(
      { length: 2000 },
      () => (random.uniform() - 0.5) * Number(`1e${random.integer(40) - 20}`),
    );
    for (const value of [...values, 1, 0.3, nextDown(1), -nextDown(1), nextDown(1000), 123456789012345]) {
      const found = Number(sheetNumberBelow(value));
      expect(found).toBeLessThanOrEqual(value);
      expect(Number(found.toPrecision(15))).toBe(found);
      const [digits = "", exponent = ""] = found.toExponential(14).split("e");
      const next = Number(`${Number(digits.replace(".", "")) + 1}e${Number(exponent) - 14}`);
      expect(next).toBeGreaterThan(value);
    }
  });

  it("cuts long texts, doubles quotes, and counts columns as sheets do", () => {
    expect(sheetText('a"b')).toBe('"a""b"');
    const long = `${"x".repeat(300)}"`;
    expect(compileFormula(`=${sheetText(long)}`)(() => null)).toBe(long);
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
  });
});
