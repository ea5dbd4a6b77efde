import * as v from "valibot";
import type { AuditReport } from "../audit.js";
import type { ColumnSummary } from "../input/decisions.js";
import type { Problem } from "../input/problem.js";
import {
  columnSchema,
  evidenceSchema,
  filesSchema,
  identitySchema,
  methodSchema,
  problemSchema,
  prototypesSchema,
  settingsSchema,
} from "./evidence-schema.js";
import { attributionsSchema } from "./explain-schema.js";
import { factsSchema, modelFairnessSchema } from "./group-schema.js";
import { drawingSchema, identificationSchema, sensitivitySchema } from "./identify-schema.js";
import type { Identity } from "./identity.js";
import { lettersSchema } from "./letter-schema.js";

/** A file the audit was made from. */
export interface EvidenceFile {
  /** The last part of its path: no folder of anybody's machine is recorded. */
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
  /** Rows below the header. */
  readonly rows: number;
}

/** Where a report comes from. */
export interface Provenance {
  /** Version of recast that wrote the file. */
  readonly version: string;
  readonly files: {
    readonly decisions: EvidenceFile;
    readonly letters: EvidenceFile | null;
    readonly population: EvidenceFile | null;
  };
  /** What the user says the audit is about. */
  readonly identity: Identity;
  /** Every column of the decisions file with its role, type, missing and different values. */
  readonly columns: readonly ColumnSummary[];
  /** Warnings and notes about the files. */
  readonly problems: readonly Problem[];
}

/** What `audit.json` holds: the report and where it comes from. */
export type AuditFile = AuditReport & Provenance;

/** The contents of `audit.json`. */
export function auditFile(report: AuditReport, provenance: Provenance): AuditFile {
  return { ...report, ...provenance };
}

/** `audit.json` as a schema, from which `schemas/audit-2.schema.json` is made. */
export const auditFileSchema = v.strictObject({
  format: v.literal("recast-audit/2"),
  version: v.string(),
  kernels: v.picklist(["wasm", "reference"]),
  files: filesSchema,
  identity: identitySchema,
  columns: v.array(columnSchema),
  problems: v.array(problemSchema),
  settings: settingsSchema,
  evidence: evidenceSchema,
  facts: factsSchema,
  letters: v.nullable(lettersSchema),
  prototypes: prototypesSchema,
  methods: v.array(methodSchema),
  recommendation: v.strictObject({
    method: v.string(),
    highest: v.string(),
    sentence: v.string(),
    letters: v.string(),
  }),
  identification: identificationSchema,
  fairness: v.array(modelFairnessSchema),
  sensitivity: v.nullable(sensitivitySchema),
  attributions: attributionsSchema,
  drawing: drawingSchema,
  warnings: v.array(problemSchema),
  caveats: v.array(v.strictObject({ code: v.string(), text: v.string() })),
});
