import { beforeAll, describe, expect, it } from "vitest";
import { fitEncoder } from "../../../src/encode/encoder.js";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { type CellGroup, cellId, expandStudy } from "../../../src/lab/study/cells.js";
import { computeGroup } from "../../../src/lab/study/group.js";
import { studyRegistry } from "../../../src/lab/study/registry.js";
import type { TimedCell } from "../../../src/lab/study/result.js";
import type { StudySpec } from "../../../src/lab/study/spec.js";
import type { StudyRegistry } from "../../../src/lab/study/work.js";
import type { Clouds, SurrogateMethod } from "../../../src/surrogate/surrogate.js";
import { lendingData, smallSpec } from "./small-study.js";

const data = lendingData(600);
const known = studyRegistry({ generators: new Map(), methods: new Map() });
let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

interface Run {
  readonly spec: StudySpec;
  readonly registry?: StudyRegistry;
  readonly group?: CellGroup;
  readonly done?: readonly string[];
}

function compute({ spec, registry = known, group = expandStudy(spec)[0]!, done = [] }: Run): TimedCell[] {
  let time = 0;
  const now = () => {
    time += 500;
    return time;
  };
  return [...computeGroup({ spec, group, data, registry, kernels, done: new Set(done), now })];
}

describe("computeGroup", () => {
  it("computes every cell of the group, and records the failure of one method as its own", () => {
    const spec = smallSpec();
    const cells = compute({ spec });
    expect(cells.map(({ cell }) => cellId(cell))).toEqual(expandStudy(spec)[0]!.cells.map(cellId));
    for (const { cell, seconds } of cells) {
      expect(cell.evidence).toMatchObject({ rejected: cell.n, accepted: cell.n });
      expect(cell.evidence?.letters).toBeGreaterThan(0);
      if (cell.method === "broken") {
        expect(cell).toMatchObject({ measures: null, failure: { code: "INVALID_OPTION" } });
      } else {
        expect(cell.failure).toBe(null);
        expect(cell.measures?.fidelity).toBeGreaterThan(0.3);
        expect(seconds).toMatchObject({ fit: 0.5, predict: 0.5 });
      }
    }
  });

  it("gives a cell the same result alone as among others", () => {
    const spec = smallSpec();
    const all = compute({ spec });
    const last = all.at(-2)!;
    const done = all.map(({ cell }) => cellId(cell)).filter((id) => id !== cellId(last.cell));
    expect(compute({ spec, done }).map(({ cell }) => cell)).toEqual([last.cell]);
    expect(compute({ spec, done: all.map(({ cell }) => cellId(cell)) })).toEqual([]);
    const smaller = smallSpec({ sizes: [30], methods: ["recast"] });
    const [alone] = compute({ spec: smaller });
    expect(alone?.cell).toEqual(all.find(({ cell }) => cell.n === 30 && cell.method === "recast")?.cell);
  });

  it("seeds differ", () => {
    const spec = smallSpec({ targets: ["lr"], sizes: [30], methods: ["ridge"] });
    const [first, second] = expandStudy(spec).map((group) => compute({ spec, group })[0]?.cell.measures);
    expect(first).not.toEqual(second);
  });

  it("a target that cannot be trained fails all its cells with its own words", () => {
    const registry: StudyRegistry = {
      ...known,
      trainTarget: () => {
        throw new Error("no target today");
      },
    };
    const cells = compute({ spec: smallSpec(), registry });
    expect(cells.length).toBe(6);
    for (const { cell } of cells) {
      expect(cell).toMatchObject({
        evidence: null,
        measures: null,
        failure: { code: "UNEXPECTED", message: "no target today" },
      });
    }
  });

  it("a generator that fails takes only its own cells with it", () => {
    const spec = smallSpec({ generators: ["1nn", { name: "bad", generator: "1nn" }], methods: ["ridge"], sizes: [10] });
    const registry: StudyRegistry = {
      ...known,
      generator(entry) {
        if (entry.name === "bad") throw new Error("no letters");
        return known.generator(entry);
      },
    };
    const cells = compute({ spec, registry });
    expect(cells.map(({ cell }) => [cell.generator, cell.failure?.message ?? null])).toEqual([
      ["1nn", null],
      ["bad", "no letters"],
    ]);
  });

  it("a target that accepts everybody leaves nothing to study, and says so", () => {
    const registry: StudyRegistry = {
      ...known,
      trainTarget: () => ({
        name: "yes",
        decide: (table) => new Uint8Array(table.rows).fill(1),
        score: (table) => new Float64Array(table.rows).fill(1),
      }),
    };
    const [first] = compute({ spec: smallSpec(), registry });
    expect(first?.cell.failure?.code).toBe("SINGLE_CLASS");
  });

  it("takes all people there are when a class has fewer than asked for", () => {
    const [first] = compute({ spec: smallSpec({ sizes: [500], methods: ["ridge"] }) });
    const { rejected = 0, accepted = 0 } = first?.cell.evidence ?? {};
    expect(rejected + accepted).toBe(96); // a fifth of four fifths of 600
  });

  it("hands a method the evidence in its own scaling, and letters of letters to dualcf alone", () => {
    const seen: Clouds[] = [];
    const spy = (name: string): SurrogateMethod => ({
      name,
      usesLetters: true,
      fit(clouds) {
        seen.push(clouds);
        return {
          method: name,
          columns: clouds.rejected.columns,
          margins: (x) => new Float64Array(x.rows).fill(1),
          scores: (x) => new Float64Array(x.rows).fill(1),
          toJSON: () => null,
        };
      },
      revive() {
        throw new Error("not needed");
      },
    });
    const registry: StudyRegistry = { ...known, method: ({ method }) => spy(method) };
    const methods = [
      { name: "a", method: "plain" },
      { name: "b", method: "plain", scaling: "minmax" },
      { name: "c", method: "dualcf" },
    ];
    const cells = compute({ spec: smallSpec({ methods, sizes: [30] }), registry });
    expect(cells.map(({ cell }) => cell.measures?.acceptedShare)).toEqual([1, 1, 1]);
    const [plain, minmax, dual] = seen;
    expect(plain?.secondLetters).toBe(undefined);
    expect(minmax?.rejected.values).not.toEqual(plain?.rejected.values);
    expect(Math.min(...(minmax?.rejected.values ?? []))).toBeGreaterThanOrEqual(0);
    const { rows, pairOf } = dual?.secondLetters ?? {};
    expect(rows?.columns).toBe(plain?.rejected.columns);
    expect(pairOf?.length).toBe(rows?.rows);
    expect(new Set(pairOf).size).toBe(pairOf?.length);
    expect(Math.max(...(pairOf ?? []))).toBeLessThan(dual?.counterfactual.rows ?? 0);
  });

  it("fits the auditor's encoder on the evidence alone", () => {
    const columns: number[] = [];
    const registry: StudyRegistry = {
      ...known,
      method(entry, family) {
        const inner = known.method(entry, family);
        return {
          ...inner,
          fit(clouds, kernelSet) {
            columns.push(clouds.rejected.columns);
            return inner.fit(clouds, kernelSet);
          },
        };
      },
    };
    compute({ spec: smallSpec({ methods: ["ridge"], sizes: [2], seeds: 1 }), registry });
    expect(columns[0]).toBeLessThan(fitEncoder(data.features, [data.table]).columns.length);
  });
});

describe("studyRegistry", () => {
  it("takes a model of the target's own kind for samples-same", () => {
    const entry = { name: "same", method: "samples-same", options: {} };
    expect((["lr", "mlp", "dt", "rf", "gb"] as const).map((family) => known.method(entry, family).name)).toEqual([
      "samples-lr",
      "samples-mlp",
      "samples-dt",
      "samples-dt",
      "samples-dt",
    ]);
  });

  it("refuses names nobody knows", () => {
    expect(() => known.method({ name: "x", method: "none", options: {} }, "lr")).toThrow("there is no method 'none'");
    expect(() => known.generator({ name: "x", generator: "none", options: {} })).toThrow(
      "there is no generator 'none'",
    );
  });
});
