import type { ChartId } from "../charts/charts.js";
import type { ReportTable } from "../tables/report-table.js";
import { plain } from "../text/name.js";
import type { Statement } from "../text/statement.js";
import type {
  Block,
  CalloutBlock,
  ChartBlock,
  ChartRowBlock,
  DefinitionsBlock,
  HeadingBlock,
  ParagraphBlock,
  TextBlock,
  Words,
} from "./block.js";
import { type Context, svgOf } from "./context.js";
import { tableAnchor } from "./table-block.js";

/** A list of what is there. */
export function shown(...parts: readonly (Block | null)[]): Block[] {
  return parts.flatMap((part) => part ?? []);
}

/** A paragraph of sentences; nothing without any. */
export function paragraph(statements: readonly Statement[]): ParagraphBlock | null {
  return statements.length === 0 ? null : { kind: "paragraph", statements };
}

/** A plain paragraph. */
export function plainText(words: string): TextBlock {
  return { kind: "text", text: words };
}

/** A heading below the section's own. */
export function subheading(title: string): HeadingBlock {
  return { kind: "heading", level: 3, text: title };
}

/** A heading and what stands below it; nothing where nothing does. */
export function headed(title: string, ...parts: readonly (Block | null)[]): Block[] {
  const there = shown(...parts);
  return there.length === 0 ? [] : [subheading(title), ...there];
}

/** A heading below that. */
export function minorHeading(title: string): HeadingBlock {
  return { kind: "heading", level: 4, text: title };
}

/** A box for what must not be overlooked; it has a heading, so colour is not needed to see it. */
export function callout(title: string, words: string): CalloutBlock {
  return { kind: "callout", title, text: words };
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
  readonly table: ReportTable | null;
  /** The part of that table, where the page shows several. */
  readonly part?: string;
}

/** A chart with its caption and a text in its place; nothing where there is nothing to draw. */
export function chart(
  context: Context,
  id: ChartId,
  { subject, title, words, reads, table, part }: ChartWords,
): ChartBlock | null {
  const svg = svgOf(context, id, subject);
  if (svg === null) return null;
  return {
    kind: "chart",
    id,
    title,
    label: plain(context.text.frame.chartLabel(title, words)),
    reads: reads ?? null,
    svg,
    table: table === null ? null : tableAnchor(table, part),
  };
}

/** Two drawings beside each other where there is room; what is missing takes none. */
export function sideBySide(...drawings: readonly (ChartBlock | null)[]): ChartBlock | ChartRowBlock | null {
  const charts = drawings.flatMap((drawing) => drawing ?? []);
  return charts.length < 2 ? (charts[0] ?? null) : { kind: "charts", small: false, charts };
}

/** Several small drawings beside each other where there is room; nothing without any. */
export function abreast(...drawings: readonly (ChartBlock | null)[]): ChartRowBlock | null {
  const charts = drawings.flatMap((drawing) => drawing ?? []);
  return charts.length === 0 ? null : { kind: "charts", small: true, charts };
}

/** Pairs of a name and what is known under it. */
export function definitions(pairs: readonly (readonly [string, Words])[]): DefinitionsBlock {
  return { kind: "definitions", pairs };
}
