import { describe, expect, it } from "vitest";
import type { FittedTree } from "../../../src/classifiers/trees.js";
import type { Table } from "../../../src/input/table.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { mccf } from "../../../src/lab/generators/least-change.js";
import { letterCost, letterSpace } from "../../../src/lab/generators/letter-space.js";
import { roar } from "../../../src/lab/generators/roar.js";
import { trainTarget } from "../../../src/lab/targets/train-target.js";
import { cells, requestTo } from "../../checks/generator-checks.js";
import { madeUpPopulation } from "../../checks/made-up-population.js";

const { features, table, labels, immutable } = madeUpPopulation();
const target = trainTarget("dt", { features, table, labels });
const request = requestTo(target, table, immutable);
const { nodes } = target.classifier as FittedTree;

describe("letters of a decision tree", () => {
  it("sit just across the threshold of a tree with one split", () => {
    const income = cells(table, "income") as number[];
    const rich = Uint8Array.from(income, (value) => (value > 2345.6 ? 1 : 0));
    const stump = trainTarget("dt", { features, table, labels: rich });
    const split = (stump.classifier as FittedTree).nodes;
    expect(Array.from(split.feature)).toHaveLength(3);
    const asked = requestTo(stump, table, immutable);
    const { rows, found } = mccf().generate(asked, referenceKernels);
    expect(found).toEqual(new Uint8Array(found.length).fill(1));
    const threshold = split.threshold[0]!;
    const column = stump.encoder.columns.indexOf("income");
    const x = stump.encoder.encode(rows);
    for (let i = 0; i < rows.rows; i++) {
      const place = x.values[i * x.columns + column]!;
      expect(place).toBeGreaterThan(threshold);
      expect(place - threshold).toBeLessThan(1e-12);
    }
    for (const name of ["home", "savings"]) expect(cells(rows, name)).toEqual(cells(asked.rejected, name));
  });

  it("ask no more than the best of all rows at the thresholds", () => {
    const { rows, found } = mccf().generate(request, referenceKernels);
    const space = letterSpace(request);
    const written = space.flatten(rows);
    const least = bruteForce(request.rejected);
    expect(found).toEqual(Uint8Array.from(least, (cost) => (cost < Number.POSITIVE_INFINITY ? 1 : 0)));
    for (const [i, cost] of least.entries()) {
      if (found[i] === 1) expect(letterCost(space, written, i, i)).toBeCloseTo(cost, 9);
    }
  });

  it("switch a category to the allowed level most frequent in the pool", () => {
    const home = cells(table, "home");
    const unshared = Uint8Array.from(home, (level) => (level === "shared" ? 0 : 1));
    const housed = trainTarget("dt", { features, table, labels: unshared });
    const { rows, found } = mccf().generate(requestTo(housed, table, immutable), referenceKernels);
    const count = (level: string) => home.filter((other) => other === level).length;
    expect(found).toEqual(new Uint8Array(found.length).fill(1));
    expect(new Set(cells(rows, "home"))).toEqual(new Set([count("owned") >= count("rented") ? "owned" : "rented"]));
  });

  it("are not found where a category that cannot change decides", () => {
    const group = cells(table, "group");
    const inGroupA = Uint8Array.from(group, (level) => (level === "a" ? 1 : 0));
    const biased = trainTarget("dt", { features, table, labels: inGroupA });
    const { found } = mccf().generate(requestTo(biased, table, immutable), referenceKernels);
    expect(found).toEqual(new Uint8Array(found.length));
  });

  it("reach a leaf with a margin when they must be robust", () => {
    const { rows, found } = roar({ margin: 0.3 }).generate(request, referenceKernels);
    const scores = target.score(rows);
    for (const [i, value] of found.entries()) if (value === 1) expect(scores[i]).toBeGreaterThanOrEqual(0.8);
    expect(found.includes(1)).toBe(true);
  });
});

/** The cheapest accepted combination of own values, values beside the tree's thresholds, and levels, per person. */
function bruteForce(people: Table): number[] {
  const { encoder } = target;
  const x = encoder.encode(people);
  const start = (name: string) => encoder.starts[encoder.features.findIndex((feature) => feature.name === name)]!;
  const places = (name: string, own: number) => {
    const at = [...nodes.feature.keys()].filter((node) => nodes.feature[node] === start(name));
    return [own, ...at.flatMap((node) => [nodes.threshold[node]!, nodes.threshold[node]! + 1e-12])];
  };
  return Array.from({ length: people.rows }, (_, i) => {
    const own = x.values.slice(i * x.columns, (i + 1) * x.columns);
    const levels = [0, 1, 2];
    const home = levels.find((level) => own[start("home") + level] === 1);
    let least = Number.POSITIVE_INFINITY;
    for (const income of places("income", own[start("income")]!)) {
      for (const savings of places("savings", own[start("savings")]!)) {
        for (const level of levels) {
          const row = own.slice();
          row[start("income")] = income;
          row[start("savings")] = savings;
          for (const other of levels) row[start("home") + other] = other === level ? 1 : 0;
          const cost =
            Math.abs(income - own[start("income")]!) +
            Math.abs(savings - own[start("savings")]!) +
            (level === home ? 0 : 1);
          const accepted = target.classifier.probabilities({ rows: 1, columns: x.columns, values: row })[0]! >= 0.5;
          if (accepted && cost < least) least = cost;
        }
      }
    }
    return least;
  });
}
