import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { cellId, expandStudy } from "../../../src/lab/study/cells.js";
import { checkNames, computeOfKind, studyRegistry } from "../../../src/lab/study/registry.js";
import type { CellResult } from "../../../src/lab/study/result.js";
import { parseStudy, type StudySpec } from "../../../src/lab/study/spec.js";
import type { StudyRegistry } from "../../../src/lab/study/work.js";
import { root } from "../../support/built.js";
import { lendingData, smallSpec } from "./small-study.js";

const data = lendingData(500);
const own = studyRegistry({ generators: new Map(), methods: new Map() });
let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

async function compute(spec: StudySpec, registry: StudyRegistry = own, done: ReadonlySet<string> = new Set()) {
  const cells: CellResult[] = [];
  for (const group of expandStudy(spec)) {
    const work = { spec, group, data, registry, kernels, done, now: () => 0 };
    for await (const { cell } of computeOfKind(spec)(work)) cells.push(cell);
  }
  return cells;
}

const scores = smallSpec({
  kind: "scores",
  targets: ["lr"],
  generators: ["1nn", "mccf"],
  methods: ["letters"],
  seeds: 1,
});

describe("kind scores", () => {
  it("has densities, means and shares of people and letters, and measures nothing", async () => {
    const cells = await compute(scores);
    expect(cells.length).toBe(4);
    for (const { series, measures, failure, evidence } of cells) {
      expect(failure).toBe(null);
      expect(measures).toBe(null);
      expect(evidence?.letters).toBeGreaterThan(0);
      expect(Object.keys(series ?? {})).toEqual(Object.keys(series ?? {}).toSorted());
      expect(series?.["densityLetters"]?.length).toBe(101);
      const [rejected, accepted, letters] = ["Rejected", "Accepted", "Letters"].map(
        (rows) => series?.[`mean${rows}`]?.[0],
      );
      expect(rejected!).toBeLessThan(0.5);
      expect(accepted!).toBeGreaterThan(0.5);
      expect(letters!).toBeGreaterThanOrEqual(0.5); // a letter is accepted, or it is none
      const [over60, over75] = series?.["beyondLetters"] ?? [];
      expect(over60!).toBeGreaterThanOrEqual(over75!);
      expect(series?.["beyondRejected"]).toEqual([0, 0]);
    }
  });

  it("has the same people for every generator, and other letters", async () => {
    const [first, , second] = await compute(scores);
    expect(first?.generator).not.toBe(second?.generator);
    expect(first?.series?.["densityRejected"]).toEqual(second?.series?.["densityRejected"]);
    expect(first?.series?.["densityLetters"]).not.toEqual(second?.series?.["densityLetters"]);
  });

  it("says null, not a share, where no letter was found", async () => {
    const registry: StudyRegistry = {
      ...own,
      generator: () => ({
        name: "silent",
        generate: ({ rejected }) => ({ rows: rejected, found: new Uint8Array(rejected.rows) }),
      }),
    };
    const [cell] = await compute(scores, registry);
    expect(cell?.series).toMatchObject({ beyondLetters: [null, null], densityLetters: [], meanLetters: [null] });
  });

  it("computes only what is not done, and keeps what went wrong", async () => {
    const all = expandStudy(scores).flatMap(({ cells }) => cells.map(cellId));
    expect(await compute(scores, own, new Set(all))).toEqual([]);
    const broken: StudyRegistry = {
      ...own,
      trainTarget() {
        throw new Error("no target today");
      },
    };
    const [cell] = await compute(scores, broken);
    expect(cell).toMatchObject({ series: null, failure: { code: "UNEXPECTED", message: "no target today" } });
  });

  it("is what the study of the package is", async () => {
    const shipped = parseStudy(readFileSync(join(root, "studies/score-density.json"), "utf8"), "score-density");
    checkNames(shipped);
    const cells = await compute({ ...shipped, datasets: ["lending"], sizes: [12], seeds: 1 });
    expect(cells.map(({ failure }) => failure)).toEqual(Array.from({ length: 10 }, () => null));
  });

  it("refuses a method, for nothing is rebuilt", () => {
    expect(() => checkNames(smallSpec({ kind: "scores", methods: ["recast"] }))).toThrow(
      "rebuilds nothing, so its only method is 'letters', got 'recast'",
    );
    checkNames(scores);
  });
});
