import type { PersonResults } from "../audit.js";
import type { OutputFile } from "../certificate/manifest.js";
import { canonicalJson } from "../document/canonical-json.js";
import { columnarBytes, type OutputColumn } from "../document/columnar-write.js";
import { tableCsv } from "../document/table-csv.js";
import type { AuditFile } from "../findings/audit-file.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import type { NeedsTwo } from "../options.js";
import { renderClassReport } from "../reports/class-page.js";
import { type ClassTable, classTables } from "../reports/class-tables.js";
import { renderReport } from "../reports/html/report.js";
import { auditSarif } from "../reports/sarif.js";
import { auditTables } from "../reports/tables/audit-tables.js";
import type { ReportTable } from "../reports/tables/report-table.js";
import type { TemplateName } from "../settings/settings.js";
import type { ClassModel } from "../surrogate/class-model.js";
import type { Model } from "../surrogate/model.js";
import type { AuditConfiguration } from "./configuration.js";
import { configurationText } from "./configuration-text.js";
import { columnsCsv, peopleColumns } from "./people-columns.js";
import type { ByRole, InputPlace } from "./sources.js";

/** What this stage does not do for more than two decisions. */
export const templatesNeedTwo: NeedsTwo = {
  what: "templates",
  reason: "their pages are written for two decisions only",
  settings: ["template"],
};

type ColumnTable = ReportTable | ClassTable;

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

/** Every file of an audit folder but the manifest. All but the model, the people and the configuration are functions of audit.json. */
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

/** The same tables column by column, where they were asked for; unlike in the CSV files, nothing is put before text that looks like a formula. */
async function columnarTables(
  tables: readonly ColumnTable[],
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

function tableColumns({ columns, rows }: ColumnTable): readonly OutputColumn[] {
  return columns.map(({ key, kind }, k) => ({
    name: key,
    type: kind === "text" || kind === "word" ? "text" : kind === "count" ? "integer" : "number",
    values: rows.map((row) => row[k] ?? null),
  }));
}
