import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { askForNotices, askTarget } from "../../src/cli/leak-target.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { fitEncoder } from "../../src/encode/encoder.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import { loadKernels } from "../../src/kernels/load.js";
import { planMitigations } from "../../src/leak/mitigations.js";
import { compareWithPeople } from "../../src/measure/letters/letter-changes.js";
import { canonicalEvidence } from "../../src/surrogate/canonical-evidence.js";
import { fitModel } from "../../src/surrogate/model.js";
import { ridge } from "../../src/surrogate/ridge.js";
import { loopbackService, type ServiceAct } from "../support/loopback-service.js";
import { freshFolder, quietIo } from "./support.js";

const folder = freshFolder();
const kernels = await loadKernels();

// The platform of test/fixtures/onnx/matrix.onnx: accepted from income / 10,000 + years / 5 = 5 on.
const people = Array.from({ length: 24 }, (_, i) => ({ id: `p${i}`, income: 20_000 + 1_700 * i, years: i % 7 }));
const accepts = (income: number, years: number) => income / 10_000 + years / 5 >= 5;
const decisions = parseDecisions(
  [
    "id,income,years,decision",
    ...people.map(({ id, income, years }) => `${id},${income},${years},${accepts(income, years) ? "yes" : "no"}`),
  ].join("\n"),
  { id: "id", decision: "decision", favourable: "yes", types: { years: "number" } },
);
const rejected = people.filter(({ income, years }) => !accepts(income, years));
const letters = parseLetters(
  [
    "id,field,new_value",
    ...rejected.flatMap(({ id, years }) => [
      `${id},years,${years + 1}`,
      `${id},income,${50_000 - 2_000 * (years + 1) + 10}`,
    ]),
  ].join("\n"),
  decisions,
);
const evidence = joinEvidence(decisions, letters);
const changes = compareWithPeople(evidence);
const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters]);
const mitigations = planMitigations({ evidence, changes, encoder }, 0);
const ask = (named: string, onProgress = (_: number) => {}) =>
  askTarget(named, { evidence, mitigations }, quietIo(folder()), onProgress);

it("asks an ONNX file: letters as they are hold, rounded and binned ones too, sparse ones do not", async () => {
  const asked = await ask(join(process.cwd(), "test/fixtures/onnx/matrix.onnx"));
  expect(asked.name).toBe("matrix.onnx");
  expect([...asked.before]).toEqual(Array.from({ length: rejected.length }, () => 1));
  const share = (k: number) => (asked.after[k]?.reduce((sum, one) => sum + one, 0) ?? 0) / rejected.length;
  for (const [k, { kind }] of mitigations.entries()) {
    if (kind === "rounding" || kind === "binning") expect(share(k)).toBe(1);
    if (kind === "sparse") expect(share(k)).toBe(0);
    if (kind === "fewer") expect(asked.after[k]).toBeNull();
  }
});

it("asks a service about each different row once, and again where it fails", async () => {
  const rows: string[] = [];
  let failed = false;
  const service = await loopbackService(({ row }): ServiceAct => {
    if (!failed) {
      failed = true;
      return { status: 503, body: "busy", headers: { "Retry-After": "0" } };
    }
    rows.push(JSON.stringify(row));
    if (Number(row["years"]) > 6) return { status: 422, body: "no such career" };
    return { body: { decision: accepts(Number(row["income"]), Number(row["years"])) ? 1 : 0 } };
  });
  try {
    const steps: number[] = [];
    const asked = await ask(service.address, (done) => steps.push(done));
    expect(new Set(rows).size).toBe(rows.length);
    expect(asked.asked).toBe(rows.length);
    expect(steps.at(-1)).toBe(rows.length);
    expect(service.received.length).toBe(rows.length + 1);
    const careers = evidence.letters.columns.find(({ name }) => name === "years");
    asked.before.forEach((answer, k) => {
      expect(answer).toBe(careers?.type === "number" && careers.values[k]! > 6 ? 0 : 1);
    });
  } finally {
    await service.close();
  }
});

it("gives up on a service that never answers or is the wrong one, saying why", async () => {
  const broken = await loopbackService(() => ({ status: 500, body: "out of order", headers: { "Retry-After": "0" } }));
  await expect(ask(broken.address)).rejects.toMatchObject({
    code: "TARGET_FAILED",
    message: expect.stringContaining("out of order"),
  });
  expect(broken.received.length).toBe(4);
  await broken.close();
  const closed = await loopbackService(() => ({ status: 401, body: "who are you?" }));
  await expect(ask(closed.address)).rejects.toMatchObject({ code: "TARGET_FAILED" });
  expect(closed.received.length).toBe(1);
  await closed.close();
});

it("asks a rebuilt model", async () => {
  const path = join(folder(), "surrogate.json");
  const model = fitModel(evidence, ridge(), kernels);
  await writeFile(path, canonicalJson(model));
  const asked = await ask("surrogate.json");
  expect([...asked.before]).toEqual(Array.from(model.margins(evidence.letters), (margin) => (margin >= 0 ? 1 : 0)));
});

it("asks an ONNX file which fields count against people, and which value they needed", async () => {
  const { evidence: sorted } = canonicalEvidence(evidence);
  const flags = { target: join(process.cwd(), "test/fixtures/onnx/matrix.onnx"), notices: ["thresholds-reasons-2"] };
  const told = await askForNotices(sorted, { flags, conditions: [] }, decisions, quietIo(folder()));
  expect(told).toMatchObject({ target: "matrix.onnx", alike: rejected.length });
  expect(told?.reasons?.names.map(({ name }) => name)).toEqual(["income", "years"]);
  const { letters: offered } = told!.thresholds!;
  const [income, years] = ["income", "years"].map((name) => {
    const column = offered.columns.find((one) => one.name === name);
    return column?.type === "number" ? column.values : new Float64Array(0);
  });
  expect(offered.rows).toBeGreaterThan(5);
  for (let k = 0; k < offered.rows; k++) {
    expect(income![k]! / 10_000 + years![k]! / 5).toBeCloseTo(5, 3); // on the border, as far as single precision goes
  }
});

it("refuses what is none of the three", async () => {
  await expect(ask("model.pkl")).rejects.toMatchObject({ code: "INVALID_OPTION" });
  await expect(ask("absent.onnx")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
});
