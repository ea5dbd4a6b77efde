import * as v from "valibot";
import { type AuditSettings, settingsIn } from "../settings/settings.js";
import { attributionsSchema } from "./attributions.js";
import { drawingSchema } from "./drawing.js";
import { columnSchema, evidenceSchema, filesSchema, identitySchema, problemSchema } from "./evidence.js";
import { factsSchema } from "./facts.js";
import { findingsSchema } from "./findings.js";
import { identificationSchema } from "./identification.js";
import { lettersSchema } from "./letters.js";
import { modelFairnessSchema } from "./model-fairness.js";
import { type DataOf, list, maybe } from "./quantities.js";
import { reasonsSchema } from "./reasons.js";
import { sampleSchema } from "./sample.js";
import { sensitivitySchema } from "./sensitivity.js";
import {
  caveatSchema,
  errorsSchema,
  letterWorthSchema,
  methodSchema,
  prototypesSchema,
  reasonWorthSchema,
  recommendationSchema,
} from "./trust.js";

/** The format that is written. */
export const AUDIT_FORMAT = "recast-audit/7";

/**
 * Formats that are still read and have no list of findings: what they lack is filled in (`folder/parse-audit-file.ts`).
 * In the first, the methods that a `range` goes over were counted by each method's own standard error.
 */
export const WITHOUT_FINDINGS = ["recast-audit/2", "recast-audit/3"] as const;

/** Formats that know no reasons. In `/4`, a population was summed and sampled in the order of its file. */
export const WITHOUT_REASONS = [...WITHOUT_FINDINGS, "recast-audit/4", "recast-audit/5"] as const;

/** Formats of audits that fitted their methods on everybody. */
export const WITHOUT_SAMPLE = [...WITHOUT_REASONS, "recast-audit/6"] as const;

/** The settings that shaped the result. `folds` are those used: fewer than asked for where a class was smaller. */
const settingsSchema = v.strictObject(
  Object.fromEntries(settingsIn("method", "bins").map(([name, { kind }]) => [name, kind.data])),
) as unknown as v.GenericSchema<AuditSettings>;

/** `audit.json` as a schema, from which `schemas/audit-7.schema.json` is made. */
export const auditFileSchema = v.strictObject({
  /** The number changes when a value means something else than before, or older readers could not read the file. */
  format: v.picklist([...WITHOUT_SAMPLE, AUDIT_FORMAT]),
  /** Version of recast that wrote the file. */
  version: v.string(),
  /** The kernels it was computed with: their last digits may differ. */
  kernels: v.picklist(["wasm", "reference"]),
  files: filesSchema,
  /** What the user says the audit is about. */
  identity: identitySchema,
  /** Every column of the decisions file with its role, type, missing and different values. */
  columns: list(columnSchema),
  /** Warnings and notes about the files. */
  problems: list(problemSchema),
  settings: settingsSchema,
  evidence: evidenceSchema,
  /** Whom methods were fitted on, and how they do for all others; null for everybody, and in files before /7. */
  sample: maybe(sampleSchema),
  /** What was found, the most important first: what every page leads with. */
  findings: findingsSchema,
  /** What the decisions say about groups without any model. */
  facts: factsSchema,
  /** What the letters ask of whom; null without letters. */
  letters: maybe(lettersSchema),
  /** What refused people were told counts against them; null where nobody was told, and in files before /6. */
  reasons: maybe(reasonsSchema),
  prototypes: prototypesSchema,
  /** Every method asked for, in that order, measured out of fold. */
  methods: list(methodSchema),
  recommendation: recommendationSchema,
  /** Null without letters, without a method that can be fitted with and without them, and in files before /4. */
  letterWorth: maybe(letterWorthSchema),
  /** What reasons add, in the same way; null without them, without a method that reads them, and in files before /6. */
  reasonWorth: maybe(reasonWorthSchema),
  /** On which side the recommended method errs; null for `majority` and in files of earlier versions. */
  errors: maybe(errorsSchema),
  identification: identificationSchema,
  /**
   * Differences between groups through the recommended surrogate, then through recast where it is another and could
   * be fitted.
   */
  fairness: list(modelFairnessSchema),
  /** Null when it was turned off. */
  sensitivity: maybe(sensitivitySchema),
  attributions: attributionsSchema,
  /** What charts need beyond the numbers above. */
  drawing: drawingSchema,
  /** What the encoder had to work around. */
  warnings: list(problemSchema),
  caveats: list(caveatSchema),
});

/** What `audit.json` holds: the report and where it comes from. */
export type AuditFile = DataOf<typeof auditFileSchema>;

/** Where a report comes from. */
export type Provenance = Pick<AuditFile, "version" | "files" | "identity" | "columns" | "problems">;

/** What an audit found, as plain data: numbers, texts, lists and null. */
export type AuditReport = Omit<AuditFile, keyof Provenance>;
