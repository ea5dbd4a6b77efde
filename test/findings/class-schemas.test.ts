import { readFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import type * as v from "valibot";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { encoderSchema } from "../../src/encode/encoder-data.js";
import { classFileSchema } from "../../src/findings/class-file.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinClassEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import { loadKernels } from "../../src/kernels/load.js";
import { demoTiers } from "../../src/lab/demo/tiers.js";
import { type ClassMethodName, classMethods } from "../../src/surrogate/class-methods.js";
import { classModelSchema, fitClassModel } from "../../src/surrogate/class-model.js";

// After a change of the definitions: npx vitest run test/findings/class-schemas.test.ts -u

const kernels = await loadKernels();
const { decisionsCsv, lettersCsv } = demoTiers(5, { people: 70 });
const decisions = parseDecisions(decisionsCsv, { decision: "tier", classes: ["decline", "standard", "prime"] });
const evidence = joinClassEvidence(decisions, parseLetters(lettersCsv, decisions));

function published(title: string, description: string, schema: v.GenericSchema, definitions = {}): string {
  const made = toJsonSchema(schema, { errorMode: "ignore", target: "draft-2020-12", definitions });
  return canonicalJson({ ...made, title, description });
}

function errorsOf(name: string, data: unknown): unknown {
  const schema = JSON.parse(readFileSync(`schemas/${name}`, "utf8")) as object;
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  validate(JSON.parse(canonicalJson(data)));
  return validate.errors ?? [];
}

describe("published schemas of more than two classes", () => {
  it("say what the sources say", async () => {
    const model = "A rebuilt model of more than two classes, as recast audit writes it and recast predict reads it.";
    const findings = "All findings of an audit with more than two classes, as recast audit writes them.";
    const models = published("recast-class-surrogate/1", model, classModelSchema, { encoder: encoderSchema });
    await expect(models).toMatchFileSnapshot("../../schemas/class-surrogate-1.schema.json");
    await expect(published("recast-classes/2", findings, classFileSchema)).toMatchFileSnapshot(
      "../../schemas/classes-2.schema.json",
    );
  });

  const names = (Object.keys(classMethods) as ClassMethodName[]).filter((name) => name !== "bracket");
  it.each(names)("take a model of %s", (name) => {
    const model = fitClassModel(evidence, classMethods[name](), kernels);
    expect(errorsOf("class-surrogate-1.schema.json", model)).toEqual([]);
  });

  it("take a whole audit, and refuse one with a hole", () => {
    const { report } = audit(evidence, kernels, { methods: ["recast", "majority"], folds: 2, resamples: 100 });
    const file = {
      ...report,
      version: "1.0.0",
      files: {
        decisions: { name: "x.csv", bytes: 1, sha256: "0".repeat(64), rows: 70 },
        letters: null,
        population: null,
      },
      identity: { system: null, purpose: null, period: null, auditor: null, date: null, notes: null },
      columns: decisions.columns,
      problems: decisions.problems,
    };
    expect(errorsOf("classes-2.schema.json", file)).toEqual([]);
    expect(errorsOf("classes-2.schema.json", { ...file, band: null })).not.toEqual([]);
  });
});
