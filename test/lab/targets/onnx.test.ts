import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toOnnx } from "../../../src/export/onnx.js";
import { parseDecisions } from "../../../src/input/decisions.js";
import type { FeatureSchema } from "../../../src/input/evidence.js";
import { joinEvidence } from "../../../src/input/join.js";
import { parseLetters } from "../../../src/input/letters.js";
import type { Table } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { demoLending } from "../../../src/lab/demo/lending.js";
import { type OnnxSession, onnxTarget } from "../../../src/lab/targets/onnx.js";
import { recordTarget } from "../../../src/lab/targets/recorded.js";
import { seededRandom } from "../../../src/math/random.js";
import { loadOnnx, onnxSession } from "../../../src/platform/onnx-session.js";
import { fitModel } from "../../../src/surrogate/model.js";
import { ridge } from "../../../src/surrogate/ridge.js";
import { root } from "../../support/built.js";

const LEVELS = ["family", "owner", "rent", "tent"];
const POINTS: Readonly<Record<string, number>> = { owner: 1, rent: 0, family: -0.5 };

const features: readonly FeatureSchema[] = [
  { name: "income", type: "number", immutable: false },
  { name: "years", type: "number", immutable: false },
  { name: "housing", type: "category", immutable: false },
];

function people(rows: number): Table {
  const random = seededRandom(4, "people");
  return {
    rows,
    columns: [
      { name: "income", type: "number", values: Float64Array.from({ length: rows }, () => random.integer(80000)) },
      { name: "years", type: "number", values: Float64Array.from({ length: rows }, () => random.integer(30)) },
      {
        name: "housing",
        type: "category",
        levels: LEVELS,
        codes: Int32Array.from({ length: rows }, () => random.integer(4)),
      },
    ],
  };
}

function numbersOf(table: Table, name: string): Float64Array {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column?.type !== "number") throw new Error(`no numbers in ${name}`);
  return column.values;
}

const fixture = (name: string) => join(root, "test/fixtures/onnx", name);
const answersOf = async (replies: Promise<readonly { readonly status: string }[]>) =>
  (await replies).map((reply) => ("answer" in reply ? reply.answer : reply.status));

function fakeSession(given: Partial<OnnxSession>): OnnxSession {
  return {
    inputs: [{ name: "x", type: "float32", shape: ["N", 2] }],
    outputs: [{ name: "p", type: "float32", shape: ["N", 1] }],
    run: async () => ({ p: { type: "float32", data: [], dims: [] } }),
    ...given,
  };
}

describe("onnxTarget", () => {
  it("feeds each column to the input of its name, whole numbers and texts among them", async () => {
    const target = onnxTarget(await loadOnnx(fixture("by-column.onnx")), features);
    const table = people(300);
    const housing = table.columns[2];
    if (housing?.type !== "category") throw new Error("housing holds categories");
    const expected = Array.from({ length: 300 }, (_, i) => {
      const level = LEVELS[housing.codes[i] ?? 0] ?? "";
      const sum = numbersOf(table, "income")[i]! / 20000 + numbersOf(table, "years")[i]! / 10 + (POINTS[level] ?? -2);
      return sum >= 3 ? "1" : "0";
    });
    expect(new Set(expected).size).toBe(2);
    expect(await answersOf(target.decide(table))).toEqual(expected);
  });

  it("feeds all numbers side by side to one matrix and cuts probabilities at the threshold", async () => {
    const session = await loadOnnx(fixture("matrix.onnx"));
    const table = people(300);
    const logit = (i: number) => numbersOf(table, "income")[i]! / 10000 + numbersOf(table, "years")[i]! / 5 - 5;
    const cut = (at: number) => Array.from({ length: 300 }, (_, i) => (logit(i) >= at ? "1" : "0"));
    expect(await answersOf(onnxTarget(session, features).decide(table))).toEqual(cut(0));
    const strict = onnxTarget(session, features, { threshold: 0.75, columns: ["income", "years"] });
    expect(await answersOf(strict.decide(table))).toEqual(cut(Math.log(3)));
    const turned = onnxTarget(session, features, { columns: ["years", "income"] });
    expect(await answersOf(turned.decide(table))).not.toEqual(cut(0));
  });

  it("decides as the model that was exported", async () => {
    const demo = demoLending(2, { people: 120, population: 10 });
    const decisions = parseDecisions(demo.decisionsCsv, { decision: "decision", favourable: "granted" });
    const evidence = joinEvidence(decisions, parseLetters(demo.lettersCsv, decisions));
    const model = fitModel(evidence, ridge(), await loadKernels());
    const session = await onnxSession(toOnnx(model).bytes, "exported");
    const target = onnxTarget(session, evidence.schema.features);
    const { decisions: labels, margins } = model.predict(evidence.observations);
    const answers = await answersOf(target.decide(evidence.observations));
    const clear = answers.flatMap((answer, i) => (Math.abs(margins[i]!) > 1e-5 ? [[answer, String(labels[i])]] : []));
    expect(clear.length).toBeGreaterThan(100);
    expect(clear.filter(([ours, theirs]) => ours !== theirs)).toEqual([]);
  });

  it("refuses a row without the whole number the model wants, and answers the others", async () => {
    const target = onnxTarget(await loadOnnx(fixture("by-column.onnx")), features);
    const table = people(3);
    numbersOf(table, "years")[1] = 2.5;
    numbersOf(table, "years")[2] = Number.NaN;
    const replies = await target.decide(table);
    expect(replies.map(({ status }) => status)).toEqual(["answered", "refused", "refused"]);
    expect(replies[1]).toMatchObject({ reason: "the model needs whole numbers in 'years', got 2.5" });
    expect(replies[2]).toMatchObject({ reason: "the model needs whole numbers in 'years', got no value" });
  });

  it("answers at once where answers were recorded, and throws where a row has none", async () => {
    const outside = onnxTarget(await loadOnnx(fixture("by-column.onnx")), features);
    const table = people(50);
    const recorded = await recordTarget(outside, table, "1");
    expect([...recorded.decide(table)].map(String)).toEqual(await answersOf(outside.decide(table)));
    numbersOf(table, "years")[0] = 0.5;
    await expect(recordTarget(outside, table, "1")).rejects.toThrow(
      "gave no answer about row 1: the model needs whole",
    );
  });

  it("names the inputs a model wants and the people lack", async () => {
    const session = await loadOnnx(fixture("by-column.onnx"));
    expect(() => onnxTarget(session, features.slice(0, 2), { name: "m.onnx" })).toThrow(
      "m.onnx needs the inputs 'income' (float32, N × 1), 'years' (int64, N × 1), 'housing' (string, N × 1), " +
        "but the people have no column 'housing'. Their columns are 'income', 'years'",
    );
    const wrong = features.map((feature) => ({ ...feature, type: "category" as const }));
    expect(() => onnxTarget(session, wrong)).toThrow("which does not fit the column 'income' of categories");
    const matrix = await loadOnnx(fixture("matrix.onnx"));
    expect(() => onnxTarget(matrix, features.slice(0, 1))).toThrow(
      "needs 2 numbers per person in its input 'x', and there are 1: 'income'. Name the columns in the model's order (--columns)",
    );
    expect(() => onnxTarget(matrix, features, { columns: ["income", "housing"] })).toThrow(
      "'housing' is not one of the number columns",
    );
  });

  it("takes an output by name, and says when none is clearly the decision", () => {
    const outputs = [
      { name: "p", type: "float32", shape: ["N", 1] },
      { name: "q", type: "float32", shape: ["N", 1] },
      { name: "maps", type: null, shape: [] },
    ];
    const session = fakeSession({ outputs });
    expect(() => onnxTarget(session, features)).toThrow("none is clearly the decision. Name one (--output)");
    expect(() => onnxTarget(session, features, { output: "maps" })).toThrow("has no output 'maps' that can be read");
    expect(onnxTarget(session, features, { output: "q" }).name).toBe("the model");
  });

  it("asks a model of one row at a time, takes the largest of several probabilities, and words of any kind", async () => {
    const sizes: number[] = [];
    const three = fakeSession({
      inputs: [{ name: "x", type: "float64", shape: [1, 2] }],
      run: async ({ x }) => {
        sizes.push(x?.dims[0] ?? 0);
        return { p: { type: "float32", data: [0.2, 0.5, 0.3], dims: [1, 3] } };
      },
    });
    expect(await answersOf(onnxTarget(three, features).decide(people(2)))).toEqual(["1", "1"]);
    expect(sizes).toEqual([1, 1]);
    const words = fakeSession({
      outputs: [{ name: "label", type: "bool", shape: ["N"] }],
      run: async () => ({ label: { type: "bool", data: [true, false], dims: [2] } }),
    });
    expect(await answersOf(onnxTarget(words, features).decide(people(2)))).toEqual(["1", "0"]);
  });

  it.each(["int32", "int16", "int8", "uint8", "float64", "string"])("gives numbers as %s", async (type) => {
    let fed: unknown;
    const session = fakeSession({
      inputs: [{ name: "years", type, shape: ["N"] }],
      run: async ({ years }) => {
        fed = Array.from(years?.data ?? []);
        return { p: { type: "float32", data: [0.1, 0.9], dims: [2] } };
      },
    });
    const table = people(2);
    expect(await answersOf(onnxTarget(session, features).decide(table))).toEqual(["0", "1"]);
    const numbers = [...numbersOf(table, "years")];
    expect(fed).toEqual(type === "string" ? numbers.map(String) : numbers);
  });

  it("refuses a row whose probability is no number, and takes scores of any scale", async () => {
    const scores = fakeSession({
      run: async () => ({ p: { type: "float32", data: [Number.NaN, 640], dims: [2, 1] } }),
    });
    expect(await onnxTarget(scores, features, { threshold: 600 }).decide(people(2))).toEqual([
      { status: "refused", reason: "the model gave NaN" },
      { status: "answered", answer: "1" },
    ]);
    expect(() => onnxTarget(scores, features, { threshold: Number.NaN })).toThrow("threshold must be a finite number");
  });

  it("refuses outputs of another size and outputs that do not come", async () => {
    const odd = fakeSession({ run: async () => ({ p: { type: "float32", data: [1, 2, 3], dims: [3] } }) });
    await expect(onnxTarget(odd, features).decide(people(2))).rejects.toThrow("an output of shape 3 for 2 rows");
    const broken = fakeSession({ run: () => Promise.reject(new Error("wrong rank")) });
    await expect(onnxTarget(broken, features).decide(people(2))).rejects.toMatchObject({
      code: "TARGET_INVALID",
      message: "the model could not be run: wrong rank. Check that its inputs fit the people's columns",
    });
    const none = fakeSession({ run: async () => ({}) });
    await expect(onnxTarget(none, features).decide(people(2))).rejects.toThrow("gave no output 'p'");
  });
});

describe("loadOnnx", () => {
  it("prefers onnxruntime-node and says how to get either", async () => {
    const asked: string[] = [];
    const none = async (name: string) => {
      asked.push(name);
      throw new Error("not installed");
    };
    await expect(loadOnnx(fixture("matrix.onnx"), none)).rejects.toMatchObject({
      code: "PACKAGE_MISSING",
      message: expect.stringContaining("npm install onnxruntime-web"),
    });
    expect(asked).toEqual(["onnxruntime-node", "onnxruntime-web"]);
    const runtime = await import("onnxruntime-web");
    const session = await loadOnnx(fixture("matrix.onnx"), async () => ({ default: runtime }));
    expect(session.inputs).toEqual([{ name: "x", type: "float32", shape: ["N", 2] }]);
  });

  it("says what is wrong with a file", async () => {
    await expect(loadOnnx(fixture("none.onnx"))).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    await expect(onnxSession(Uint8Array.of(1, 2, 3), "bad.onnx")).rejects.toMatchObject({
      code: "TARGET_INVALID",
      message: expect.stringContaining("bad.onnx cannot be loaded as an ONNX model"),
    });
    expect((await readFile(fixture("by-column.onnx"))).length).toBeLessThan(10_000);
  });
});
