import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinEvidence } from "../../src/input/join.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { readModel } from "../../src/platform/read-model.js";
import { fitModel } from "../../src/surrogate/model.js";
import { ridge } from "../../src/surrogate/ridge.js";

const { decisionsCsv, roles } = demoLending(1, { people: 60, population: 1 });
const decisions = parseDecisions(decisionsCsv, roles);
const model = fitModel(joinEvidence(decisions, null), ridge(), referenceKernels);
const text = canonicalJson(model);

describe("readModel", () => {
  let folder: string;
  const save = async (contents: string) => {
    const path = join(folder, "surrogate.json");
    await writeFile(path, contents);
    return path;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "recast-model-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it("reads back the same model, bit for bit", async () => {
    const loaded = await readModel(await save(text), referenceKernels);
    expect(loaded.margins(decisions.observations)).toEqual(model.margins(decisions.observations));
    expect(canonicalJson(loaded)).toBe(text);
  });

  it.each([
    ["cut short", text.slice(0, -200), "MODEL_TRUNCATED"],
    ["empty", "", "MODEL_TRUNCATED"],
    ["another kind of file", "{}", "MODEL_INVALID"],
    ["of another version", text.replace(/recast-surrogate.\d/, "recast-surrogate/9"), "MODEL_VERSION"],
    ["edited", text.replace('"converged": true', '"converged": false'), "MODEL_INVALID"],
  ])("names the file and the reason when it is %s", async (_, contents, code) => {
    const path = await save(contents);
    await expect(readModel(path, referenceKernels)).rejects.toMatchObject({ code, place: { file: path } });
    await expect(readModel(path, referenceKernels)).rejects.toThrow(path);
  });

  it("says when there is no such file", async () => {
    await expect(readModel(join(folder, "no.json"), referenceKernels)).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
    });
  });
});
