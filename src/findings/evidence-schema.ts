import * as v from "valibot";
import { count, distance, failure, list, maybe, measuredShare, share } from "./common.js";

/** Trouble in the user's files. */
export const problemSchema = v.strictObject({
  severity: v.picklist(["error", "warning", "note"]),
  code: v.string(),
  message: v.string(),
  file: maybe(v.string()),
  column: maybe(v.string()),
  count,
  rows: list(count),
});

const evidenceFile = v.strictObject({
  name: v.string(),
  bytes: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  rows: count,
});

/** The files the audit was made from. */
export const filesSchema = v.strictObject({
  decisions: evidenceFile,
  letters: maybe(evidenceFile),
  population: maybe(evidenceFile),
});

/** What the user says the audit is about. */
export const identitySchema = v.strictObject({
  system: maybe(v.string()),
  purpose: maybe(v.string()),
  period: maybe(v.string()),
  auditor: maybe(v.string()),
  date: maybe(v.string()),
  notes: maybe(v.string()),
});

/** A column of the decisions file. */
export const columnSchema = v.strictObject({
  name: v.string(),
  role: v.picklist(["decision", "id", "weight", "outcome", "ignored", "feature"]),
  sensitive: v.boolean(),
  immutable: v.boolean(),
  type: v.picklist(["number", "category"]),
  missing: count,
  distinct: count,
});

/** The options that shaped the result. */
export const settingsSchema = v.strictObject({
  methods: list(v.string()),
  solver: v.picklist(["sinkhorn", "exact", "closed-form"]),
  scaling: v.picklist(["robust", "zscore", "minmax", "rank"]),
  folds: count,
  repeats: count,
  seed: count,
  blur: v.number(),
  epochs: count,
  points: count,
  abstain: distance,
  resamples: count,
  refits: count,
  sensitivity: v.boolean(),
  intersections: v.boolean(),
  bins: v.record(v.string(), list(v.number())),
});

/** How much evidence there is. */
export const evidenceSchema = v.strictObject({
  observations: count,
  rejected: count,
  accepted: count,
  letters: count,
  paired: count,
  rejectedWithLetter: count,
  contradicting: count,
  weighted: v.boolean(),
  decision: v.strictObject({ column: v.string(), favourable: v.string(), unfavourable: v.string() }),
  features: list(v.string()),
});

/** One method, measured out of fold. */
export const methodSchema = v.strictObject({
  method: v.string(),
  usesLetters: v.boolean(),
  agreement: maybe(v.strictObject({ overall: measuredShare, rejected: measuredShare, accepted: measuredShare })),
  letterConsistency: maybe(measuredShare),
  lettersAccepted: maybe(measuredShare),
  failure: maybe(failure),
});

/** Mixing weights and distances between the clouds. */
export const prototypesSchema = v.strictObject({
  lambda: maybe(v.strictTuple([share, share])),
  distances: maybe(
    v.strictObject({ rejectedToLetters: distance, acceptedToLetters: distance, rejectedToAccepted: distance }),
  ),
  failure: maybe(failure),
});
