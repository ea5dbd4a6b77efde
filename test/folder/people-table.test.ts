import { describe, expect, it } from "vitest";
import type { PersonResults } from "../../src/audit.js";
import { columnsCsv } from "../../src/document/csv.js";
import { certaintyInTable, parsePeople, peopleColumns } from "../../src/folder/people-table.js";

const people: PersonResults = {
  sampled: null,
  decisions: Uint8Array.of(0, 1),
  rebuilt: Uint8Array.of(1, 1),
  scores: Float64Array.of(0.1, 1 / 3),
  margins: Float64Array.of(-2.5e-7, 4),
  outOfFold: Uint8Array.of(0, 1),
  outOfFoldScores: Float64Array.of(0.3, 0.9),
  outOfFoldMargins: Float64Array.of(-0.5, 2),
  refitsAsked: Int32Array.of(9, 8),
  refitsAccepted: Int32Array.of(0, 8),
  settled: Int8Array.of(-1, 1),
  band: Int8Array.of(0, -1),
  certificates: Float64Array.of(0.125, 0),
};
const rows = Int32Array.of(2, 5);

describe("parsePeople", () => {
  it.each([
    ["no", "yes"],
    ["-1", "+1"],
    ["'=no", "'yes"],
    ['no, "never"', "@home"],
  ])("reads back what peopleColumns says, decided '%s' or '%s'", (unfavourable, favourable) => {
    const decision = { column: "d", favourable, unfavourable };
    const read = parsePeople(columnsCsv(peopleColumns(people, rows, decision)));
    expect(read).toEqual([
      {
        ...{ row: 2, decision: unfavourable, heldOut: unfavourable, rebuilt: favourable, score: 0.1, margin: -2.5e-7 },
        outOfFold: { score: 0.3, margin: -0.5 },
        refits: { asked: 9, accepted: 0 },
        determined: "contested",
        band: "rejected by all",
        certificate: 0.125,
      },
      {
        ...{ row: 5, decision: favourable, heldOut: favourable, rebuilt: favourable, score: 1 / 3, margin: 4 },
        outOfFold: { score: 0.9, margin: 2 },
        refits: { asked: 8, accepted: 8 },
        determined: "accepted by all",
        band: "contested",
        certificate: 0,
      },
    ]);
  });

  it("puts the held-out answer beside the decision, and calls the others in-sample", () => {
    const names = peopleColumns(people, rows, { column: "d", favourable: "yes", unfavourable: "no" }).map(
      ({ name }) => name,
    );
    expect(names.slice(0, 3)).toEqual(["row", "decision", "out_of_fold"]);
    expect(names.slice(-3)).toEqual(["in_sample", "in_sample_score", "in_sample_margin"]);
  });

  it("reads a table of an earlier version, which has no held-out answer", () => {
    const head =
      "row,decision,rebuilt,score,margin,out_of_fold_score,out_of_fold_margin,refits_asked,refits_accepted,determined,lambda_band,certificate";
    const [first] = parsePeople(`${head}\n7,no,yes,0.6,0.4,0.25,-1.5,40,0,rejected by all,,\n`);
    expect(first).toMatchObject({ heldOut: null, rebuilt: "yes", score: 0.6, margin: 0.4 });
  });

  it("leaves open what needs letters", () => {
    const without = { ...people, band: null, certificates: null };
    const decision = { column: "d", favourable: "yes", unfavourable: "no" };
    const [first] = parsePeople(columnsCsv(peopleColumns(without, rows, decision)));
    expect(first).toMatchObject({ row: 2, band: null, certificate: null });
  });
});

describe("certaintyInTable", () => {
  const head =
    "row,decision,rebuilt,score,margin,out_of_fold_score,out_of_fold_margin,refits_asked,refits_accepted,determined,lambda_band,certificate";
  const line = '7,"no, sorry",yes,0.6,0.4,0.25,-1.5,40,12,contested,rejected by all,0.125';

  it("reads the line of a row", () => {
    expect(certaintyInTable(`${head}\n${line}\n`, "people.csv", 7)).toEqual({
      outOfFold: { score: 0.25, margin: -1.5 },
      refits: { asked: 40, accepted: 12 },
      determined: "contested",
      band: "rejected by all",
      certificate: 0.125,
    });
    expect(certaintyInTable(`${head}\n${line}\n`, "people.csv", 8)).toBeNull();
  });

  it("leaves what needs letters open where there are none", () => {
    const bare = "7,no,yes,0.6,0.4,0.25,-1.5,40,0,rejected by all,,";
    expect(certaintyInTable(`${head}\n${bare}\n`, "people.csv", 7)).toMatchObject({ band: null, certificate: null });
  });

  it("refuses a table of another kind", () => {
    expect(() => certaintyInTable("row\n7\n", "people.csv", 7)).toThrow("'out_of_fold_score' is missing");
    const bad = line.replace("-1.5", "x");
    expect(() => certaintyInTable(`${head}\n${bad}\n`, "people.csv", 7)).toThrow("holds 'x', which is no number");
    const odd = line.replace("contested", "perhaps");
    expect(() => certaintyInTable(`${head}\n${odd}\n`, "people.csv", 7)).toThrow("holds 'perhaps'");
  });

  it("has the people of a sample alone, by their rows of the file", () => {
    const sampled = { ...people, sampled: Int32Array.of(1, 3) };
    const decision = { column: "d", favourable: "yes", unfavourable: "no" };
    const read = parsePeople(columnsCsv(peopleColumns(sampled, Int32Array.of(2, 3, 5, 8), decision)));
    expect(read.map(({ row, decision: got }) => [row, got])).toEqual([
      [3, "no"],
      [8, "yes"],
    ]);
  });
});
