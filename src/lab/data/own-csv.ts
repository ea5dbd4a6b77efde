import type { TableSource } from "../../input/csv.js";
import { parseDecisions } from "../../input/decisions.js";
import { withDefaults } from "../../options.js";
import type { DataSet } from "./data-set.js";

/** What the columns of a user's own file are for. */
export interface OwnCsvOptions {
  /** Column with the outcome a target is to learn. */
  readonly label: string;
  /** The value of that column that is good for the person. @default guessed from an unmistakable word such as `yes` */
  readonly favourable?: string | null;
  /** Features to compare groups by. @default none */
  readonly sensitive?: readonly string[];
  /** Features a letter must leave alone. @default the sensitive ones */
  readonly immutable?: readonly string[] | null;
  /** Columns that are no features. @default none */
  readonly ignore?: readonly string[];
  /** Name of the file, for messages and as the name of the data set. */
  readonly file: string;
}

const DEFAULTS: Required<OwnCsvOptions> = {
  label: "",
  favourable: null,
  sensitive: [],
  immutable: null,
  ignore: [],
  file: "data",
};

/** A user's own file as a data set: read like a decisions file, with true outcomes in place of decisions. */
export function dataSetFromCsv(rows: TableSource, given: OwnCsvOptions): DataSet {
  const { label, ...roles } = withDefaults("dataSetFromCsv", DEFAULTS, given);
  const immutable = roles.immutable ?? roles.sensitive;
  const { schema, observations, decisions } = parseDecisions(rows, { ...roles, immutable, decision: label });
  return {
    name: roles.file.replace(/\.(csv|tsv|txt)(\.gz)?$/i, ""),
    features: schema.features,
    table: observations,
    labels: decisions,
    sensitive: schema.sensitive.filter((name) => schema.features.some((feature) => feature.name === name)),
  };
}
