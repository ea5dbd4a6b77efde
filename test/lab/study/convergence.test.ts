import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { expandStudy } from "../../../src/lab/study/cells.js";
import { settledAt } from "../../../src/lab/study/convergence.js";
import { computeOfKind, studyRegistry } from "../../../src/lab/study/registry.js";
import type { CellResult } from "../../../src/lab/study/result.js";
import { parseStudy, type StudySpec } from "../../../src/lab/study/spec.js";
import { root } from "../../support/built.js";
import { lendingData, smallSpec } from "./small-study.js";

const data = lendingData(500);
const registry = studyRegistry({ generators: new Map(), methods: new Map() });
let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

async function compute(spec: StudySpec) {
  const cells: CellResult[] = [];
  for (const group of expandStudy(spec)) {
    const work = { spec, group, data, registry, kernels, done: new Set<string>(), now: () => 0 };
    for await (const { cell } of computeOfKind(spec)(work)) cells.push(cell);
  }
  return cells;
}

const sinkhorn = (options: object) => ({ name: "fit", method: "recast", options: { solver: "sinkhorn", ...options } });
const convergence = (options: object) =>
  smallSpec({ kind: "convergence", targets: ["lr"], sizes: [12, 30], methods: [sinkhorn(options)], seeds: 1 });

describe("settledAt", () => {
  it("is the first epoch from which on all losses are within 1 % of the last", () => {
    expect(settledAt([4, 2, 1.02, 1.009, 1.005, 1])).toBe(3);
    expect(settledAt([4, 1, 2, 1])).toBe(3); // what settles only for a while has not settled
    expect(settledAt([1, 1])).toBe(0);
    expect(settledAt([])).toBe(0);
  });
});

describe("kind convergence", () => {
  it("adds the loss of each step, which comes down to the exact optimum where that can be reached", async () => {
    const [small, large] = await compute(convergence({ epochs: 400, learningRate: 0.02, points: 20, blur: 0.01 }));
    for (const cell of [small, large]) {
      expect(cell?.failure).toBe(null);
      expect(cell?.measures?.fidelity).toBeGreaterThan(0);
      const losses = cell?.series?.["losses"] as readonly number[];
      expect(losses.length).toBe(400);
      expect(losses.at(-1)).toBeLessThan(losses[0]!);
      const settled = cell?.series?.["settled"]?.[0];
      expect(settled).toBe(settledAt(losses));
    }
    // 12 people, 12 letters, 12 points: the minimiser is a pairing, and the fit finds it but for its blur
    expect(small?.series?.["reachable"]).toEqual([1]);
    const exact = small?.series?.["exact"]?.[0] ?? 0;
    expect(Math.abs((small?.series?.["losses"]?.at(-1) ?? 0) / exact - 1)).toBeLessThan(0.05);
    // 30 people on 20 points cannot be matched: the loss stays above
    expect(large?.series?.["reachable"]).toEqual([0]);
    expect(large?.series?.["losses"]?.at(-1)).toBeGreaterThan(large?.series?.["exact"]?.[0] ?? Number.NaN);
  });

  it("is what the study of the package is", async () => {
    const shipped = parseStudy(readFileSync(join(root, "studies/convergence.json"), "utf8"), "convergence");
    const cells = await compute({ ...shipped, datasets: ["lending"], sizes: [8, 12], seeds: 1 });
    expect(cells.map(({ failure, series }) => [failure, series?.["losses"]?.length])).toEqual([
      [null, 200],
      [null, 200],
    ]);
  });

  it("fails a method without steps with the way out", async () => {
    const [cell] = await compute(convergence({ solver: "exact" }));
    expect(cell).toMatchObject({ series: null, measures: null, failure: { code: "STUDY_INVALID" } });
    expect(cell?.failure?.message).toContain("method 'fit' has no steps whose loss could be followed");
  });
});
