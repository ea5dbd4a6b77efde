import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import type { Table } from "../../src/input/table.js";
import { DECISIONS, withCell } from "./samples.js";

const decisions = parseDecisions(DECISIONS, { sensitive: ["sex"] });
const texts = (table: Table, name: string) => {
  const column = table.columns.find((candidate) => candidate.name === name);
  return column?.type === "category" ? Array.from(column.codes, (code) => column.levels[code]) : [];
};

describe("joinEvidence", () => {
  it("brings observations and letters over the same sorted levels without changing a cell", () => {
    const letters = parseLetters("id,city\np1,Aachen\np2,Köln\n", decisions);
    const evidence = joinEvidence(decisions, letters);
    const [own, offered] = [evidence.observations, evidence.letters].map((table) =>
      table.columns.find(({ name }) => name === "city"),
    );
    expect(own).toMatchObject({ levels: ["Aachen", "Bonn", "Köln", "Ulm"] });
    expect(offered).toMatchObject({ levels: ["Aachen", "Bonn", "Köln", "Ulm"] });
    expect(texts(evidence.observations, "city")).toEqual(texts(decisions.observations, "city"));
    expect(texts(evidence.letters, "city")).toEqual(["Aachen", "Köln"]);
    expect(evidence.letterOf).toEqual(Int32Array.of(0, 1));
    expect(evidence.decisions).toBe(decisions.decisions);
  });

  it("keeps what is missing missing", () => {
    const gaps = parseDecisions(withCell(DECISIONS, 3, "city", "?"));
    const evidence = joinEvidence(gaps, parseLetters("id,income\np2,2800\n", gaps));
    expect(texts(evidence.observations, "city").slice(0, 3)).toEqual(["Ulm", undefined, "Ulm"]);
    expect(texts(evidence.letters, "city")).toEqual([undefined]);
  });

  it("works without letters: the same columns, no rows", () => {
    const evidence = joinEvidence(decisions, null);
    expect(evidence.letters.rows).toBe(0);
    expect(evidence.letters.columns.map(({ name, type }) => [name, type])).toEqual(
      evidence.observations.columns.map(({ name, type }) => [name, type]),
    );
    expect(evidence.letterOf).toHaveLength(0);
    expect(evidence.groups.map(({ name }) => name)).toEqual(["sex"]);
  });
});
