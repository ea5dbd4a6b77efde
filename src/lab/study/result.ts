import * as v from "valibot";
import { AuditError, issueWords } from "../../errors.js";
import { count, type DataOf, share } from "../../findings/quantities.js";
import type { CellKey } from "./cells.js";
import { family } from "./spec.js";

const number = v.pipe(v.number(), v.finite());
const text = v.string();

const cellKey = {
  dataset: text,
  target: family,
  generator: text,
  n: count,
  balance: v.exactOptional(share),
  method: text,
  seed: count,
} satisfies Record<keyof CellKey, v.GenericSchema>;

/** How a surrogate answers on the reference set. Shares are null where there is no row to count. */
const measures = v.strictObject({
  fidelity: share,
  /** The same over rows whose target score is within 0.05 of ½. */
  nearFidelity: v.nullable(share),
  nearRows: count,
  /** Mean of the shares among rows the target rejects and rows it accepts. */
  balancedFidelity: v.nullable(share),
  accuracy: share,
  targetAccuracy: share,
  acceptedShare: share,
  targetAcceptedShare: share,
  /** Mean of the margins without their signs, in units of the method; null where margins were not looked at. */
  meanMargin: v.nullable(number),
});
export type Measures = DataOf<typeof measures>;

const evidence = v.strictObject({ rejected: count, accepted: count, letters: count });
export type CellEvidence = DataOf<typeof evidence>;

const failure = v.strictObject({ code: text, message: text });
export type CellFailure = DataOf<typeof failure>;

/** Named lists of numbers; null for a number that is not defined. */
const series = v.record(text, v.array(v.nullable(number)));
export type Series = DataOf<typeof series>;

const cellResult = v.strictObject({
  ...cellKey,
  evidence: v.nullable(evidence),
  measures: v.nullable(measures),
  /** Measures by noise level, losses by step and the like, sorted by name; null where a kind of study has none. */
  series: v.nullable(series),
  failure: v.nullable(failure),
});
export type CellResult = DataOf<typeof cellResult>;

/** Where the time went, in seconds. Training and letters are shared by the cells of a group and repeated in each. */
const seconds = v.strictObject({ target: number, letters: number, fit: number, predict: number });

/** A cell with its timing, which differs from run to run and is kept apart from results. */
const timedCell = v.strictObject({ cell: cellResult, seconds });
export type TimedCell = DataOf<typeof timedCell>;

/** The cell in data from a disk or another machine, or what is wrong with them. */
export function readTimedCell(data: unknown): TimedCell | string {
  const { success, output, issues } = v.safeParse(timedCell, data, { abortEarly: true });
  return success ? output : issueWords(issues[0]);
}

/** Any thrown value as a failure: the code and words of an AuditError, or UNEXPECTED. */
export function asCellFailure(error: unknown): CellFailure {
  if (error instanceof AuditError) return { code: error.code, message: error.message };
  return { code: "UNEXPECTED", message: error instanceof Error ? error.message : String(error) };
}
