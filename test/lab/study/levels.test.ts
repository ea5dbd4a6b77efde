import { beforeAll, describe, expect, it } from "vitest";
import { tableCsv } from "../../../src/document/csv.js";
import { documentMarkdown } from "../../../src/document/markdown.js";
import { selectTableRows } from "../../../src/input/table.js";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { loadKernels } from "../../../src/kernels/load.js";
import type { DataSet } from "../../../src/lab/data/data-set.js";
import { cellId, expandStudy } from "../../../src/lab/study/cells.js";
import { computeGroup } from "../../../src/lab/study/group.js";
import { parsePublished } from "../../../src/lab/study/published.js";
import { studyRegistry } from "../../../src/lab/study/registry.js";
import type { CellResult } from "../../../src/lab/study/result.js";
import type { StudySpec } from "../../../src/lab/study/spec.js";
import { extraTable, studyDocument, summaryTable } from "../../../src/lab/study/study-document.js";
import { studyTables } from "../../../src/lab/study/tables.js";
import { lendingData, smallSpec } from "./small-study.js";

const lending = lendingData(600);
const registry = studyRegistry({ generators: new Map(), methods: new Map() });
let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function compute(spec: StudySpec, data: DataSet = lending): CellResult[] {
  return expandStudy(spec).flatMap((group) =>
    [...computeGroup({ spec, group, data, registry, kernels, done: new Set(), now: () => 0 })].map(({ cell }) => cell),
  );
}

const base = { targets: ["lr"], sizes: [30], methods: ["ridge", "majority"], seeds: 2 };
const tablesOf = (spec: StudySpec, cells: readonly CellResult[]) =>
  studyTables(spec, new Map(cells.map((cell) => [cellId(cell), cell])), {
    measure: null,
    published: null,
    against: null,
  });
const HEAD = { title: "A study", seeds: 2, scaling: "zscore", version: "0", published: null, note: "A note." };

describe("noise", () => {
  it("measures every level, the first without noise as the cell itself", () => {
    const spec = smallSpec({ ...base, noise: [0, 0.4], sensitive: "sex" });
    const cells = compute(spec);
    expect(cells.map(({ failure }) => failure)).toEqual([null, null, null, null]);
    for (const { measures, series, method } of cells) {
      expect(Object.keys(series ?? {})).toEqual(Object.keys(series ?? {}).toSorted());
      expect(series).toMatchObject({ noise: [0, 0.4] });
      expect(series?.["fidelity"]?.[0]).toBe(measures?.fidelity);
      expect(series?.["near"]?.[0]).toBe(measures?.nearFidelity);
      expect(series?.["nearNoised"]?.[0]).toBe(measures?.nearFidelity);
      expect(series?.["fidelity"]?.[1]).not.toBe(measures?.fidelity);
      if (method !== "majority") continue; // scores everybody alike, so that its own distance is 0
      expect(series?.["dtidpError"]).toEqual(series?.["dtidpTarget"]);
      expect(series?.["dtieoError"]).toEqual(series?.["dtieoTarget"]);
    }
    const tables = tablesOf(spec, cells);
    expect(tables.extras.map(({ name }) => name)).toEqual(["dtidpError", "dtieoError"]);
    const page = documentMarkdown(studyDocument(HEAD, tables));
    expect(page).toContain("A note.");
    expect(page).toContain("| method | τ = 0 | τ = 0.4 | change from 0 to 0.4 |");
    expect(page).toMatch(/\| the target's own distance \| 0\.\d{3} ± 0\.\d{3} \|/);
  });

  it("shows agreement by level where no groups are compared", () => {
    const spec = smallSpec({ ...base, noise: [0, 0.1, 0.4] });
    const cells = compute(spec);
    const { extras } = tablesOf(spec, cells);
    expect(extras.map(({ name }) => name)).toEqual(["fidelity", "near", "nearNoised"]);
    const [row] = extras[0]?.rows ?? [];
    const own = cells.filter(({ method }) => method === "ridge").map(({ series }) => series?.["fidelity"] ?? []);
    const mean = (k: number) => own.reduce((sum, list) => sum + (list[k] ?? 0), 0) / 2;
    expect(row?.values[1]?.mean).toBeCloseTo(mean(1), 12);
    expect(row?.values[3]?.mean).toBeCloseTo(mean(2) - mean(0), 12);
    const [head, first] = tableCsv(extraTable(extras)).split("\n");
    expect(head).toBe("table,dataset,target,generator,n,rejected_share,method,column,seeds,mean,sd");
    expect(first).toMatch(/^fidelity,lending,lr,1nn,30,,ridge,τ = 0,2,0\.\d+,0\.\d+$/);
  });

  it("fails where the attribute is no category", () => {
    const [cell] = compute(smallSpec({ ...base, sensitive: "income", seeds: 1 }));
    expect(cell).toMatchObject({ series: null, failure: { code: "STUDY_INVALID" } });
  });
});

describe("a reference set of another origin", () => {
  it("is what everything is measured on", () => {
    const rows = Int32Array.from({ length: 50 }, (_, i) => i);
    const labels = Uint8Array.from(lending.labels.subarray(0, 50), (label) => 1 - label);
    const reference = { table: selectTableRows(lending.table, rows), labels };
    const spec = smallSpec({ ...base, methods: ["majority"], seeds: 1 });
    const [own] = compute(spec);
    const [shifted] = compute(spec, { ...lending, reference });
    expect(shifted?.evidence).toEqual(own?.evidence);
    expect(Number.isInteger(Math.round((shifted?.measures?.targetAccuracy ?? 0) * 50 * 1e9) / 1e9)).toBe(true);
    expect(own?.measures?.targetAccuracy).toBeGreaterThan(0.6);
    expect(shifted?.measures?.targetAccuracy).toBeLessThan(0.4); // outcomes are exchanged there
  });
});

describe("unequal classes", () => {
  it("takes 2n people in the proportion asked for, each a place of its own", () => {
    const spec = smallSpec({ ...base, sizes: [20], balances: [0.2, 0.8], seeds: 1 });
    const cells = compute(spec);
    expect(cells.map(({ balance, evidence }) => [balance, evidence?.rejected, evidence?.accepted])).toEqual([
      [0.2, 8, 32],
      [0.2, 8, 32],
      [0.8, 32, 8],
      [0.8, 32, 8],
    ]);
    expect(new Set(cells.map(cellId)).size).toBe(4);
    const tables = tablesOf(spec, cells);
    expect(tables.summaries[0].open).toBe(0);
    expect(documentMarkdown(studyDocument(HEAD, tables))).toContain("## 1nn, 8 rejected and 32 accepted");
    expect(tableCsv(summaryTable(tables.summaries)).split("\n")[1]).toMatch(/^fidelity,lending,lr,1nn,20,0\.2,ridge,/);
  });
});

describe("several measures", () => {
  it("stand beside one another, accuracy with the target's own", () => {
    const spec = smallSpec({ ...base, measures: ["fidelity", "accuracy", "margin"], seeds: 2 });
    const rows = [
      { dataset: "lending", target: "lr", generator: "1nn", n: 30, measure: "accuracy", method: "target", mean: 0.5 },
      { dataset: "lending", target: "lr", generator: "1nn", n: 30, measure: "margin", method: "R", mean: 82.66 },
    ].map((row) => ({ ...row, sd: null }));
    const file = { format: "recast-published/1", source: "made up", methods: { target: ["target"], R: ["ridge"] } };
    const published = parsePublished(JSON.stringify({ ...file, tables: { t: { title: "a table", rows } } }), "t");
    const results = new Map(compute(spec).map((cell) => [cellId(cell), cell]));
    const tables = studyTables(spec, results, { measure: null, published, against: null });
    const page = documentMarkdown(studyDocument(HEAD, tables));
    expect(page).toContain("of fidelity and accuracy and the mean margin over 2 seeds");
    expect(page).toContain("## 1nn, n = 30: accuracy");
    expect(page).toMatch(/\| the target itself \| 0\.\d{3} \(0\.500\) \|/);
    expect(page).toMatch(/\| ridge \| \d+\.\d+ ± \d\.\d{3} \(82\.66\) \|/); // nothing is best by its margin
    expect(studyTables(spec, results, { measure: "near", published, against: null }).summaries.length).toBe(1);
  });
});

it("may let more people be observed", () => {
  const spec = smallSpec({ ...base, sizes: [500], methods: ["majority"], seeds: 1, observable: 0.5 });
  const [cell] = compute(spec);
  expect((cell?.evidence?.rejected ?? 0) + (cell?.evidence?.accepted ?? 0)).toBe(240); // half of four fifths of 600
});
