import { describe, expect, it } from "vitest";
import type { Table } from "../../../src/input/table.js";
import { recordedTarget } from "../../../src/lab/targets/recorded.js";

const table = (x: readonly number[], words: readonly string[]): Table => ({
  rows: x.length,
  columns: [
    { name: "x", type: "number", values: Float64Array.from(x) },
    { name: "word", type: "category", codes: Int32Array.from(words, (w) => ["a", "b"].indexOf(w)), levels: ["a", "b"] },
  ],
});

describe("recordedTarget", () => {
  const target = recordedTarget(
    table([1, 1, 1, 2, Number.NaN], ["a", "a", "a", "b", ""]),
    Uint8Array.of(1, 1, 0, 0, 1),
  );

  it("answers with the share of favourable answers to equal rows, in any order of columns and levels", () => {
    const asked = table([1, 2, Number.NaN], ["a", "b", ""]);
    expect([...target.score(asked)]).toEqual([2 / 3, 0, 1]);
    const turned: Table = {
      rows: 1,
      columns: [
        { name: "word", type: "category", codes: Int32Array.of(0), levels: ["a"] },
        { name: "x", type: "number", values: Float64Array.of(1) },
      ],
    };
    expect([...target.decide(turned)]).toEqual([1]);
  });

  it("rejects a row that was never answered, and accepts at exactly one half", () => {
    expect([...target.decide(table([1, 3], ["b", "a"]))]).toEqual([0, 0]);
    const half = recordedTarget(table([5, 5], ["a", "a"]), Uint8Array.of(0, 1));
    expect([...half.decide(table([5], ["a"]))]).toEqual([1]);
  });
});
