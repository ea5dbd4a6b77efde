import type { FeatureSchema } from "../evidence/evidence.js";
import type { Table } from "../evidence/table.js";

/** Rows with true outcomes, to train targets on and to study reconstruction with. */
export interface DataSet {
  readonly name: string;
  readonly features: readonly FeatureSchema[];
  /** Feature columns only, in the order of `features`. */
  readonly table: Table;
  /** 1 = favourable outcome, one per row. */
  readonly labels: Uint8Array;
  /** Features to compare groups by. */
  readonly sensitive: readonly string[];
}
