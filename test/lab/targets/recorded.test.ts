import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../../src/input/decisions.js";
import { parseLetters } from "../../../src/input/letters.js";
import type { Table } from "../../../src/input/table.js";
import { answersTarget, recordedTarget } from "../../../src/lab/targets/recorded.js";

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

const DECISIONS = `id,age,city,approved
a,30,Ulm,yes
b,31,Ulm,no
c,31,Ulm,yes
d,,Bonn,no
e,40,Bonn,no
f,41,Bonn,yes
g,42,Bonn,yes
h,43,Bonn,no
i,44,Bonn,no
j,45,Bonn,yes
`;

const decisions = parseDecisions(DECISIONS, { decision: "approved", favourable: "yes", file: "old.csv" });
const letters = parseLetters("id,age,city\nb,33,Ulm\n", decisions);
const person = (age: number, city: string) => ({
  rows: 1,
  columns: [
    { name: "city", type: "category" as const, codes: Int32Array.of(0), levels: [city] },
    { name: "age", type: "number" as const, values: Float64Array.of(age) },
  ],
});

describe("answersTarget", () => {
  it("answers as it was answered, the first of equal rows, and refuses rows it does not know", async () => {
    const target = answersTarget(decisions, letters);
    expect(target.name).toBe("old.csv");
    expect(await target.decide(person(31, "Ulm"))).toEqual([{ status: "answered", answer: "no" }]);
    expect(await target.decide(person(41, "Bonn"))).toEqual([{ status: "answered", answer: "yes" }]);
    expect(await target.decide(person(Number.NaN, "Bonn"))).toEqual([{ status: "answered", answer: "no" }]);
    expect(await target.decide(person(31, "Bonn"))).toEqual([
      { status: "refused", reason: "old.csv has no answer for this row" },
    ]);
  });

  it("hands out the letters it has", async () => {
    const target = answersTarget(decisions, letters);
    expect(await target.letter?.(person(31, "Ulm"))).toEqual({ status: "answered", answer: { age: 33, city: "Ulm" } });
    expect(await target.letter?.(person(40, "Bonn"))).toEqual({ status: "answered", answer: null });
    expect(await target.letter?.(person(99, "Bonn"))).toMatchObject({ status: "refused" });
    expect(answersTarget(decisions, null).letter).toBeUndefined();
  });
});
