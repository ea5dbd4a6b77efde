import { describe, expect, it } from "vitest";
import { type FittedTree, reviveTree, tree } from "../../src/classifiers/trees.js";
import type { Table } from "../../src/input/table.js";
import { loadCompas } from "../../src/lab/data/tables.js";
import { trainTarget } from "../../src/lab/targets/train-target.js";
import { type Box, wholeSpace } from "../../src/math/box.js";
import { type Matrix, matrix } from "../../src/math/matrix.js";
import { type Random, seededRandom } from "../../src/math/random.js";
import { traOnline } from "../../src/surrogate/tra.js";
import { treeOracle } from "../checks/tree-oracle.js";
import { dataText, hasData } from "../lab/data/real-data.js";

/** Deep splits on made-up rows: labels of four columns that no shallow tree gets right. */
function deepTree(): FittedTree {
  const random = seededRandom(7, "deep-tree");
  const x = matrix(
    1500,
    4,
    Array.from({ length: 6000 }, () => random.normal()),
  );
  const labels = Array.from({ length: x.rows }, (_, i) => {
    const [a = 0, b = 0, c = 0, d = 0] = x.values.subarray(4 * i, 4 * i + 4);
    return a * b + c > 0.3 * d * d ? 1 : 0;
  });
  return tree({ depth: 6, leaf: 5 }).fit(x, labels);
}

/** Rows anywhere around the splits, a third of their entries exactly on one. */
function rowsAround({ nodes, columns }: FittedTree, rows: number, random: Random): Matrix {
  const splits = Array.from(nodes.feature.keys()).filter((node) => nodes.feature[node]! >= 0);
  const values = Float64Array.from({ length: rows * columns }, (_, at) => {
    const own = splits.filter((node) => nodes.feature[node] === at % columns);
    if (own.length === 0 || random.uniform() < 2 / 3) return 3 * random.normal();
    return nodes.threshold[own[random.integer(own.length)]!]!;
  });
  return matrix(rows, columns, values);
}

function decisionsOf(fitted: FittedTree, x: Matrix): Uint8Array {
  return Uint8Array.from(fitted.probabilities(x), (p) => (p >= 0.5 ? 1 : 0));
}

function agreement(a: Uint8Array, b: Uint8Array): number {
  return a.filter((value, i) => value === b[i]).length / a.length;
}

describe("traOnline", () => {
  it("rebuilds a deep tree exactly, with at most two questions per box", () => {
    const target = deepTree();
    const oracle = treeOracle(target);
    const rebuilt = traOnline(oracle, wholeSpace(4));
    const x = rowsAround(target, 10_000, seededRandom(1, "rows"));
    expect(agreement(rebuilt.decide(x), decisionsOf(target, x))).toBe(1);
    expect(rebuilt.complete).toBe(true);
    expect(oracle.queries()).toEqual({
      labels: rebuilt.labelQueries,
      counterfactuals: rebuilt.counterfactualQueries,
    });
    // Every question but the first either closes a box or makes one more: 2·boxes − 1 of them, and one label.
    expect(rebuilt.counterfactualQueries).toBe(2 * rebuilt.leaves - 1);
    expect(rebuilt.queriesPerLeaf).toBe(2);
    expect(rebuilt.nodes.feature.filter((feature) => feature < 0)).toHaveLength(rebuilt.leaves);
  });

  it("asks twice about one split, and once about a constant", () => {
    const stump = reviveTree({
      columns: 1,
      trees: [
        { feature: [0, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [0.5, 0.2, 0.9] },
      ],
    });
    const rebuilt = traOnline(treeOracle(stump), wholeSpace(1));
    expect(rebuilt).toMatchObject({ leaves: 2, labelQueries: 1, counterfactualQueries: 3 });
    expect(Array.from(rebuilt.nodes.threshold)).toContain(5);
    const constant = reviveTree({
      columns: 1,
      trees: [{ feature: [-1], threshold: [0], left: [-1], right: [-1], value: [1] }],
    });
    const single = traOnline(treeOracle(constant), wholeSpace(1));
    expect(single).toMatchObject({ leaves: 1, counterfactualQueries: 1 });
    expect(Array.from(single.decide(matrix(2, 1, [-9, 9])))).toEqual([1, 1]);
  });

  it("stays inside the box it is given", () => {
    const target = deepTree();
    const box: Box = { low: Float64Array.of(0.2, -1, -0.5, 0), high: Float64Array.of(1, -0.1, 0.5, 0.75) };
    const rebuilt = traOnline(treeOracle(target), box);
    expect(rebuilt.leaves).toBeLessThan(traOnline(treeOracle(target), wholeSpace(4)).leaves);
    const random = seededRandom(2, "inside");
    const inside = matrix(
      2000,
      4,
      Array.from(
        { length: 8000 },
        (_, at) => box.high[at % 4]! - random.uniform() * (box.high[at % 4]! - box.low[at % 4]!),
      ),
    );
    expect(agreement(rebuilt.decide(inside), decisionsOf(target, inside))).toBe(1);
  });

  it("says when its questions ran out", () => {
    const rebuilt = traOnline(treeOracle(deepTree()), wholeSpace(4), { maxQueries: 20 });
    expect(rebuilt.complete).toBe(false);
    expect(rebuilt.labelQueries + rebuilt.counterfactualQueries).toBe(20);
    expect(() => traOnline(treeOracle(deepTree()), wholeSpace(4), { maxQueries: 0 })).toThrow("maxQueries must be");
  });
});

describe.skipIf(!hasData("compas/compas.csv"))("traOnline on COMPAS (left out without its file)", () => {
  it("rebuilds a tree of depth 6 exactly on 10,000 random rows", () => {
    const { features, table, labels } = loadCompas(dataText("compas/compas.csv"));
    const target = trainTarget("dt", { features, table, labels });
    const fitted = target.classifier as FittedTree;
    const rebuilt = traOnline(treeOracle(fitted), wholeSpace(fitted.columns));
    const people = randomPeople(table, 10_000, seededRandom(3, "people"));
    expect(agreement(rebuilt.decide(target.encoder.encode(people)), target.decide(people))).toBe(1);
    const anywhere = rowsAround(fitted, 10_000, seededRandom(4, "rows"));
    expect(agreement(rebuilt.decide(anywhere), decisionsOf(fitted, anywhere))).toBe(1);
    expect(rebuilt.queriesPerLeaf).toBe(2);
  });
});

/** Every cell drawn by itself from its column. */
function randomPeople(table: Table, rows: number, random: Random): Table {
  return {
    rows,
    columns: table.columns.map((column) =>
      column.type === "number"
        ? { ...column, values: Float64Array.from({ length: rows }, () => column.values[random.integer(table.rows)]!) }
        : { ...column, codes: Int32Array.from({ length: rows }, () => column.codes[random.integer(table.rows)]!) },
    ),
  };
}
