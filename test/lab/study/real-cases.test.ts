import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../../src/input/decisions.js";
import { parseLetters } from "../../../src/input/letters.js";
import { parsePopulation } from "../../../src/input/population.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { loadAdult, loadCompasVendor } from "../../../src/lab/data/tables.js";
import type { AuditCase } from "../../../src/lab/demo/audit-case.js";
import { adultCase, compasCase } from "../../../src/lab/study/real-cases.js";
import { dataText, hasData } from "../data/real-data.js";

const kernels = await loadKernels();

function checkCase({ decisionsCsv, lettersCsv, populationCsv, roles, counts }: AuditCase) {
  const decisions = parseDecisions(decisionsCsv, roles);
  const letters = parseLetters(lettersCsv, decisions);
  const population = parsePopulation(populationCsv, decisions);
  expect(decisions.decisions.reduce((sum, value) => sum + value, 0)).toBe(200);
  expect(decisions.decisions.length).toBe(counts.people);
  expect(new Set(letters.letterOf).size).toBe(counts.letters);
  expect(population.rows).toBe(counts.population);
  expect([...letters.letterOf].every((person) => decisions.decisions[person] === 0)).toBe(true);
  expect(letters.problems.filter(({ code }) => code === "LETTER_CHANGES_IMMUTABLE")).toEqual([]);
  return { decisions, letters, population };
}

describe.skipIf(!hasData("compas/compas.csv"))("the COMPAS case (needs RECAST_DATA)", () => {
  it("has 200 people of each answer with weights that add up to everybody, and letters that are rows of people scored Low", () => {
    const vendor = loadCompasVendor(dataText("compas/compas.csv"));
    expect(vendor.data.labels.reduce((sum, value) => sum + value, 0)).toBe(3421); // Low, of 6,172
    const { decisions, letters } = checkCase(compasCase(vendor, kernels, 1));
    expect(decisions.weights?.reduce((sum, value) => sum + value, 0)).toBeCloseTo(6172, 6);
    expect(letters.letterOf.length).toBeGreaterThan(190);
    expect(compasCase(vendor, kernels, 2).decisionsCsv).not.toBe(compasCase(vendor, kernels, 1).decisionsCsv);
  });
});

describe.skipIf(!hasData("adult/adult.data"))("the Adult case (needs RECAST_DATA)", () => {
  it("has 200 people of each answer, letters and outcomes", () => {
    const data = loadAdult(dataText("adult/adult.data"));
    const { decisions } = checkCase(adultCase(data, kernels, 1));
    expect(decisions.schema).toMatchObject({ outcome: "outcome", favourableOutcome: "good", weight: "weight" });
  });
});
