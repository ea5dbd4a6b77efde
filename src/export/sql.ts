import type { FeatureCode } from "../encode/encoder-data.js";
import { withDefaults } from "../options.js";
import type { Model } from "../surrogate/model.js";
import { ruleExpressions } from "./expression.js";
import { ruleOf } from "./rule.js";
import { sqlComment, sqlName, sqlNumber, sqlText, sqlWriter } from "./sql-expression.js";

export interface SqlOptions {
  /** Table or view that has one row per person; a dot separates schema and table. @default "people" */
  readonly table?: string;
  /** Further columns of the table to hand on, such as an id. @default none */
  readonly keep?: readonly string[];
}

/**
 * The model as one SELECT: the columns of `keep` and of the model, then `recast_margin`, `recast_score` and
 * `recast_decision` in the words of the decisions file, or NULL where a model with an abstention margin is undecided.
 * A missing value is NULL. Where a column begins with `recast_` itself, the names get another underscore.
 */
export function toSql(model: Model, given: SqlOptions = {}): string {
  const { table, keep } = withDefaults<Required<SqlOptions>>("sql", { table: "people", keep: [] }, given);
  const { encoder, abstain, decision } = model;
  const { margin, score } = ruleExpressions(ruleOf(model), encoder);
  const carried = [...new Set([...keep, ...encoder.features.map(({ name }) => name)])];
  const prefix = freePrefix(carried);
  const writer = sqlWriter(encoder, prefix);
  const [marginText, scoreText] = [writer.write(margin), writer.write(score)];

  const first = [
    ...carried.map(sqlName),
    ...encoder.features.map((code, feature) => `${filledText(code)} AS ${writer.filled({ feature })}`),
  ];
  const source = table.split(".").map(sqlName).join(".");
  const steps = [selected(first, source)];
  for (const columns of writer.steps) {
    const before = sqlName(`${prefix}step${steps.length}`);
    steps.push(selected([`${before}.*`, ...columns.map(({ name, text }) => `${text} AS ${name}`)], before));
  }
  const undecided = abstain > 0 ? `WHEN ABS(${marginText}) < ${sqlNumber(abstain)} THEN NULL ` : "";
  const accepted = `WHEN ${marginText} >= 0 THEN ${sqlText(decision.favourable)}`;
  const outputs = [
    `${marginText} AS ${sqlName(`${prefix}margin`)}`,
    `${scoreText} AS ${sqlName(`${prefix}score`)}`,
    `CASE ${undecided}${accepted} ELSE ${sqlText(decision.unfavourable)} END AS ${sqlName(`${prefix}decision`)}`,
  ];
  const tables = [
    ...writer.tables.map(({ name, text }) => `${name} AS (\n${text}\n)`),
    ...steps.map((text, k) => `${sqlName(`${prefix}step${k + 1}`)} AS (\n${text}\n)`),
  ];
  return [
    `-- Rebuilt model of method '${model.method}' for ${sqlComment(decision.column)}; ` +
      `margins of 0 and above are '${sqlComment(decision.favourable)}'.`,
    `WITH ${tables.join(",\n")}`,
    `${selected([...carried.map(sqlName), ...outputs], sqlName(`${prefix}step${steps.length}`))};`,
    "",
  ].join("\n");
}

function selected(columns: readonly string[], from: string): string {
  return `SELECT\n  ${columns.join(",\n  ")}\nFROM ${from}`;
}

/** The value, or what stands in for a missing one. */
function filledText(code: FeatureCode): string {
  const column = sqlName(code.name);
  if (code.type === "number") return `COALESCE(CAST(${column} AS DOUBLE PRECISION), ${sqlNumber(code.fill)})`;
  return code.fill === null ? column : `COALESCE(${column}, ${sqlText(code.fill)})`;
}

/** A beginning for names of our own that no carried column has. */
function freePrefix(carried: readonly string[]): string {
  let prefix = "recast_";
  while (carried.some((name) => name.toLowerCase().startsWith(prefix))) prefix = `${prefix}_`;
  return prefix;
}
