import { Ajv } from "ajv";

// What SARIF 2.1.0 (OASIS, 27 March 2020) requires of the parts used here: sections 3.13, 3.14, 3.19, 3.24, 3.27, 3.28, 3.29, 3.30, 3.49.
const text = { type: "object", required: ["text"], properties: { text: { type: "string", minLength: 1 } } };
const level = { enum: ["none", "note", "warning", "error"] };
const uri = { type: "string", minLength: 1, pattern: "^[A-Za-z0-9%!'()*._~-]+$" };
const location = {
  type: "object",
  required: ["physicalLocation"],
  properties: {
    physicalLocation: {
      type: "object",
      required: ["artifactLocation"],
      properties: {
        artifactLocation: { type: "object", required: ["uri"], properties: { uri } },
        region: { type: "object", required: ["startLine"], properties: { startLine: { type: "integer", minimum: 1 } } },
      },
    },
  },
};
const rule = {
  type: "object",
  required: ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"],
  properties: {
    id: { type: "string", pattern: "^recast/[a-z-]+$" },
    name: { type: "string", pattern: "^[A-Z][A-Za-z]+$" },
    shortDescription: text,
    fullDescription: text,
    help: text,
    defaultConfiguration: { type: "object", properties: { level } },
  },
};
const run = {
  type: "object",
  required: ["tool", "results", "artifacts"],
  properties: {
    tool: {
      type: "object",
      required: ["driver"],
      properties: {
        driver: {
          type: "object",
          required: ["name", "version", "rules"],
          properties: {
            name: { const: "recast" },
            version: { type: "string" },
            rules: { type: "array", items: rule, uniqueItems: true },
          },
        },
      },
    },
    artifacts: {
      type: "array",
      uniqueItems: true,
      items: {
        type: "object",
        required: ["location"],
        properties: {
          location: { type: "object", required: ["uri"], properties: { uri } },
          length: { type: "integer", minimum: -1 },
          roles: { type: "array", items: { enum: ["analysisTarget"] } },
          hashes: { type: "object", additionalProperties: { type: "string" } },
        },
      },
    },
    columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
    results: {
      type: "array",
      items: {
        type: "object",
        required: ["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"],
        additionalProperties: false,
        properties: {
          ruleId: { type: "string" },
          ruleIndex: { type: "integer", minimum: 0 },
          level,
          message: text,
          locations: { type: "array", minItems: 1, items: location },
          relatedLocations: { type: "array", minItems: 1, items: location },
          partialFingerprints: { type: "object", additionalProperties: { type: "string" } },
          properties: { type: "object" },
        },
      },
    },
  },
};
/** Checks a log against the parts of SARIF 2.1.0 that are used here; what is wrong is in `errors`. */
export const validateSarif = new Ajv({ allErrors: true }).compile({
  type: "object",
  required: ["version", "runs"],
  properties: { version: { const: "2.1.0" }, runs: { type: "array", minItems: 1, maxItems: 1, items: run } },
});
