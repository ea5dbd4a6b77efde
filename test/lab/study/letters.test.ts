import { beforeAll, describe, expect, it } from "vitest";
import { type Column, selectTableRows, type Table } from "../../../src/input/table.js";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { loadKernels } from "../../../src/kernels/load.js";
import type { Generator, LetterRequest } from "../../../src/lab/generators/generator.js";
import { letterGenerators } from "../../../src/lab/generators/generators.js";
import { isTrained } from "../../../src/lab/generators/letter-space.js";
import { oneNearest } from "../../../src/lab/generators/nearest-rows.js";
import { letterBook } from "../../../src/lab/study/letters.js";
import { oppositeTarget } from "../../../src/lab/study/opposite-target.js";
import { observedOrder } from "../../../src/lab/study/split.js";
import type { Target } from "../../../src/lab/targets/target.js";
import { trainTarget } from "../../../src/lab/targets/train-target.js";
import { lendingData } from "./small-study.js";

const data = lendingData(1500);
const target = trainTarget("lr", data);
const everyone = Int32Array.from({ length: data.table.rows }, (_, i) => i);
const { rejected } = observedOrder(everyone, target.decide(data.table), 3);
const source = { data, target, pool: data.table, rejected, seed: 3 };
let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** A generator that keeps every request. */
function recorded(inner: Generator): Generator & { readonly requests: LetterRequest[] } {
  const requests: LetterRequest[] = [];
  return {
    name: inner.name,
    requests,
    generate(request, kernelSet) {
      requests.push(request);
      return inner.generate(request, kernelSet);
    },
  };
}

function cells({ columns }: Table, i: number): (number | string | undefined)[] {
  return columns.map((column: Column) =>
    column.type === "number" ? column.values[i] : column.levels[column.codes[i] ?? -1],
  );
}

describe("letterBook", () => {
  it("gives the first people the same letters whatever else is asked for", () => {
    const small = letterBook(oneNearest(), source, kernels).first(40);
    const book = letterBook(oneNearest(), source, kernels);
    const large = book.first(250);
    expect(small.rows.rows).toBe(40);
    expect(large.rows.rows).toBe(250);
    for (let i = 0; i < 40; i++) expect(cells(large.rows, i)).toEqual(cells(small.rows, i));
    expect(large.found.slice(0, 40)).toEqual(small.found);
    expect(book.first(40)).toEqual(small);
  });

  it("asks in batches of 100, 100 and 200 people, once each, naming what is immutable", () => {
    const generator = recorded(oneNearest());
    const book = letterBook(generator, source, kernels);
    book.first(250);
    book.first(120);
    expect(generator.requests.map((request) => request.rejected.rows)).toEqual([100, 100, 200]);
    expect(generator.requests.every(({ immutable }) => immutable.join() === "age,sex,origin")).toBe(true);
    expect(new Set(generator.requests.map(({ seed }) => seed)).size).toBe(3);
  });

  it("gives all there are when more are asked for", () => {
    expect(letterBook(oneNearest(), source, kernels).first(5000).rows.rows).toBe(rejected.length);
  });

  it("writes letters of letters that the target rejects again", () => {
    const book = letterBook(oneNearest(), source, kernels);
    const first = book.first(120);
    const second = book.second(120);
    expect(second.rows.rows).toBe(120);
    const found = Int32Array.from(second.found.keys()).filter((i) => second.found[i] === 1);
    expect(found.length).toBeGreaterThan(60);
    expect(found.every((i) => first.found[i] === 1)).toBe(true);
    expect(target.decide(selectTableRows(first.rows, found)).every((decision) => decision === 1)).toBe(true);
    expect(target.decide(selectTableRows(second.rows, found)).every((decision) => decision === 0)).toBe(true);
  });

  it("joins batches whose categories were written differently", () => {
    let call = 0;
    const generator: Generator = {
      name: "odd",
      generate({ rejected: rows }) {
        const level = `word-${call++}`;
        const columns = rows.columns.map((column) =>
          column.type === "number"
            ? column
            : { ...column, codes: column.codes.map((_, i) => (i === 0 ? -1 : 0)), levels: [level] },
        );
        return { rows: { rows: rows.rows, columns }, found: new Uint8Array(rows.rows).fill(1) };
      },
    };
    const { rows } = letterBook(generator, source, kernels).first(150);
    const category = rows.columns.find((column) => column.type === "category");
    const words = category?.type === "category" ? Array.from(category.codes, (code) => category.levels[code]) : [];
    expect([words[0], words[1], words[99], words[100], words[101]]).toEqual([
      undefined,
      "word-0",
      "word-0",
      undefined,
      "word-1",
    ]);
  });
});

describe("oppositeTarget", () => {
  const rows = selectTableRows(data.table, everyone.subarray(0, 50));

  it.each(["lr", "mlp", "dt"] as const)(
    "exchanges the answers of %s, and stays open with log-odds negated",
    (family) => {
      const trained = trainTarget(family, data, { seed: 1 });
      const opposite = oppositeTarget(trained);
      expect(opposite.decide(rows)).toEqual(trained.decide(rows).map((decision) => 1 - decision));
      const scores = opposite.score(rows);
      opposite.decide(rows).forEach((decision, i) => {
        expect((scores[i] ?? 0) >= 0.5).toBe(decision === 1);
      });
      if (!isTrained(opposite)) throw new Error("not open");
      const x = trained.encoder.encode(rows);
      expect(opposite.classifier.name).toBe(trained.classifier.name);
      const logits = trained.classifier.logits(x);
      opposite.classifier.logits(x).forEach((value, i) => {
        expect(value).toBeCloseTo(-(logits[i] ?? 0), 10);
      });
    },
  );

  it("is a black box for a forest", () => {
    const table = selectTableRows(data.table, everyone.subarray(0, 200));
    const forest = trainTarget("rf", { features: data.features, table, labels: data.labels.subarray(0, 200) });
    expect(isTrained(oppositeTarget(forest))).toBe(false);
  });

  it.each(Object.entries(letterGenerators))("lets %s write letters of letters to a net and a tree", (_name, make) => {
    for (const family of ["mlp", "dt"] as const) {
      const trained = trainTarget(family, data, { seed: 1 });
      const order = observedOrder(everyone, trained.decide(data.table), 3);
      const book = letterBook(
        make(),
        { ...source, target: trained, rejected: order.rejected.subarray(0, 30) },
        kernels,
      );
      const first = book.first(30).found.reduce((sum, found) => sum + found, 0);
      const second = book.second(30).found.reduce((sum, found) => sum + found, 0);
      expect(first).toBeGreaterThan(10);
      expect(second).toBeGreaterThan(first / 2);
    }
  });

  it("makes a black box of anything else, and rejects where the target accepts at ½", () => {
    const even: Target = {
      name: "even",
      decide: (table) => new Uint8Array(table.rows).fill(1),
      score: (table) => new Float64Array(table.rows).fill(0.5),
    };
    const opposite = oppositeTarget(even);
    expect("classifier" in opposite).toBe(false);
    expect(opposite.decide(rows)[0]).toBe(0);
    expect(opposite.score(rows)[0]).toBeLessThan(0.5);
  });
});
