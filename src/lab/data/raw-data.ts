import { AuditError } from "../../errors.js";
import { inspectCsv } from "../../input/csv.js";
import type { FeatureSchema } from "../../input/evidence.js";
import { throwFirstError } from "../../input/problem.js";
import type { RawColumn, RawTable } from "../../input/raw-table.js";
import { keepRows } from "../../input/raw-table.js";
import { readColumn, toColumn } from "../../input/values.js";
import type { DataSet } from "./data-set.js";

/** How a published file becomes a data set. */
export interface DataSetPlan {
  readonly name: string;
  readonly features: readonly FeatureSchema[];
  readonly sensitive: readonly string[];
  /** Cells that mean "missing"; an empty cell always does. */
  readonly missing: readonly string[];
  /** 1 for each row of the file to keep. */
  readonly keep: Uint8Array;
  /** 1 = favourable, one per row of the file, kept or not. */
  readonly labels: Uint8Array;
}

/** Comma-separated text cut into columns; anything wrong with it is thrown. */
export function cutCsv(text: string, file: string): RawTable {
  const { table, problems } = inspectCsv(text, { file, delimiter: "," });
  throwFirstError(problems);
  if (table === null) throw new Error("a file without errors has a table");
  return table;
}

/** The first column of that name: a file may repeat names. */
export function rawColumn(table: RawTable, name: string): RawColumn {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) {
    throw new AuditError(
      "COLUMN_MISSING",
      `${table.file} has no column '${name}'; it is not the published file: get it again with 'recast data pull'`,
      { file: table.file, column: name },
    );
  }
  return column;
}

/** 1 for each row whose cell satisfies the condition. Each distinct cell is looked at once. */
export function rowMask({ codes, levels }: RawColumn, condition: (cell: string) => boolean): Uint8Array {
  const satisfied = Uint8Array.from(levels, (level) => (condition(level) ? 1 : 0));
  return Uint8Array.from(codes, (code) => satisfied[code]!);
}

/** Labels of a column with two words: 1 for `favourable`, 0 for `unfavourable`, anything else refused. */
export function binaryLabels(
  table: RawTable,
  name: string,
  { favourable, unfavourable }: { readonly favourable: string; readonly unfavourable: string },
): Uint8Array {
  const column = rawColumn(table, name);
  const strange = column.levels.find((level) => level !== favourable && level !== unfavourable);
  if (strange !== undefined) {
    throw new AuditError(
      "DECISION_NOT_BINARY",
      `${table.file}, column '${name}': expected '${favourable}' or '${unfavourable}', found '${strange}'`,
      { file: table.file, column: name },
    );
  }
  return rowMask(column, (level) => level === favourable);
}

/** The rows to keep with their features typed as planned. */
export function makeDataSet(table: RawTable, plan: DataSetPlan): DataSet {
  const markers = new Set(plan.missing);
  const kept = keepRows(
    plan.features.map(({ name }) => rawColumn(table, name)),
    plan.keep,
  );
  const columns = kept.map((column, k) => toColumn(readColumn(column, markers, plan.features[k]!.type)));
  const labels = plan.labels.filter((_, i) => plan.keep[i] === 1);
  return {
    name: plan.name,
    features: plan.features,
    table: { rows: labels.length, columns },
    labels,
    sensitive: plan.sensitive,
  };
}

/** Feature schemas from two lists of names; those in `immutable` cannot be asked to change. */
export function planFeatures(
  names: { readonly numbers: readonly string[]; readonly categories: readonly string[] },
  immutable: readonly string[],
): FeatureSchema[] {
  const feature = (name: string, type: FeatureSchema["type"]) => ({ name, type, immutable: immutable.includes(name) });
  return [
    ...names.numbers.map((name) => feature(name, "number")),
    ...names.categories.map((name) => feature(name, "category")),
  ];
}
