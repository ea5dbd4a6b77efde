import { describe, expect, it } from "vitest";
import type { FittedLogistic } from "../../../src/classifiers/logistic.js";
import { selectTableRows, type Table } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { noticeGenerators } from "../../../src/lab/generators/generators.js";
import { madeUpData } from "../../../src/lab/study/made-up-data.js";
import type { TrainedTarget } from "../../../src/lab/targets/target.js";
import { trainTarget } from "../../../src/lab/targets/train-target.js";
import { featureBounds } from "../../../src/measure/explain/shapley.js";

const kernels = await loadKernels();
const data = madeUpData("lending");
const pool = selectTableRows(
  data.table,
  Array.from({ length: 2000 }, (_, i) => i),
);
const labels = data.labels.subarray(0, 2000);
const immutable = data.features.filter((feature) => feature.immutable).map(({ name }) => name);

function requestOf(target: TrainedTarget, people = 60) {
  const decided = target.decide(data.table);
  const rejected = [...decided.keys()].filter((i) => i >= 2000 && decided[i] === 0).slice(0, people);
  return { rejected: selectTableRows(data.table, rejected), target, pool, immutable, seed: 3 };
}

const trained = (family: "lr" | "gb") => trainTarget(family, { features: data.features, table: pool, labels });
const lr = trained("lr");

function numberAt(table: Table, column: number, row: number): number {
  const own = table.columns[column]!;
  return own.type === "number" ? own.values[row]! : Number.NaN;
}

describe("reasons", () => {
  it("names the features that cost a linear target the most points", () => {
    const request = requestOf(lr);
    const { reasons, found } = noticeGenerators.reasons({ most: 2 }).generate(request, kernels);
    expect(found.every((one) => one === 0)).toBe(true);
    const { coefficients } = lr.classifier as FittedLogistic;
    const bounds = featureBounds(lr.encoder);
    const points = (table: Table) => {
      const x = lr.encoder.encode(table);
      return Array.from({ length: x.rows }, (_, i) =>
        lr.encoder.features.map((_, f) => {
          let sum = 0;
          for (let k = bounds[f]!; k < bounds[f + 1]!; k++) sum += coefficients[k]! * x.values[i * x.columns + k]!;
          return sum;
        }),
      );
    };
    const best = points(pool).reduce((most, own) => most.map((value, f) => Math.max(value, own[f]!)));
    const lost = points(request.rejected);
    expect(reasons?.citable).not.toContain("sex");
    for (const [p, cited] of reasons!.cited.entries()) {
      const order = lr.encoder.features
        .map(({ name }, f) => ({ name, cost: best[f]! - lost[p]![f]! }))
        .filter(({ name, cost }) => !immutable.includes(name) && cost > 0)
        .toSorted((a, b) => b.cost - a.cost);
      expect([...cited].map((place) => reasons!.citable[place])).toEqual(order.slice(0, 2).map(({ name }) => name));
    }
  });

  it("says which way a number would have helped, by the sign of a linear target's slope", () => {
    const request = requestOf(lr);
    expect(noticeGenerators.reasons().generate(request, kernels).reasons?.directions).toBeUndefined();
    const { citable, cited, directions } = noticeGenerators.reasons({ directed: true }).generate(request, kernels)
      .reasons!;
    const { coefficients } = lr.classifier as FittedLogistic;
    const bounds = featureBounds(lr.encoder);
    for (const [p, own] of cited.entries()) {
      for (const [k, place] of own.entries()) {
        const f = lr.encoder.features.findIndex(({ name }) => name === citable[place]);
        const isNumber = lr.encoder.features[f]?.type === "number";
        expect(directions?.[p]?.[k]).toBe(isNumber ? Math.sign(coefficients[bounds[f]!]!) : 0);
      }
    }
  });

  it("names other features as often as it is told to be wrong", () => {
    const request = requestOf(trained("gb"));
    const right = noticeGenerators.reasons({ most: 2 }).generate(request, kernels).reasons!.cited;
    const same = (wrong: number) => {
      const { cited } = noticeGenerators.reasons({ most: 2, wrong }).generate(request, kernels).reasons!;
      const kept = cited.flatMap((own, p) => [...own].filter((place) => right[p]!.includes(place)));
      return kept.length / right.flatMap((own) => [...own]).length;
    };
    expect(same(0)).toBe(1);
    expect(same(1)).toBe(0);
    expect(same(0.5)).toBeGreaterThan(0.3);
    expect(same(0.5)).toBeLessThan(0.7);
  });
});

describe("thresholds", () => {
  it.each(["lr", "gb"] as const)("changes one number of a person to where %s first accepts", (family) => {
    const target = trained(family);
    const request = requestOf(target);
    const { rows, found, areThresholds } = noticeGenerators.thresholds().generate(request, kernels);
    expect(areThresholds).toBe(true);
    const answered = [...found.keys()].filter((p) => found[p] === 1);
    expect(answered.length).toBeGreaterThan(30);
    const accepted = target.decide(rows);
    for (const p of answered) {
      expect(accepted[p]).toBe(1);
      const changed = rows.columns.flatMap((column, j) => {
        const own = request.rejected.columns[j]!;
        if (column.type === "category" && own.type === "category") {
          return column.levels[column.codes[p]!] === own.levels[own.codes[p]!] ? [] : [j];
        }
        return numberAt(rows, j, p) === numberAt(request.rejected, j, p) ? [] : [j];
      });
      expect(changed.length).toBe(1);
      const [j] = changed as [number];
      expect(immutable).not.toContain(rows.columns[j]!.name);
      const [from, to] = [numberAt(request.rejected, j, p), numberAt(rows, j, p)];
      const short = selectTableRows(rows, [p]);
      const cell = short.columns[j]!;
      if (cell.type === "number")
        cell.values[0] = to - Math.sign(to - from) * (Number.isInteger(to) ? 1 : 1e-4 * Math.abs(to - from));
      expect(target.decide(short)[0]).toBe(0);
    }
  });

  it("gives reasons as well where they are asked for", () => {
    const { reasons } = noticeGenerators.thresholds({ reasons: 3 }).generate(requestOf(lr), kernels);
    expect(Math.max(...reasons!.cited.map((own) => own.length))).toBe(3);
  });
});
