import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { dataCatalogue } from "../../../src/lab/data/catalogue.js";
import type { DataSet } from "../../../src/lab/data/data-set.js";
import { expandStudy } from "../../../src/lab/study/cells.js";
import { computeGroup } from "../../../src/lab/study/group.js";
import { studyRegistry } from "../../../src/lab/study/registry.js";
import type { CellResult } from "../../../src/lab/study/result.js";
import { parseStudy, type StudySpec } from "../../../src/lab/study/spec.js";
import { root } from "../../support/built.js";
import { hasData, loadData } from "../data/real-data.js";
import { lendingData } from "./small-study.js";

// The studies that come with the package, small: one seed, few people, invented data; and one cell of each real data set.

const lending = lendingData(700);
const registry = studyRegistry({ generators: new Map(), methods: new Map() });
let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function shipped(name: string): StudySpec {
  return parseStudy(readFileSync(join(root, `studies/${name}.json`), "utf8"), name);
}

function compute(spec: StudySpec, data: DataSet): CellResult[] {
  return expandStudy(spec).flatMap((group) =>
    [...computeGroup({ spec, group, data, registry, kernels, done: new Set(), now: () => 0 })].map(({ cell }) => cell),
  );
}

describe("each study of the package, small", () => {
  it.each([
    ["table1", [12], 3 * 18 + 1],
    ["query-size", [8, 12], 3 * 2 * 10],
    ["generators", [12], 5 * 12],
    ["ablation", [12], 9],
    ["noise", [12], 8],
    ["fairness", [12], 8],
    ["imbalance", [12], 2 * 8],
    ["accuracy", [12], 8],
    ["shift", [12], 8],
    ["crossover", [8, 12], 2 * 5],
    ["blur", [8], 6],
  ])("%s measures every cell", (name, sizes, cells) => {
    const results = compute({ ...shipped(name), datasets: ["lending"], sizes, seeds: 1 }, lending);
    expect(results.length).toBe(cells);
    expect(results.filter(({ failure }) => failure !== null)).toEqual([]);
    for (const { measures, evidence } of results) {
      expect(measures?.fidelity).toBeGreaterThanOrEqual(0);
      expect(measures?.fidelity).toBeLessThanOrEqual(1);
      expect(evidence?.letters).toBeGreaterThan(0);
    }
  });
});

// Means over seeds of an independent replication in Python: logistic target, 100 people per class, logistic regression
// without letters. Two seeds here, another optimiser and other Adult features: they agree to 0.05 at least.
describe.each([
  ["adult", 0.92],
  ["compas", 0.93],
  ["heloc", 0.96],
  ["housing", 0.911],
])("data set %s", (name, replicated) => {
  const entry = dataCatalogue.find((candidate) => candidate.name === name);
  describe.skipIf(entry === undefined || !hasData(entry.file.path))("(left out where its file is missing)", () => {
    it("has a logistic target that logistic regression on 100 + 100 decisions follows as in the replication", () => {
      const spec = { ...shipped("table1"), datasets: [name], targets: ["lr" as const], seeds: 2 };
      const methods = spec.methods.filter(({ name: method }) => method === "no-cf-lr" || method === "majority");
      const results = compute({ ...spec, methods }, loadData(entry!));
      expect(results.map(({ failure }) => failure)).toEqual([null, null, null, null]);
      const fidelity = (method: string) =>
        results.filter((cell) => cell.method === method).reduce((sum, cell) => sum + cell.measures!.fidelity / 2, 0);
      expect(Math.abs(fidelity("no-cf-lr") - replicated)).toBeLessThan(0.05);
      expect(fidelity("majority")).toBeLessThan(0.75);
    });
  });
});
