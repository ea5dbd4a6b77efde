import { describe, expect, it } from "vitest";
import { toOnnx } from "../../src/export/onnx.js";
import { onnxTarget } from "../../src/lab/targets/onnx.js";
import { onnxSession } from "../../src/platform/onnx-session.js";
import { makeModel } from "../../src/surrogate/model.js";
import { expectAgreement } from "./agreement.js";
import { EXPORTED, HOSTILE_COLUMNS, hostileModel, modelAtRate, modelOf } from "./models.js";
import { randomPeople } from "./random-people.js";
import { runOnnx } from "./run-onnx.js";

const SINGLE = { undecided: 1e-5, unit: 5e-7 }; // margins and scores leave the file in single precision

describe("toOnnx, in ONNX Runtime", () => {
  it.each(EXPORTED)("answers as %s does", async (name) => {
    const model = modelOf(name);
    const people = randomPeople(model, 1000, 7, true);
    const answers = await runOnnx(toOnnx(model), people);
    const compared = expectAgreement(model.predict(people), (i) => answers.decision[i] === 1, answers, SINGLE);
    expect(compared).toBeGreaterThan(800);
  });

  it("answers 100,000 random people as recast does", async () => {
    const model = modelOf("recast");
    const people = randomPeople(model, 100_000, 8, true);
    const answers = await runOnnx(toOnnx(model), people);
    const compared = expectAgreement(model.predict(people), (i) => answers.decision[i] === 1, answers, SINGLE);
    expect(compared).toBeGreaterThan(95_000);
  });

  it("moves the threshold by a known rate as bracket does", async () => {
    const model = modelAtRate(0.05);
    const people = randomPeople(model, 2000, 13, true);
    const answers = await runOnnx(toOnnx(model), people);
    expectAgreement(model.predict(people), (i) => answers.decision[i] === 1, answers, SINGLE);
  });

  it.each(["ridge", "samples-dt"] as const)("ranks numbers as %s does", async (name) => {
    const model = modelOf(name, { scaling: "rank" });
    const people = randomPeople(model, 2000, 9, true);
    const answers = await runOnnx(toOnnx(model), people);
    expectAgreement(model.predict(people), (i) => answers.decision[i] === 1, answers, SINGLE);
  });

  it("takes names that mean something else in ONNX", async () => {
    const model = hostileModel("ridge");
    const file = toOnnx(model);
    const people = randomPeople(model, 2000, 10, true);
    expect(file.inputs.map(({ column }) => column).sort()).toEqual(Object.values(HOSTILE_COLUMNS).sort());
    expect(file.inputs.find(({ column }) => column === "decision")?.name).toMatch(/^column_\d$/);
    const answers = await runOnnx(file, people);
    expectAgreement(model.predict(people), (i) => answers.decision[i] === 1, answers, SINGLE);
  });

  it("can be asked as a target from outside", async () => {
    const model = modelOf("recast");
    const people = randomPeople(model, 500, 12, true);
    const target = onnxTarget(await onnxSession(toOnnx(model).bytes, "model.onnx"), model.features, {
      output: "decision",
    });
    const replies = await target.decide(people);
    const words = replies.map((reply) => (reply.status === "answered" ? reply.answer : reply.status));
    expect(words).toEqual(Array.from(model.predict(people).decisions, String));
  });

  it("answers −1 exactly where the model abstains", async () => {
    const model = makeModel({ ...modelOf("ridge"), abstain: 1.5 });
    const people = randomPeople(model, 2000, 11, true);
    const { decision } = await runOnnx(toOnnx(model), people);
    const { status, decisions } = model.predict(people);
    expect(Array.from(decision)).toEqual(status.map((word, i) => (word === "undecided" ? -1 : decisions[i]!)));
    expect(decision.filter((answer) => answer === -1).length).toBeGreaterThan(20);
  });

  it("has the same bytes each time, and says whose model it is", () => {
    const [first, second] = [toOnnx(modelOf("bracket")), toOnnx(modelOf("bracket"))];
    expect(first.bytes).toEqual(second.bytes);
    const text = new TextDecoder().decode(first.bytes);
    for (const word of ["recast.favourable", "recast.checksum", "column 'home', a category"])
      expect(text).toContain(word);
  });
});

describe("toOnnx refuses", () => {
  const refused = (message: string) =>
    expect.objectContaining({ code: "EXPORT_UNSUPPORTED", message: expect.stringContaining(message) });

  it("a method that compares with every row by a kernel", () => {
    expect(() => toOnnx(modelOf("prototype-mmd"))).toThrow(refused("'prototype-mmd' cannot be exported"));
  });

  it("a model that reads texts", () => {
    const pca = { mean: new Float64Array(1), components: { rows: 0, columns: 1, values: new Float64Array(0) } };
    const text = { column: "essay", embedder: "local", service: null, pca };
    expect(() => toOnnx({ ...modelOf("ridge"), text })).toThrow(refused("reads the texts of 'essay'"));
  });

  it("a model that looks at nothing", () => {
    const model = modelOf("majority");
    const nothing = { ...model.encoder, features: [], columns: [], starts: new Int32Array(0) };
    expect(() => toOnnx({ ...model, encoder: nothing })).toThrow(refused("uses no column"));
  });
});
