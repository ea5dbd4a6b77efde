import type { PersonResults } from "../audit.js";
import type { OutputFile } from "../certificate/manifest.js";
import { canonicalJson } from "../document/canonical-json.js";
import { columnarBytes, type OutputColumn, tableColumns } from "../document/columnar.js";
import { columnsCsv, tableCsv } from "../document/csv.js";
import type { Table } from "../document/table.js";
import type { AuditFile } from "../findings/audit-file.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import type { NeedsTwo } from "../options.js";
import { renderReport } from "../reports/audit/audit-document.js";
import { auditTables } from "../reports/audit/tables/audit-tables.js";
import { renderClassReport } from "../reports/classes/class-document.js";
import { classTables } from "../reports/classes/class-tables.js";
import { auditSarif } from "../reports/sarif.js";
import type { TemplateName } from "../settings/settings.js";
import type { ClassModel } from "../surrogate/class-model.js";
import type { Model } from "../surrogate/model.js";
import type { AuditConfiguration } from "./configuration.js";
import { configurationText } from "./configuration-text.js";
import { peopleColumns } from "./people-columns.js";
import type { ByRole, InputPlace } from "./sources.js";

/** What this stage does not do for more than two decisions. */
export const templatesNeedTwo: NeedsTwo = {
  what: "templates",
  reason: "their pages are written for two decisions only",
  settings: ["template"],
};

/** What an audit found: of two decisions with a line per person, of more without. */
export type Findings =
  | { readonly file: AuditFile; readonly model: Model; readonly people: PersonResults }
  | { readonly file: ClassAuditFile; readonly model: ClassModel; readonly people?: undefined };

/** What the files of an audit folder are made from. */
export type OutputParts = Findings & {
  /** Row of each person in the decisions file. */
  readonly rows: Int32Array;
  readonly inputs: ByRole<InputPlace>;
  readonly configuration: AuditConfiguration;
  readonly template: TemplateName | undefined;
};

/**
 * Every file of an audit folder but the manifest. All but the model, the people and the configuration are functions
 * of audit.json.
 */
export async function auditOutputs(parts: OutputParts): Promise<readonly OutputFile[]> {
  const { file, model, inputs, configuration } = parts;
  const tables = parts.people === undefined ? classTables(parts.file) : auditTables(parts.file);
  const everybody = parts.people && peopleColumns(parts.people, parts.rows, parts.file.evidence.decision);
  return [
    { path: "audit.json", text: canonicalJson(file) },
    { path: "surrogate.json", text: canonicalJson(model) },
    ...reportFiles(parts),
    { path: "audit.yaml", text: await configurationText(inputs, configuration) },
    ...tables.map((table) => ({ path: `tables/${table.name}.csv`, text: tableCsv(table) })),
    ...(everybody === undefined ? [] : [{ path: "tables/people.csv", text: columnsCsv(everybody) }]),
    ...(await columnarTables(tables, everybody, configuration.tables)),
  ];
}

function reportFiles({ people, file, template = "general" }: OutputParts): readonly OutputFile[] {
  if (people === undefined) return [{ path: "report.html", text: renderClassReport(file) }];
  return [
    { path: "report.html", text: renderReport(file, { template }) },
    { path: "findings.sarif", text: canonicalJson(auditSarif(file)) },
  ];
}

/**
 * The same tables column by column, where they were asked for; unlike in the CSV files, nothing is put before text
 * that looks like a formula.
 */
async function columnarTables(
  tables: readonly Table[],
  people: readonly OutputColumn[] | undefined,
  format: string | undefined,
): Promise<readonly OutputFile[]> {
  if (format === undefined) return [];
  const kind = format === "arrow" ? "arrow" : "parquet";
  const all = [
    ...tables.map((table) => ({ name: table.name, columns: tableColumns(table) })),
    ...(people === undefined ? [] : [{ name: "people", columns: people }]),
  ];
  return Promise.all(
    all.map(async ({ name, columns }) => ({
      path: `tables/${name}.${kind}`,
      text: await columnarBytes(kind, columns),
    })),
  );
}
