import { AuditError } from "../../errors.js";
import type { CellKey } from "./cells.js";
import type { Measures } from "./measures.js";

export interface CellEvidence {
  readonly rejected: number;
  readonly accepted: number;
  readonly letters: number;
}

export interface CellFailure {
  readonly code: string;
  readonly message: string;
}

/** Named lists of numbers; null for a number that is not defined. */
export type Series = Readonly<Record<string, readonly (number | null)[]>>;

export interface CellResult extends CellKey {
  readonly evidence: CellEvidence | null;
  readonly measures: Measures | null;
  /** Measures by noise level, losses by step and the like, sorted by name; null where a kind of study has none. */
  readonly series: Series | null;
  readonly failure: CellFailure | null;
}

/** Where the time went, in seconds. Training and letters are shared by the cells of a group and repeated in each. */
export interface CellSeconds {
  readonly target: number;
  readonly letters: number;
  readonly fit: number;
  readonly predict: number;
}

/** A cell with its timing, which differs from run to run and is kept apart from results. */
export interface TimedCell {
  readonly cell: CellResult;
  readonly seconds: CellSeconds;
}

/** Any thrown value as a failure: the code and words of an AuditError, or UNEXPECTED. */
export function asCellFailure(error: unknown): CellFailure {
  if (error instanceof AuditError) return { code: error.code, message: error.message };
  return { code: "UNEXPECTED", message: error instanceof Error ? error.message : String(error) };
}
