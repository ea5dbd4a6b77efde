import { describe, expect, it } from "vitest";
import { toPmml } from "../../src/export/pmml.js";
import { makeModel } from "../../src/surrogate/model.js";
import { hostileModel, LINEAR, modelOf } from "./models.js";
import { evaluatePmml } from "./pmml-evaluator.js";
import { randomPeople } from "./random-people.js";

function differences(model: ReturnType<typeof modelOf>, rows: number, seed: number): number {
  const people = randomPeople(model, rows, seed);
  const { margins, decisions } = model.predict(people);
  const { favourable, unfavourable } = model.decision;
  return evaluatePmml(toPmml(model), people).filter(
    (word, i) => word !== (decisions[i] === 1 ? favourable : unfavourable) && Math.abs(margins[i]!) > 1e-12,
  ).length;
}

describe("toPmml", () => {
  it.each(LINEAR)("answers as %s does", (name) => {
    expect(differences(modelOf(name), 1000, 7)).toBe(0);
  });

  it("answers 100,000 random people as recast does", () => {
    expect(differences(modelOf("recast"), 100_000, 8)).toBe(0);
  });

  it("holds names and levels that mean something in XML", () => {
    expect(differences(hostileModel("ridge"), 1000, 9)).toBe(0);
  });

  it("refuses, with the reason, what a regression cannot say", () => {
    const refused = (message: string) =>
      expect.objectContaining({ code: "EXPORT_UNSUPPORTED", message: expect.stringContaining(message) });
    expect(() => toPmml(modelOf("samples-dt"))).toThrow(refused("is not a sum of points, which PMML needs"));
    expect(() => toPmml(modelOf("ridge", { scaling: "rank" }))).toThrow(refused("counts ranks of"));
    const model = modelOf("ridge");
    expect(() => toPmml(makeModel({ ...model, abstain: 1 }))).toThrow(refused("no third answer"));
    const decision = { ...model.decision, favourable: "a\u0001" };
    expect(() => toPmml(makeModel({ ...model, decision }))).toThrow(refused("XML cannot write"));
  });
});
