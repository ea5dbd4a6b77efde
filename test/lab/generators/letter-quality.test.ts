import { describe, expect, it } from "vitest";
import type { Table } from "../../../src/input/table.js";
import { letterQuality } from "../../../src/lab/generators/letter-quality.js";
import type { Target } from "../../../src/lab/targets/target.js";

/** Two numbers from 0 to 20, whose 5–95 % range is 18, and a category. */
function rows(a: readonly number[], b: readonly number[], kind: readonly number[]): Table {
  return {
    rows: a.length,
    columns: [
      { name: "a", type: "number", values: Float64Array.from(a) },
      { name: "b", type: "number", values: Float64Array.from(b) },
      { name: "kind", type: "category", codes: Int32Array.from(kind), levels: ["x", "y"] },
    ],
  };
}

const ladder = Array.from({ length: 21 }, (_, i) => i);
const pool = rows(
  ladder,
  ladder,
  ladder.map((i) => i % 2),
);

/** Scores a / 20 and accepts from ½. */
const target: Target = {
  name: "a",
  score: (table) => {
    const column = table.columns[0]!;
    return column.type === "number" ? column.values.map((value) => value / 20) : new Float64Array(table.rows);
  },
  decide: (table) => Uint8Array.from(target.score(table), (score) => (score >= 0.5 ? 1 : 0)),
};

describe("letterQuality", () => {
  const rejected = rows([1, 2, 3, 4], [5, 5, 5, 5], [0, 0, 0, 0]);
  const request = { rejected, target, pool, immutable: ["b"], seed: 0 };

  it("measures letters by hand-made numbers", () => {
    // one change of 9; two changes, 9 and a category; one that touches b; one not found
    const letters = { rows: rows([10, 11, 12, 4], [5, 5, 6, 5], [0, 1, 0, 0]), found: Uint8Array.of(1, 1, 1, 0) };
    const quality = letterQuality(request, letters);
    expect(quality).toMatchObject({ asked: 4, validity: 0.75, immutableViolated: 1 / 3 });
    expect(quality.distance).toBeCloseTo((9 / 18 + 9 / 18 + 1 + 9 / 18) / 3, 12);
    expect(quality.sparsity).toBeCloseTo((1 + 2 + 2) / 3, 12);
    expect(quality.overshoot).toBeCloseTo((0 + 0.05 + 0.1) / 3, 12);
  });

  it("does not take a letter's word for it", () => {
    const letters = { rows: rows([9, 2, 3, 4], [5, 5, 5, 5], [0, 0, 0, 0]), found: Uint8Array.of(1, 0, 0, 0) };
    expect(letterQuality(request, letters)).toMatchObject({ validity: 0, sparsity: 1 });
  });

  it("has no means without letters", () => {
    const quality = letterQuality(request, { rows: rejected, found: new Uint8Array(4) });
    expect(quality).toEqual({
      asked: 4,
      validity: 0,
      distance: null,
      sparsity: null,
      immutableViolated: null,
      overshoot: null,
    });
  });
});
