import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tableCsv } from "../../../src/document/csv.js";
import { documentMarkdown } from "../../../src/document/markdown.js";
import { cellId, expandStudy } from "../../../src/lab/study/cells.js";
import { parsePublished } from "../../../src/lab/study/published.js";
import { asCellFailure, type CellResult } from "../../../src/lab/study/result.js";
import type { StudySpec } from "../../../src/lab/study/spec.js";
import { studyDocument, summaryTable } from "../../../src/lab/study/study-document.js";
import { type StudySummary, summariseStudy } from "../../../src/lab/study/summary.js";
import type { StudyTables } from "../../../src/lab/study/tables.js";
import { root } from "../../support/built.js";
import { smallSpec } from "./small-study.js";

const published = readFileSync(join(root, "studies/published.json"), "utf8");
const HEAD = { title: "A study", seeds: 3, scaling: "zscore", version: "0", published: null, note: null };

/** The tables of a study with one measure and nothing else. */
function alone(summary: StudySummary): StudyTables {
  return { summaries: [summary], extras: [], crossings: [], gains: [] };
}

/** Results with fidelities made up by a rule; null leaves the cell out, a text makes it fail. */
function results(spec: StudySpec, rule: (cell: CellResult) => number | string | null): Map<string, CellResult> {
  const found = new Map<string, CellResult>();
  for (const key of expandStudy(spec).flatMap(({ cells }) => cells)) {
    const empty: CellResult = { ...key, evidence: null, measures: null, series: null, failure: null };
    const value = rule(empty);
    if (value === null) continue;
    if (typeof value === "string") {
      found.set(cellId(key), { ...empty, failure: { code: "NO_LETTERS", message: value } });
      continue;
    }
    const measures = {
      fidelity: value,
      nearFidelity: null,
      nearRows: 0,
      balancedFidelity: value / 2,
      accuracy: value / 4,
      targetAccuracy: 1,
      acceptedShare: 0.5,
      targetAcceptedShare: 0.5,
      meanMargin: 3 * value,
    };
    found.set(cellId(key), { ...empty, measures });
  }
  return found;
}

const spec = smallSpec({
  datasets: ["adult"],
  targets: ["mlp"],
  generators: ["mccf"],
  sizes: [100],
  methods: ["bracket", "recast", "cca"],
  seeds: 3,
});
const values: Record<string, readonly number[]> = {
  bracket: [0.9, 0.94, 0.95],
  recast: [0.8, 0.82, 0.84],
  cca: [0.89, 0.92, 0.92],
};
const made = results(spec, ({ method, seed }) => values[method]?.[seed] ?? null);

describe("summariseStudy", () => {
  const options = { measure: "fidelity", published: parsePublished(published, "table1") } as const;
  const { places, overall, open } = summariseStudy(spec, made, options);
  const [bracket, recast, cca] = places[0]?.methods ?? [];

  it("has mean and sample standard deviation over seeds", () => {
    expect(recast).toMatchObject({ method: "recast", seeds: 3, failed: 0 });
    expect(recast?.mean).toBeCloseTo(0.82, 12);
    expect(recast?.sd).toBeCloseTo(0.02, 12);
    expect(open).toBe(0);
  });

  it("sets the published value beside ours", () => {
    expect([bracket?.published, recast?.published, cca?.published]).toEqual([null, 0.908, 0.843]);
    expect(recast?.publishedSd).toBe(0.034);
    const near = summariseStudy(spec, made, { ...options, measure: "balanced" });
    expect(near.places[0]?.methods[1]).toMatchObject({ published: null, mean: 0.41 });
  });

  it("pairs by seed: the interval is Student's, by hand", () => {
    // differences 0.01, 0.02, 0.03: mean 0.02, sd 0.01, t(0.975, 2) = 4.302653
    expect(bracket?.difference).toMatchObject({ against: "cca", seeds: 3 });
    expect(bracket?.difference?.mean).toBeCloseTo(0.02, 12);
    expect(bracket?.difference?.low).toBeCloseTo(0.02 - (4.302653 * 0.01) / Math.sqrt(3), 7);
    expect(cca?.difference?.high).toBeCloseTo(-0.02 + (4.302653 * 0.01) / Math.sqrt(3), 7);
    expect(recast?.difference?.against).toBe("bracket");
  });

  it("marks the best, and whether it is clear", () => {
    expect([bracket, recast, cca].map((method) => [method?.best, method?.clear])).toEqual([
      [true, false],
      [false, false],
      [false, false],
    ]);
    const alone = smallSpec({ ...spec, methods: ["bracket", "recast"] });
    const [first] = summariseStudy(alone, made, options).places[0]?.methods ?? [];
    expect(first).toMatchObject({ best: true, clear: true });
    expect(overall).toEqual([
      { method: "bracket", places: 1, mean: bracket?.mean, best: 1, clear: 0 },
      { method: "recast", places: 1, mean: recast?.mean, best: 0, clear: 0 },
      { method: "cca", places: 1, mean: cca?.mean, best: 0, clear: 0 },
    ]);
  });

  it("shows differences to one method when asked", () => {
    const against = summariseStudy(spec, made, { ...options, against: "recast" }).places[0]?.methods;
    expect(against?.map(({ difference }) => difference?.against ?? null)).toEqual(["recast", null, "recast"]);
    expect(() => summariseStudy(spec, made, { ...options, against: "none" })).toThrow("no method 'none'");
  });

  it("counts what failed and what is open, and compares on the seeds both have", () => {
    const partial = results(spec, ({ method, seed }) => {
      if (method === "recast") return "no letters were found";
      return method === "cca" && seed === 2 ? null : (values[method]?.[seed] ?? null);
    });
    const summary = summariseStudy(spec, partial, options);
    expect(summary.open).toBe(1);
    expect(summary.failures.length).toBe(3);
    expect(summary.places[0]?.methods[1]).toMatchObject({ mean: null, sd: null, failed: 3, difference: null });
    expect(summary.places[0]?.methods[0]?.difference).toMatchObject({ against: "cca", seeds: 2 });
    const page = documentMarkdown(studyDocument(HEAD, alone(summary)));
    expect(page).toContain("1 cell is not computed yet");
    expect(page).toContain("seed 0: NO_LETTERS: no letters were found");
  });

  it("has no interval from one seed", () => {
    const single = smallSpec({ ...spec, seeds: 1 });
    const [first] = summariseStudy(single, made, options).places[0]?.methods ?? [];
    expect(first).toMatchObject({ sd: null, clear: false, difference: { low: null, high: null } });
  });
});

describe("tables", () => {
  const table = parsePublished(published, "table1");
  const summary = summariseStudy(spec, made, { measure: "fidelity", published: table });

  it("Markdown has the best in bold and the published value in parentheses", () => {
    const page = documentMarkdown(studyDocument({ ...HEAD, published: table.title }, alone(summary)));
    expect(page).toContain("| method | adult MLP |");
    expect(page).toContain("| bracket | **0.930 ± 0.026** |");
    expect(page).toContain("| recast | 0.820 ± 0.020 (0.908) |");
    expect(page).toContain("| adult, MLP, mccf, n = 100 | bracket | +0.020 [−0.005, +0.045] to cca | 3 |");
  });

  it("CSV has one line per place and method, in full precision", () => {
    const [head = "", first = ""] = tableCsv(summaryTable([summary])).split("\n");
    const row = Object.fromEntries(head.split(",").map((name, k) => [name, first.split(",")[k]]));
    expect(row).toMatchObject({
      dataset: "adult",
      target: "mlp",
      generator: "mccf",
      n: "100",
      method: "bracket",
      seeds: "3",
    });
    expect(Number(row["mean"])).toBe(summary.places[0]?.methods[0]?.mean);
    expect(row["best"]).toBe("1");
  });
});

describe("parsePublished", () => {
  it("finds the paper's values under our names", () => {
    const table = parsePublished(published, "table1");
    const place = { dataset: "housing", target: "dt", generator: "mccf", n: 100 } as const;
    expect(table.find({ ...place, method: "recast-sinkhorn" })).toEqual({ mean: 0.774, sd: 0.149 });
    expect(table.find({ ...place, method: "tra" })).toEqual({ mean: 0.654, sd: 0.015 });
    expect(table.find({ ...place, method: "tra", target: "lr" })).toBe(null);
    expect(table.find({ ...place, method: "tra", n: 25 })).toBe(null);
  });

  it("names the tables there are", () => {
    expect(() => parsePublished(published, "table9")).toThrow("known are table1, generators, ablation, accuracy");
  });
});

it("asCellFailure keeps the words of anything thrown", () => {
  expect(asCellFailure("stop")).toEqual({ code: "UNEXPECTED", message: "stop" });
});
