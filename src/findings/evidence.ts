import * as v from "valibot";
import type { ErrorCode } from "../errors.js";
import { columnType, count, type DataOf, list, maybe, openWord, sha256Text } from "./quantities.js";

/** An error stops an audit, a warning changes what its numbers mean, a note is good to know. */
const severity = v.picklist(["error", "warning", "note"]);

/** One kind of trouble in the user's files, however often it occurs. */
export const problemSchema = v.strictObject({
  severity,
  code: openWord<ErrorCode>(),
  /** For people: what is wrong, where, and the way out. */
  message: v.string(),
  file: maybe(v.string()),
  column: maybe(v.string()),
  /** How often it occurs. */
  count,
  /** Up to five example rows, as a spreadsheet counts them: the header is row 1. */
  rows: list(count),
});

/** A file the audit was made from. */
export const evidenceFile = v.strictObject({
  /** The last part of its path: no folder of anybody's machine is recorded. */
  name: v.string(),
  bytes: count,
  sha256: sha256Text,
  /** Rows below the header. */
  rows: count,
});

/** The files the audit was made from. */
export const filesSchema = v.strictObject({
  decisions: evidenceFile,
  letters: maybe(evidenceFile),
  population: maybe(evidenceFile),
});

/** What the user says the audit is about; null where nothing was said. */
export const identitySchema = v.strictObject({
  /** The audited system: "Loan desk of Example Bank". */
  system: maybe(v.string()),
  /** What is decided: "consumer loan up to 10,000". */
  purpose: maybe(v.string()),
  /** "January to June 2026". */
  period: maybe(v.string()),
  /** Who made the audit. */
  auditor: maybe(v.string()),
  /** Date to print, as given; the tool never reads the clock. */
  date: maybe(v.string()),
  notes: maybe(v.string()),
});

/** A column of the decisions file in one line. */
export const columnSchema = v.strictObject({
  name: v.string(),
  role: v.picklist(["decision", "id", "weight", "outcome", "ignored", "feature"]),
  sensitive: v.boolean(),
  immutable: v.boolean(),
  type: columnType,
  /** Rows without a value. */
  missing: count,
  /** Different values, missing ones not counted. */
  distinct: count,
});

/** How much evidence there is. */
export const evidenceSchema = v.strictObject({
  observations: count,
  rejected: count,
  accepted: count,
  letters: count,
  /** Letters whose person is known. */
  paired: count,
  /** Rejected people with at least one letter of their own. */
  rejectedWithLetter: count,
  /** People with exactly the features of somebody who got the other decision: no rule on these columns gives both. */
  contradicting: count,
  /** Whether observations carry sampling weights. */
  weighted: v.boolean(),
  decision: v.strictObject({ column: v.string(), favourable: v.string(), unfavourable: v.string() }),
  /** Sorted by name. */
  features: list(v.string()),
});

export type Severity = DataOf<typeof severity>;
export type Problem = DataOf<typeof problemSchema>;
export type EvidenceFile = DataOf<typeof evidenceFile>;
export type Identity = DataOf<typeof identitySchema>;
export type ColumnSummary = DataOf<typeof columnSchema>;
export type EvidenceSummary = DataOf<typeof evidenceSchema>;
