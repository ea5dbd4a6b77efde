import * as v from "valibot";
import type { AuditReport } from "../audit.js";
import type { Problem } from "../evidence/problem.js";

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
  readonly files: { readonly decisions: EvidenceFile; readonly letters: EvidenceFile | null };
  /** Warnings and notes about the files. */
  readonly problems: readonly Problem[];
}

/** What `audit.json` holds: the report and where it comes from. */
export type AuditFile = AuditReport & Provenance;

/** The contents of `audit.json`. */
export function auditFile(report: AuditReport, { version, files, problems }: Provenance): AuditFile {
  return { ...report, version, files, problems };
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const measuredShare = v.strictObject({
  share,
  low: share,
  high: share,
  successes: v.pipe(v.number(), v.minValue(0)),
  n: count,
});

const failure = v.nullable(v.strictObject({ code: v.string(), message: v.string() }));

const problem = v.strictObject({
  severity: v.picklist(["error", "warning", "note"]),
  code: v.string(),
  message: v.string(),
  file: v.nullable(v.string()),
  column: v.nullable(v.string()),
  count,
  rows: v.array(count),
});

const evidenceFile = v.strictObject({
  name: v.string(),
  bytes: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  rows: count,
});

const groupRate = v.strictObject({
  group: v.string(),
  n: count,
  status: v.picklist(["measured", "insufficient"]),
  rate: measuredShare,
  weightedRate: v.nullable(share),
});

const method = v.strictObject({
  method: v.string(),
  usesLetters: v.boolean(),
  agreement: v.nullable(v.strictObject({ overall: measuredShare, rejected: measuredShare, accepted: measuredShare })),
  letterConsistency: v.nullable(measuredShare),
  lettersAccepted: v.nullable(measuredShare),
  failure,
});

const distance = v.pipe(v.number(), v.minValue(0));

/** `audit.json` as a schema, from which `schemas/audit-1.schema.json` is made. */
export const auditFileSchema = v.strictObject({
  format: v.literal("recast-audit/1"),
  version: v.string(),
  kernels: v.picklist(["wasm", "reference"]),
  files: v.strictObject({ decisions: evidenceFile, letters: v.nullable(evidenceFile) }),
  problems: v.array(problem),
  settings: v.strictObject({
    methods: v.array(v.string()),
    solver: v.picklist(["sinkhorn", "exact", "closed-form"]),
    scaling: v.picklist(["robust", "zscore", "minmax", "rank"]),
    folds: count,
    repeats: count,
    seed: count,
    blur: v.number(),
    epochs: count,
    points: count,
    abstain: v.pipe(v.number(), v.minValue(0)),
  }),
  evidence: v.strictObject({
    observations: count,
    rejected: count,
    accepted: count,
    letters: count,
    paired: count,
    rejectedWithLetter: count,
    weighted: v.boolean(),
    decision: v.strictObject({ column: v.string(), favourable: v.string(), unfavourable: v.string() }),
    features: v.array(v.string()),
  }),
  groups: v.array(
    v.strictObject({ attribute: v.string(), observed: v.array(groupRate), surrogate: v.array(groupRate) }),
  ),
  prototypes: v.strictObject({
    lambda: v.nullable(v.strictTuple([share, share])),
    distances: v.nullable(
      v.strictObject({ rejectedToLetters: distance, acceptedToLetters: distance, rejectedToAccepted: distance }),
    ),
    failure,
  }),
  methods: v.array(method),
  recommendation: v.strictObject({
    method: v.string(),
    highest: v.string(),
    sentence: v.string(),
    letters: v.string(),
  }),
  warnings: v.array(problem),
  caveats: v.array(v.strictObject({ code: v.string(), text: v.string() })),
});
