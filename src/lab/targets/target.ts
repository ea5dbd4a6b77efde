import type { FittedClassifier } from "../../classifiers/classifier.js";
import type { Encoder } from "../../encode/encoder.js";
import type { Table } from "../../input/table.js";

/** An accept/reject model on raw rows. Reconstruction never sees one: only studies and letter generators do. */
export interface Target {
  readonly name: string;
  /** 1 = favourable, one per row. */
  decide(table: Table): Uint8Array;
  /** Score in [0, 1], ≥ ½ exactly where the decision is 1. For evaluation only: an auditor never has it. */
  score(table: Table): Float64Array;
}

/** Kinds of target trained here. */
export type TargetFamily = "lr" | "mlp" | "dt" | "rf" | "gb";

/** A target trained here, open to the letter generators that look inside. */
export interface TrainedTarget extends Target {
  readonly family: TargetFamily;
  /** The target's own encoder, fitted on its own training rows. */
  readonly encoder: Encoder;
  readonly classifier: FittedClassifier;
}
