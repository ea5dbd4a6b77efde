import { beforeAll, describe, expect, it } from "vitest";
import { NOTICE_STATEMENTS } from "../../../../bench/truth/claims.js";
import { truthTables } from "../../../../bench/truth/table.js";
import type { Kernels } from "../../../../src/kernels/kernels.js";
import { loadKernels } from "../../../../src/kernels/load.js";
import { expandStudy } from "../../../../src/lab/study/cells.js";
import { madeUpData } from "../../../../src/lab/study/made-up-data.js";
import { checkNames, computeOfKind, studyRegistry } from "../../../../src/lab/study/registry.js";
import type { CellResult } from "../../../../src/lab/study/result.js";
import { checkStudy } from "../../../../src/lab/study/spec.js";

const QUICK = { resamples: 100, refits: 10 };

/** The truth bench in small: the made-up lender and few people, every statement judged. */
const SMALL = {
  format: "recast-study/1",
  name: "truth",
  title: "Truth, small",
  kind: "truth",
  datasets: ["lending"],
  targets: ["gb"],
  generators: ["mccf", "shuffled"],
  sizes: [43],
  methods: [
    { name: "same", method: "audit", options: { population: true, settings: { ...QUICK, sensitivity: false } } },
    { name: "differs", method: "audit", options: { differs: true, balanced: true, settings: QUICK } },
  ],
  seeds: 1,
};

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

async function compute(changes: object): Promise<CellResult[]> {
  const spec = checkStudy({ ...SMALL, ...changes }, "truth.json");
  checkNames(spec);
  const registry = studyRegistry({ generators: new Map(), methods: new Map() });
  const data = madeUpData("lending");
  const cells: CellResult[] = [];
  for (const group of expandStudy(spec)) {
    const work = { spec, group, data, registry, kernels, done: new Set<string>(), now: () => 0 };
    for await (const { cell } of computeOfKind(spec)(work)) cells.push(cell);
  }
  return cells;
}

describe("a study of truth", () => {
  it("records of every audit which statements were made and which were true", async () => {
    const cells = await compute({ every: 3 });
    expect(cells.map(({ generator, method, seed, failure }) => [generator, method, seed, failure])).toEqual([
      ["mccf", "same", 0, null],
      ["shuffled", "differs", 0, null],
    ]);
    for (const { series } of cells) {
      expect(series?.["right/interval"]).toHaveLength(1);
      expect(series?.["flips/offered, refused"]).toHaveLength(10);
      const [said, right] = series?.["right/said, true"] ?? [];
      expect(said).toBeGreaterThan(0.5);
      expect(right).toBeGreaterThan(0.6);
      const judged = Object.entries(series ?? {}).filter(
        ([name]) => /interval|true$|accepted$/.test(name) && !name.includes(", true"),
      );
      for (const [, values] of judged) expect(values.every((value) => value === 0 || value === 1)).toBe(true);
    }
    const [same, differs] = cells;
    expect(same?.series?.["groups/audit: no false clear"]).toHaveLength(1);
    expect(same?.series?.["interval/corrected rate"]?.length).toBeGreaterThan(1);
    expect(same?.series?.["groups/clear: true"] ?? []).not.toContain(1); // coins: nothing clear is true
    expect(differs?.series?.["groups/audit: no false clear"]).toBeUndefined();
    expect(differs?.series?.["burden/mean interval"]).toBeUndefined(); // offers shared by several people
    const { text } = truthTables(cells as Parameters<typeof truthTables>[0]);
    expect(text).toContain("| Interval of “right about N % of people it has not seen” | 2 |");
  });

  it("judges what is said of reasons by what other refused people are told", async () => {
    const generator = { name: "both", generator: "thresholds", options: { reasons: 2, directed: true } };
    const coins = { name: "same", method: "audit", options: { settings: { ...QUICK, sensitivity: false } } };
    const [cell] = await compute({ generators: [generator], targets: ["lr"], sizes: [120], methods: [coins] });
    expect(cell?.failure).toBeNull();
    const series = cell?.series ?? {};
    expect(series["reasons/coverage interval: low, high, true, n"]?.[2]).toBe(1);
    expect(series["reasons/told interval"]?.length).toBeGreaterThan(3);
    const told = series["reasons/told interval: low, high, true, n"] ?? [];
    const shares = told.map((value, k) => (k % 4 === 2 ? (value ?? 0) : 0)); // low, high, true, n
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(2, 2); // two reasons each
    expect(series["reasons-differ/audit: no false clear"]).toEqual([1]);
    expect(series["reasons-differ/none interval: low, high, true, n"]?.[2]).toBe(0);
    expect(series["reasons/against interval"]).toHaveLength(1);
    expect(series["reasons/indication: true"]?.every((one) => one === 1)).toBe(true);
    expect(series["reasons/gain interval"]).toHaveLength(1);
    expect(series["letters/gain interval"]).toHaveLength(1);
    const { text } = truthTables([cell] as Parameters<typeof truthTables>[0], NOTICE_STATEMENTS);
    expect(text).toContain("| Interval of what reasons add to “right about N %” | 1 |");
    expect(text).not.toContain("flip");
  });

  it("refuses a method that is no audit, and letters that only such studies know elsewhere", () => {
    const named = (changes: object) => () => checkNames(checkStudy({ ...SMALL, ...changes }, "truth.json"));
    expect(named({})).not.toThrow();
    expect(named({ methods: ["ridge"] })).toThrow("makes whole audits, so its only method is 'audit', got 'ridge'");
    expect(named({ kind: "fidelity", methods: ["ridge"] })).toThrow("there is no generator 'shuffled'");
  });
});
