import { readFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "../../src/audit.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { encoderSchema } from "../../src/encode/encoder-data.js";
import { auditFileSchema } from "../../src/findings/audit-file.js";
import { auditFile } from "../../src/folder/make-audit.js";
import { parseDecisions } from "../../src/input/decisions.js";
import type { Reasons } from "../../src/input/evidence.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import { loadKernels } from "../../src/kernels/load.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { fitModel } from "../../src/surrogate/model.js";
import { modelSchema } from "../../src/surrogate/model-file.js";
import { withSecondLetters } from "../checks/made-up-clouds.js";

// The published schemas are made from the definitions in the sources. After a change of those, write them again:
// npx vitest run test/findings/schemas.test.ts -u

const kernels = await loadKernels();
const { decisionsCsv, lettersCsv, roles } = demoLending(1, { people: 80, population: 1 });
const decisions = parseDecisions(decisionsCsv, roles);
const letters = parseLetters(lettersCsv, decisions);
const stamp = { name: "x.csv", bytes: 1, sha256: "0".repeat(64), rows: 80 };

/** What a reader of the file sees. */
function written(value: unknown): unknown {
  return JSON.parse(canonicalJson(value));
}

function published(title: string, description: string, schema: v.GenericSchema, definitions = {}): string {
  const made = toJsonSchema(schema, { errorMode: "ignore", target: "draft-2020-12", definitions });
  return canonicalJson({ ...made, title, description });
}

function validator(name: string) {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(
    JSON.parse(readFileSync(`schemas/${name}`, "utf8")) as object,
  );
  return (data: unknown) => {
    validate(data);
    return validate.errors ?? [];
  };
}

describe("surrogate-1.schema.json", () => {
  it("says what the sources say", async () => {
    const description = "A rebuilt model, as recast audit writes it and recast predict reads it.";
    const text = published("recast-surrogate/1", description, modelSchema, { encoder: encoderSchema });
    await expect(text).toMatchFileSnapshot("../../schemas/surrogate-1.schema.json");
  });

  describe.each(Object.entries(surrogateMethods))("a model of %s", (_, method) => {
    let data: unknown;
    beforeAll(() => {
      data = written(fitModel(joinEvidence(decisions, letters), withSecondLetters(method()), referenceKernels));
    });

    it("is valid", () => {
      expect(validator("surrogate-1.schema.json")(data)).toEqual([]);
    });

    it("is not valid with a part missing, added or of another kind", () => {
      const check = validator("surrogate-1.schema.json");
      const { checksum: _, ...without } = data as Record<string, unknown>;
      expect(check(without)).not.toEqual([]);
      expect(check({ ...(data as object), more: 1 })).not.toEqual([]);
      expect(check({ ...(data as object), abstain: "0" })).not.toEqual([]);
      expect(check({ ...(data as object), surrogate: {} })).not.toEqual([]);
    });
  });
});

/** Everybody told that one of two fields counts against them; reasons to accepted people are left out by the audit. */
function evidenceReasons(people: number): Reasons {
  const [first, second] = decisions.schema.features.filter(({ type }) => type === "number").map(({ name }) => name);
  return {
    names: [
      { name: "too little", features: [first!] },
      { name: "something else", features: [second!] },
      { name: "other", features: [] },
    ],
    personOf: Int32Array.from({ length: people }, (_, i) => i),
    nameOf: Int32Array.from({ length: people }, (_, i) => i % 3),
    direction: Int8Array.from({ length: people }, (_, i) => (i % 3 === 0 ? 1 : 0)),
  };
}

describe("audit-7.schema.json", () => {
  it("says what the sources say", async () => {
    const text = published("recast-audit/7", "What an audit found, as recast audit writes it.", auditFileSchema);
    await expect(text).toMatchFileSnapshot("../../schemas/audit-7.schema.json");
  });

  const reasons = evidenceReasons(decisions.observations.rows);

  it.each([
    ["with letters", letters, {}],
    ["without letters", null, {}],
    ["with reasons", null, { reasons }],
  ])("holds for an audit %s", (_, given, told) => {
    const evidence = { ...joinEvidence(decisions, given), ...told };
    const { report } = audit(evidence, kernels, { refits: 3, resamples: 100 });
    expect(report.reasons === null).toBe(evidence.reasons === undefined);
    expect(report.reasonWorth === null).toBe(evidence.reasons === undefined);
    const { problems, columns } = decisions;
    const files = { decisions: stamp, letters: null, population: null };
    const identity = { system: null, purpose: null, period: null, auditor: null, date: null, notes: null };
    const data = written(auditFile(report, { version: "0.0.0", files, identity, columns, problems }));
    expect(v.safeParse(auditFileSchema, data).issues).toBeUndefined();
    const check = validator("audit-7.schema.json");
    expect(check(data)).toEqual([]);
    expect(check({ ...(data as object), verdict: "?" })).not.toEqual([]);
    expect(check({ ...(data as object), methods: null })).not.toEqual([]);
  });
});
