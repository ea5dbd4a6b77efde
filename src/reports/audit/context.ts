import type { FigureBlock, TableBlock } from "../../document/document.js";
import { plain } from "../../document/names.js";
import type { Table } from "../../document/table.js";
import { tableAnchor, tableBlock, type ViewOptions } from "../../document/table-view.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Chart, ChartId } from "../charts/charts.js";
import { auditTables } from "./tables/audit-tables.js";
import { AUDIT_WORDS } from "./tables/words.js";

/** What every section is made from. */
export interface Context {
  readonly file: AuditFile;
  readonly tables: readonly Table[];
  readonly charts: readonly Chart[];
}

/** What the sections of an audit are made from. */
export function contextOf(file: AuditFile, charts: readonly Chart[]): Context {
  return { file, tables: auditTables(file), charts };
}

/** The table of that id, about that attribute where there is one per attribute; null when it has no rows. */
export function findTable({ tables }: Context, id: string, attribute: string | null = null): Table | null {
  return tables.find((table) => table.id === id && table.attribute === attribute) ?? null;
}

/** Which table it is: one of its kind, or the one about an attribute. */
type TableName = string | readonly [id: string, attribute: string];

/** A part of a table of the audit; nothing where there is none. */
export function table(context: Context, name: TableName, options: ViewOptions = {}): TableBlock | null {
  const [id, attribute] = typeof name === "string" ? [name, null] : name;
  return tableBlock(findTable(context, id, attribute), options, AUDIT_WORDS);
}

/** What a chart shows, in words, and the table with the same numbers. */
export interface ChartWords {
  /** The attribute or feature, where there is one chart for each. */
  readonly subject?: string;
  readonly title: string;
  /** What can be seen, in words and numbers: spoken in place of the drawing. */
  readonly words: string;
  /** How to read it, where that needs saying; below the drawing. */
  readonly reads?: string;
  readonly table: Table | null;
  /** The part of that table, where the page shows several. */
  readonly part?: string;
}

/** A chart with its caption and a text in its place; nothing where there is nothing to draw. */
export function chart({ charts }: Context, id: ChartId, given: ChartWords): FigureBlock | null {
  const { subject = null, title, words, reads = null, table: source, part } = given;
  const svg = charts.find((one) => one.id === id && one.subject === subject)?.svg;
  if (svg === undefined) return null;
  return {
    kind: "figure",
    title,
    label: plain(`Chart: ${title}. ${words}`),
    reads,
    svg,
    table: source === null ? null : tableAnchor(source, part),
  };
}
