import type { FigureBlock, TableBlock } from "../../document/document.js";
import { plain } from "../../document/names.js";
import type { Table } from "../../document/table.js";
import { tableAnchor, tableBlock, type ViewOptions } from "../../document/table-view.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Chart, ChartId } from "../charts/charts.js";
import { auditTables } from "./tables/audit-tables.js";
import { AUDIT_WORDS } from "./tables/words.js";

/** What a chart shows, in words, and the table with the same numbers. */
interface ChartWords {
  /** The attribute or feature, where there is one chart for each. */
  readonly subject?: string;
  readonly title: string;
  /** What can be seen, in words and numbers: spoken in place of the drawing. @default what `reads` says */
  readonly words?: string;
  /** How to read it, where that needs saying; below the drawing. */
  readonly reads?: string;
  /** The table, null for none. @default the one with the chart's id, if there is one */
  readonly table?: string | null;
  /** The part of that table, where the page shows several. */
  readonly part?: string;
}

export interface Context {
  readonly file: AuditFile;
  /** Whether there is such a table. */
  has(id: string): boolean;
  /** A part of a table, of the one about an attribute where there is one for each; nothing where there is none. */
  table(name: string | readonly [id: string, attribute: string], options?: ViewOptions): TableBlock | null;
  /** A chart with its caption and a text in its place; nothing where there is nothing to draw. */
  chart(id: ChartId, given: ChartWords): FigureBlock | null;
}

export function contextOf(file: AuditFile, charts: readonly Chart[]): Context {
  const tables = auditTables(file);
  const find = (id: string, attribute: string | null = null): Table | null =>
    tables.find((table) => table.id === id && table.attribute === attribute) ?? null;
  return {
    file,
    has: (id) => find(id) !== null,
    table: (name, options = {}) =>
      tableBlock(typeof name === "string" ? find(name) : find(...name), options, AUDIT_WORDS),
    chart(id, { subject = null, title, reads = null, words = reads ?? "", table = id, part }) {
      const svg = charts.find((one) => one.id === id && one.subject === subject)?.svg;
      if (svg === undefined) return null;
      const source = table === null ? null : (find(table, subject) ?? find(table));
      const anchor = source && tableAnchor(source, part);
      return { kind: "figure", title, label: plain(`Chart: ${title}. ${words}`), reads, svg, table: anchor };
    },
  };
}
