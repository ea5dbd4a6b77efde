import { describe, expect, it } from "vitest";
import { loadKernels } from "../../src/kernels/load.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { fitModel } from "../../src/surrogate/model.js";
import { parseModel, reviveModel } from "../../src/surrogate/model-file.js";
import { ridge } from "../../src/surrogate/ridge.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";
import { checkModel } from "../checks/model-checks.js";

const kernels = await loadKernels();
for (const make of Object.values(surrogateMethods)) checkModel(make, kernels);
checkModel(surrogateMethods.recast, referenceKernels);

const evidence = madeUpEvidence();

describe("fitModel", () => {
  it("answers 'undecided' exactly where the margin is below the abstention margin", () => {
    const people = madeUpEvidence({ people: 300, seed: 3 }).observations;
    const always = fitModel(evidence, ridge(), referenceKernels).predict(people);
    const careful = fitModel(evidence, ridge(), referenceKernels, { abstain: 1.5 }).predict(people);
    expect(careful.status).toEqual(
      Array.from(always.margins, (margin) => (Math.abs(margin) < 1.5 ? "undecided" : "decided")),
    );
    expect(careful.status.filter((word) => word === "undecided").length).toBeGreaterThan(0);
    expect(careful.decisions).toEqual(always.decisions);
  });

  it("passes the scaling on, and refuses what it does not know", () => {
    expect(fitModel(evidence, ridge(), referenceKernels, { scaling: "zscore" }).encoder.scaling).toBe("zscore");
    const wrong = { abstein: 1 } as never;
    expect(() => fitModel(evidence, ridge(), referenceKernels, wrong)).toThrow("fitModel has no option 'abstein'");
    expect(() => fitModel(evidence, ridge(), referenceKernels, { abstain: -1 })).toThrow("abstain must be");
  });
});

describe("a model file", () => {
  const model = fitModel(evidence, ridge(), referenceKernels);
  const text = JSON.stringify(model, null, 2);
  type File = { format: string; encoder: { features: { fill: unknown }[] }; surrogate: Record<string, unknown> };
  const edited = (edit: (file: File & Record<string, unknown>) => void) => {
    const file = JSON.parse(text);
    edit(file);
    return () => parseModel(JSON.stringify(file), referenceKernels);
  };
  const code = (wanted: string, message: string) =>
    expect.objectContaining({ code: wanted, message: expect.stringContaining(message) });

  it("is noticed when truncated anywhere", () => {
    for (let end = 0; end < text.length - 1; end += 37) {
      expect(() => parseModel(text.slice(0, end), referenceKernels)).toThrow(code("MODEL_TRUNCATED", "cut short"));
    }
  });

  it("is noticed when a number was changed, by the checksum", () => {
    const change = edited((file) => {
      file.surrogate["intercept"] = 0.25;
    });
    expect(change).toThrow(code("MODEL_INVALID", "checksum"));
    expect(edited((file) => Object.assign(file, { abstain: 1 }))).toThrow(code("MODEL_INVALID", "checksum"));
  });

  it("is refused with the path of what cannot be right", () => {
    const cases: [string, (file: File & Record<string, unknown>) => void][] = [
      ["surrogate.coefficients[1]", (file) => Object.assign(file.surrogate["coefficients"] as object, { 1: null })],
      ["surrogate.intercept", (file) => Object.assign(file.surrogate, { intercept: "1" })],
      ["at surrogate", (file) => (file.surrogate["coefficients"] as number[]).pop()],
      ["encoder.features[0]", (file) => Object.assign(file.encoder.features[0]!, { fill: "x" })],
      ["method", (file) => Object.assign(file, { method: "oracle" })],
      ["evidence.rejected", (file) => Object.assign(file, { evidence: { rejected: -1, accepted: 1, letters: 0 } })],
      ["surplus", (file) => Object.assign(file, { surplus: 1 })],
      ["checksum", (file) => Object.assign(file, { checksum: undefined })],
    ];
    for (const [path, edit] of cases) expect(edited(edit), path).toThrow(code("MODEL_INVALID", path));
  });

  it("of another version or another kind is told apart", () => {
    const version = edited((file) => Object.assign(file, { format: "recast-surrogate/9" }));
    expect(version).toThrow(code("MODEL_VERSION", "recast-surrogate/9"));
    const kind = edited((file) => Object.assign(file, { format: "recast-audit/1" }));
    expect(kind).toThrow(code("MODEL_INVALID", "recast-audit/1"));
    for (const data of [null, 3, [], "x", {}]) {
      expect(() => reviveModel(data, referenceKernels)).toThrow(code("MODEL_INVALID", "format"));
    }
  });

  it("may be written with other white space and other key order", () => {
    const file = JSON.parse(text);
    const reordered = Object.fromEntries(Object.entries(file).reverse());
    expect(() => parseModel(JSON.stringify(reordered), referenceKernels)).not.toThrow();
  });
});
