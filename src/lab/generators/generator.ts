import type { Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Target } from "../targets/target.js";

/** Rejected people who ask what would have to change. */
export interface LetterRequest {
  /** Raw rows the target rejects. */
  readonly rejected: Table;
  readonly target: Target;
  /** Raw rows the platform may draw on (its training rows): neighbours, ranges, a generative model. */
  readonly pool: Table;
  /** Features a letter must leave alone. */
  readonly immutable: readonly string[];
  readonly seed: number;
  /** The text of each rejected row, where rows are texts. */
  readonly texts?: readonly string[];
}

/** One letter per rejected row, or an honest "not found". */
export interface GeneratedLetters {
  /** As many rows as were asked for; where nothing was found, the person's own row. */
  readonly rows: Table;
  /** 1 where the target accepts the row and no immutable feature was touched. */
  readonly found: Uint8Array;
  /** Whether letters name thresholds: one step short of the row the target still rejects. @default false */
  readonly areThresholds?: boolean;
  /** What people are told counts against them. @default nothing */
  readonly reasons?: GeneratedReasons;
}

/** Features that notices name. */
export interface GeneratedReasons {
  /** The features that can be named. */
  readonly citable: readonly string[];
  /** For each person the places of theirs among `citable`, the one that counts most first. */
  readonly cited: readonly Int32Array[];
  /** For each of those what would have helped: 1 a higher value, −1 a lower one. @default it is not said */
  readonly directions?: readonly Int8Array[];
}

/** A way to write letters: options only, no data. */
export interface Generator {
  readonly name: string;
  generate(request: LetterRequest, kernels: Kernels): GeneratedLetters;
}
