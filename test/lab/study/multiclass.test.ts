import { describe, expect, it } from "vitest";
import { loadKernels } from "../../../src/kernels/load.js";
import { expandStudy } from "../../../src/lab/study/cells.js";
import { isMadeUp, madeUpData } from "../../../src/lab/study/made-up-data.js";
import { targetFrom, trainClassTarget } from "../../../src/lab/study/multiclass.js";
import { checkNames, computeOfKind, studyRegistry } from "../../../src/lab/study/registry.js";
import type { TimedCell } from "../../../src/lab/study/result.js";
import { checkStudy } from "../../../src/lab/study/spec.js";
import type { GroupWork } from "../../../src/lab/study/work.js";

const kernels = await loadKernels();
const data = madeUpData("lending-tiers");
const registry = studyRegistry({ generators: new Map(), methods: new Map() });

const given = {
  format: "recast-study/1",
  name: "small",
  title: "A small study",
  kind: "multiclass",
  datasets: ["lending-tiers"],
  targets: ["lr"],
  generators: ["1nn"],
  sizes: [20],
  methods: ["recast", "no-cf-lr", "majority"],
  seeds: 1,
};
const spec = checkStudy(given, "small.json");

function compute(change: Partial<GroupWork> = {}): TimedCell[] {
  const [group] = expandStudy(spec);
  const work = { spec, group: group!, data, registry, kernels, done: new Set<string>(), now: () => 0, ...change };
  return [...(computeOfKind(spec)(work) as Iterable<TimedCell>)];
}

describe("studies of more than two classes", () => {
  it("compares methods with a target of three tiers, letters going to better ones only", () => {
    const computed = compute();
    const cells = computed.map(({ cell }) => cell);
    expect(cells.map(({ n, method }) => `${n} ${method}`)).toEqual(["20 recast", "20 no-cf-lr", "20 majority"]);
    for (const { evidence, measures, series, failure, n, method } of cells) {
      expect(failure).toBeNull();
      expect(evidence).toMatchObject({ rejected: 2 * n, accepted: n });
      expect(evidence!.letters).toBeGreaterThan(0);
      expect(evidence!.letters).toBeLessThanOrEqual(2 * n); // none to the best tier
      expect(series!["classFidelity"]).toHaveLength(3);
      if (method === "majority") expect(measures!.balancedFidelity).toBeCloseTo(1 / 3, 12);
      else expect(measures!.fidelity).toBeGreaterThan(0.5);
    }
    expect(compute()).toEqual(computed);
  });

  it("leaves out what is done, and fails cells with their reason", () => {
    const done = new Set(
      expandStudy(spec)[0]!.cells.map((cell) =>
        JSON.stringify([cell.dataset, cell.target, cell.generator, cell.n, cell.method, cell.seed]),
      ),
    );
    expect(compute({ done })).toEqual([]);
    const lonely = { ...data, labels: data.labels.map((label) => Math.min(label, 1)) };
    const [first] = compute({ data: lonely });
    expect(first!.cell.failure).toMatchObject({ code: "CLASS_TOO_SMALL" });
    expect(first!.cell.measures).toBeNull();
  });

  it("refuses a method that is known for two classes only, before anything is computed", () => {
    expect(() => checkNames(spec)).not.toThrow();
    expect(() => checkNames(checkStudy({ ...given, methods: ["cca"] }, "small.json"))).toThrow(
      /no method 'cca' for more than two/,
    );
  });
});

describe("a target of several classes", () => {
  it("shows people of one class an ordinary target: accepted is who gets another class, or a better one", () => {
    const rows = Int32Array.from({ length: 600 }, (_, i) => i);
    const target = trainClassTarget(registry, "lr", { data, classes: 3, rows, seed: 1 });
    const decided = target.decide(data.table);
    const right = decided.reduce((sum, c, i) => sum + (c === data.labels[i] ? 1 : 0), 0) / decided.length;
    expect(right).toBeGreaterThan(0.7);
    expect(targetFrom(target, 1, true).decide(data.table)).toEqual(decided.map((c) => (c > 1 ? 1 : 0)));
    expect(targetFrom(target, 1, false).score(data.table)).toEqual(
      Float64Array.from(decided, (c) => (c !== 1 ? 1 : 0)),
    );
  });

  it("invents the same rows every time, with three tiers in order", () => {
    expect(data.table.rows).toBe(6000);
    expect(new Set(data.labels)).toEqual(new Set([0, 1, 2]));
    expect(data.classes).toEqual({ names: ["decline", "standard", "prime"], ordered: true });
    expect(madeUpData("lending-tiers")).toEqual(data);
    expect(isMadeUp("adult")).toBe(false);
    expect(() => madeUpData("adult")).toThrow(/no made-up data set 'adult'/);
  });
});
