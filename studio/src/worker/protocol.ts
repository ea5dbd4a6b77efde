import type { ErrorPlace } from "../../../src/errors.js";

export interface Question {
  readonly id: number;
  readonly area: string;
  readonly job: string;
  readonly args: unknown;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly label: string;
}

/** Why a job did not end well, as plain data. */
export interface Failure {
  /** A code of the library, or UNEXPECTED. */
  readonly code: string;
  readonly message: string;
  readonly place: ErrorPlace;
}

/** What a worker says to the page: any number of `progress`, then one `result` or `failure`. */
export type Message =
  | { readonly id: number; readonly kind: "progress"; readonly progress: JobProgress }
  | { readonly id: number; readonly kind: "result"; readonly result: unknown }
  | { readonly id: number; readonly kind: "failure"; readonly failure: Failure };
