import type { AuditFile } from "../../findings/audit-file.js";
import type { Chart, ChartId } from "../charts/charts.js";
import type { ReportTable, TableId } from "../tables/report-table.js";
import type { ReportText } from "../text/report-text.js";

/** What every section is made from. */
export interface Context {
  readonly file: AuditFile;
  readonly text: ReportText;
  readonly tables: readonly ReportTable[];
  readonly charts: readonly Chart[];
}

/** The drawing of that id, about that attribute or feature where there is one for each; null when there was nothing to draw. */
export function svgOf({ charts }: Context, id: ChartId, subject: string | null = null): string | null {
  return charts.find((chart) => chart.id === id && chart.subject === subject)?.svg ?? null;
}

/** The table of that id, about that attribute where there is one per attribute; null when it has no rows. */
export function tableOf({ tables }: Context, id: TableId, attribute: string | null = null): ReportTable | null {
  return tables.find((table) => table.id === id && table.attribute === attribute) ?? null;
}
