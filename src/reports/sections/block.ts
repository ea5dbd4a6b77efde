import type { ChartId } from "../charts/charts.js";
import type { RowEmphasis } from "../tables/report-table.js";
import type { HowKey, Statement } from "../text/statement.js";

/** A text and what it is: words of ours, words of the user (`given`), or a mark where there is nothing to say. */
export type Words = string | { readonly text: string; readonly as: "given" | "long" | "undefined" };

/** A heading below the section's own (3), or below that (4). */
export interface HeadingBlock {
  readonly kind: "heading";
  readonly level: 3 | 4;
  readonly text: string;
}

/** Sentences, each with a reference to the appendix where it has numbers. */
export interface ParagraphBlock {
  readonly kind: "paragraph";
  readonly statements: readonly Statement[];
}

/** A plain paragraph. */
export interface TextBlock {
  readonly kind: "text";
  readonly text: string;
}

/** What must not be overlooked. */
export interface CalloutBlock {
  readonly kind: "callout";
  readonly title: string;
  readonly text: string;
}

/** Commands to type, each after what it does. */
export interface CommandsBlock {
  readonly kind: "commands";
  readonly commands: readonly { readonly text: string; readonly command: string }[];
}

/** Names and what is known under each. */
export interface DefinitionsBlock {
  readonly kind: "definitions";
  readonly pairs: readonly (readonly [string, Words])[];
}

/** A drawing with its caption, and words that stand for it. */
export interface ChartBlock {
  readonly kind: "chart";
  readonly id: ChartId;
  readonly title: string;
  /** What can be seen, in words and numbers: spoken in place of the drawing. */
  readonly label: string;
  /** How to read it, where that needs saying; below the drawing. */
  readonly reads: string | null;
  /** The drawing: one `<svg class="chart">` element of our own making, which needs `CHART_STYLE`. */
  readonly svg: string;
  /** Anchor of the table with the same numbers. */
  readonly table: string | null;
}

/** Drawings beside each other where there is room. */
export interface ChartRowBlock {
  readonly kind: "charts";
  readonly small: boolean;
  readonly charts: readonly ChartBlock[];
}

/** How a column of a table is set. */
export type CellLook = "number" | "words" | "prose" | "hash" | "interval" | "range";

/** A part of a table with every cell written out. */
export interface TableBlock {
  readonly kind: "table";
  /** Stem of the CSV file that holds all of the table. */
  readonly name: string;
  readonly anchor: string;
  readonly title: string;
  readonly how: HowKey | null;
  readonly columns: readonly { readonly label: string; readonly unit: string | null; readonly look: CellLook }[];
  /** Place of the column that names the row. */
  readonly head: number;
  /** Whether it has so few columns that it need not be as wide as the page. */
  readonly narrow: boolean;
  readonly rows: readonly TableRow[];
  readonly notes: readonly string[];
}

/** A row of a table: one cell per column. */
export interface TableRow {
  readonly emphasis: RowEmphasis;
  /** Why it stands out: beside its name. */
  readonly label: string | null;
  readonly cells: readonly Words[];
}

/** A part of a section, as data: pages of all kinds are made from it. */
export type Block =
  | HeadingBlock
  | ParagraphBlock
  | TextBlock
  | CalloutBlock
  | CommandsBlock
  | DefinitionsBlock
  | ChartBlock
  | ChartRowBlock
  | TableBlock;

/** A chapter of the report before it has a number. */
export interface Section {
  /** Its anchor: a fixed word, never one of the user's. */
  readonly id: string;
  readonly title: string;
  /** What this says, in two or three sentences. */
  readonly says: readonly Statement[];
  readonly body: readonly Block[];
  readonly limits: readonly string[];
}
