import type { FeatureSchema } from "../../input/evidence.js";
import type { Table } from "../../input/table.js";

/** Rows with true outcomes, to train targets on and to study reconstruction with. */
export interface DataSet {
  readonly name: string;
  readonly features: readonly FeatureSchema[];
  /** Feature columns only, in the order of `features`. */
  readonly table: Table;
  /** 1 = favourable outcome, one per row; with `classes` the place of the outcome among them. */
  readonly labels: Uint8Array;
  /** With more than two outcomes, their names and whether later ones are better. @default two, 1 the better */
  readonly classes?: { readonly names: readonly string[]; readonly ordered: boolean };
  /** Features to compare groups by. */
  readonly sensitive: readonly string[];
  /** Rows of another origin that surrogates are measured on. @default rows held out of `table` */
  readonly reference?: { readonly table: Table; readonly labels: Uint8Array };
  /** "none" where the numbers share a unit that should be kept, as pixels do. @default each has its own scale */
  readonly scaling?: "none";
  /** One text per row, where rows are texts. @default none */
  readonly texts?: readonly string[];
}
