import { describe, expect, it } from "vitest";
import { observedOrder, splitRows } from "../../../src/lab/study/split.js";

const labels = Uint8Array.from({ length: 500 }, (_, i) => (i % 5 === 0 ? 1 : 0));

describe("splitRows", () => {
  const { train, validation, test } = splitRows(labels, 7);

  it("puts every row into exactly one part, each part ascending", () => {
    const all = [...train, ...validation, ...test].sort((a, b) => a - b);
    expect(all).toEqual(Array.from(labels.keys()));
    for (const part of [train, validation, test]) expect(part).toEqual(part.slice().sort());
  });

  it("holds out a fifth of each class, then a fifth of the rest", () => {
    const ofClass = (rows: Int32Array, label: number) => rows.filter((i) => labels[i] === label).length;
    expect([test, validation, train].map((rows) => [ofClass(rows, 0), ofClass(rows, 1)])).toEqual([
      [80, 20],
      [64, 16],
      [256, 64],
    ]);
  });

  it("depends on the seed alone", () => {
    expect(splitRows(labels, 7)).toEqual({ train, validation, test });
    expect(splitRows(labels, 8).test).not.toEqual(test);
  });

  it("refuses a class too small to be split", () => {
    expect(() => splitRows(Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 1), 0)).toThrow("2 rows of class 1");
  });
});

describe("observedOrder", () => {
  const validation = Int32Array.from({ length: 40 }, (_, k) => 3 * k);

  it("lists every person once, by the target's decision", () => {
    const decisions = Uint8Array.from(validation, (row) => (row % 2 === 0 ? 1 : 0));
    const { rejected, accepted } = observedOrder(validation, decisions, 1);
    expect(rejected.every((row) => row % 2 === 1)).toBe(true);
    expect([...rejected, ...accepted].sort((a, b) => a - b)).toEqual(Array.from(validation));
    expect(rejected).not.toEqual(rejected.slice().sort());
  });

  it("shows people in the same order whatever the target decides", () => {
    const everyone = observedOrder(validation, new Uint8Array(40), 1).rejected;
    const some = observedOrder(
      validation,
      Uint8Array.from({ length: 40 }, (_, k) => (k < 10 ? 1 : 0)),
      1,
    ).rejected;
    expect(Array.from(some)).toEqual(Array.from(everyone).filter((row) => some.includes(row)));
  });
});
