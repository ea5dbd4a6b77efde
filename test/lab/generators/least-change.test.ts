import { describe, expect, it } from "vitest";
import { logisticRule } from "../../../src/classifiers/logistic.js";
import { fitEncoder } from "../../../src/encode/encoder.js";
import type { Table } from "../../../src/input/table.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { mccf } from "../../../src/lab/generators/least-change.js";
import type { TrainedTarget } from "../../../src/lab/targets/target.js";
import { seededRandom } from "../../../src/math/random.js";
import { sigmoid } from "../../../src/math/special.js";
import { cells } from "../../checks/generator-checks.js";

/** Rows spread evenly over [−10, 10] in two numbers and over the levels of a category. */
function spreadRows(rows: number): Table {
  const random = seededRandom(4, "spread");
  const numbers = () => Float64Array.from({ length: rows }, () => 20 * random.uniform() - 10);
  return {
    rows,
    columns: [
      { name: "big", type: "number", values: numbers() },
      { name: "small", type: "number", values: numbers() },
      {
        name: "kind",
        type: "category",
        codes: Int32Array.from({ length: rows }, (_, i) => i % 3),
        levels: ["p", "q", "r"],
      },
    ],
  };
}

const pool = spreadRows(600);
const schema = pool.columns.map(({ name, type }) => ({ name, type, immutable: false }));

/** A linear target: log-odds = Σ weight · scaled number + weight of the category's level + intercept. */
function linearTarget(weights: Readonly<Record<string, number>>, intercept: number): TrainedTarget {
  const encoder = fitEncoder(schema, [pool]);
  const coefficients = Float64Array.from(encoder.columns, (column) => weights[column] ?? 0);
  const classifier = logisticRule(coefficients, intercept, { converged: true, iterations: 0 });
  const score = (table: Table) => classifier.logits(encoder.encode(table)).map(sigmoid);
  const decide = (table: Table) => Uint8Array.from(score(table), (value) => (value >= 0.5 ? 1 : 0));
  return { name: "linear", family: "lr", encoder, classifier, score, decide };
}

function person(big: number, small: number, kind: number): Table {
  return {
    rows: 1,
    columns: [
      { name: "big", type: "number", values: Float64Array.of(big) },
      { name: "small", type: "number", values: Float64Array.of(small) },
      { name: "kind", type: "category", codes: Int32Array.of(kind), levels: ["p", "q", "r"] },
    ],
  };
}

function letterTo(target: TrainedTarget, rejected: Table, immutable: readonly string[] = []) {
  const letters = mccf().generate({ rejected, target, pool, immutable, seed: 1 }, referenceKernels);
  const read = (name: string) => cells(letters.rows, name)[0];
  return {
    found: letters.found[0],
    big: read("big"),
    small: read("small"),
    kind: read("kind"),
    score: target.score(letters.rows)[0]!,
  };
}

describe("mccf on a linear target", () => {
  it("moves only the number with the largest weight, to the boundary", () => {
    const target = linearTarget({ big: 3, small: -2 }, 0);
    const letter = letterTo(target, person(-4, 3, 0));
    const { logits } = target.classifier;
    const gap = -logits(target.encoder.encode(person(-4, 3, 0)))[0]!;
    const scale = target.encoder.features.find(({ name }) => name === "big");
    const unit = scale?.type === "number" && scale.scale.kind === "linear" ? scale.scale.scale : Number.NaN;
    expect(letter).toMatchObject({ found: 1, small: 3, kind: "p" });
    expect(letter.big).toBeCloseTo(-4 + (unit * gap) / 3, 5);
    expect(letter.score - 0.5).toBeGreaterThanOrEqual(0);
    expect(letter.score - 0.5).toBeLessThan(1e-6);
  });

  it("moves the next number once the first is at the end of the pool's range", () => {
    const target = linearTarget({ big: 3, small: -2 }, -2);
    const high = Math.max(...(cells(pool, "big") as number[]));
    const letter = letterTo(target, person(-4, 3, 0));
    expect(letter.found).toBe(1);
    expect(letter.big).toBeCloseTo(high, 9);
    expect(letter.small).toBeLessThan(3);
    expect(letter.score - 0.5).toBeLessThan(1e-6);
  });

  it("leaves the heavy number alone when it cannot be changed", () => {
    const letter = letterTo(linearTarget({ big: 3, small: -2 }, 0), person(-1, 1, 0), ["big"]);
    expect(letter).toMatchObject({ found: 1, big: -1, kind: "p" });
    expect(letter.small).toBeLessThan(1);
  });

  it("switches a category where that is cheaper than a number, to the level that gains most", () => {
    const target = linearTarget({ big: 0.5, "kind=p": -2, "kind=q": 0, "kind=r": 1 }, -0.2);
    expect(letterTo(target, person(0, 0, 0))).toMatchObject({ found: 1, big: 0, small: 0, kind: "r" });
  });

  it("keeps the category where a number is cheaper", () => {
    const target = linearTarget({ big: 4, "kind=p": -2, "kind=q": 0, "kind=r": 1 }, 1.9);
    expect(letterTo(target, person(-0.5, 0, 0))).toMatchObject({ found: 1, small: 0, kind: "p" });
  });

  it("says so when the pool's range does not reach the boundary", () => {
    expect(letterTo(linearTarget({ big: 1 }, -50), person(0, 0, 0))).toMatchObject({
      found: 0,
      big: 0,
      small: 0,
      kind: "p",
    });
  });
});
