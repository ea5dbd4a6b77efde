import type { Block, TableBlock, TableRow, Words } from "./document.js";
import { plain } from "./names.js";
import { printable } from "./printable.js";

/** Makes text bold, dim … or leaves it alone where colours are not wanted. */
type Colors = Readonly<Record<"bold" | "dim" | "yellow" | "red", (text: string) => string>>;

/**
 * Text for a terminal, built piece by piece. Everything passed in is made printable here, before any colour is added,
 * so no value of the user's can move the cursor.
 */
export interface Page {
  title(text: string): void;
  heading(text: string): void;
  /** A paragraph, wrapped to the width; further lines are indented by `hang` more. */
  text(text: string, hang?: number): void;
  /** The same in a colour for good news, warnings or things of less weight. */
  text(text: string, hang: number, style: "dim" | "yellow" | "red" | "bold"): void;
  line(text: string): void;
  table(table: TableBlock | null): void;
  /** Any part of a document but drawings. */
  blocks(blocks: readonly Block[]): void;
  pairs(pairs: readonly (readonly [string, string])[]): void;
  blank(): void;
  toString(): string;
}

const INDENT = "  ";

/**
 * An empty page for a terminal `columns` wide, 0 or undefined where that is not known; lines are at most 100
 * characters, and never fewer than 40.
 */
export function page(colors: Colors, columns: number | undefined): Page {
  const width = Math.min(Math.max(columns || 100, 40), 100);
  const lines: string[] = [];

  function put(text: string, hang: number, style: (line: string) => string): void {
    for (const line of wrap(printable(text), width - INDENT.length, hang)) lines.push(`${INDENT}${style(line)}`);
  }

  return {
    title(text) {
      lines.push("", colors.bold(printable(text)));
    },
    heading(text) {
      lines.push("", `${INDENT}${colors.bold(printable(text))}`);
    },
    text(text: string, hang = 0, style?: "dim" | "yellow" | "red" | "bold") {
      put(text, hang, style === undefined ? asItIs : colors[style]);
    },
    line(text) {
      lines.push(`${INDENT}${printable(text)}`);
    },
    table(table) {
      if (table === null) return;
      const { columns, rows } = table;
      const isMarked = rows.some(({ emphasis }) => emphasis === "highlight");
      const heads = columns.map(({ label, unit }, j) => {
        const start = isMarked && j === table.head ? "  " : "";
        return printable(`${start}${label}${unit === null ? "" : " (points)"}`);
      });
      const cells = namedRows(table).map((row) => row.map(printable));
      const { widths, gap } = columnWidths(heads, cells, width - INDENT.length);
      const wrapped = heads.map((label, j) => wrap(label, widths[j] ?? 0, 0));
      const most = Math.max(...wrapped.map(({ length: lines }) => lines));
      const headLines = Array.from({ length: most }, (_, i) => wrapped.map((parts) => parts[i] ?? ""));
      for (const [i, row] of [...headLines, ...cells].entries()) {
        const line = row
          .map((cell, j) => {
            const space = " ".repeat(Math.max(0, (widths[j] ?? 0) - length(cell)));
            return isFlushRight(table, j) ? space + cell : cell + space;
          })
          .join(gap)
          .trimEnd();
        const style = i < most ? colors.dim : rows[i - most]?.emphasis === "highlight" ? colors.bold : asItIs;
        lines.push(`${INDENT}${style(line)}`);
      }
    },
    blocks(blocks) {
      for (const block of blocks) putBlock(this, block);
    },
    pairs(pairs) {
      const names = pairs.map(([name]) => printable(name));
      const widest = longest(names);
      for (const [i, [, value]] of pairs.entries()) {
        const name = names[i] ?? "";
        const label = `${name}${" ".repeat(widest - length(name))}`;
        const [first = "", ...rest] = wrap(printable(value), width - widest - 5, 0);
        lines.push(`${INDENT}${colors.dim(label)}   ${first}`);
        for (const line of rest) lines.push(`${INDENT}${" ".repeat(widest)}   ${line}`);
      }
    },
    blank() {
      lines.push("");
    },
    // no line is wrapped any more, and plain spaces are what people search for
    toString: () => `${lines.join("\n")}\n`.replaceAll("\u00A0", " "),
  };
}

function asItIs(line: string): string {
  return line;
}

function putBlock(sheet: Page, block: Block): void {
  switch (block.kind) {
    case "heading":
      sheet.heading(plain(block.text));
      break;
    case "paragraph":
      sheet.text(plain(block.statements.map(({ text }) => text).join(" ")));
      break;
    case "list":
      for (const item of block.items) sheet.text(`- ${plain(item)}`, 2);
      break;
    case "note":
      sheet.text(plain(`${block.title}. ${block.text}`), 2, "yellow");
      break;
    case "commands":
      for (const { text, command } of block.commands) {
        sheet.text(text);
        sheet.line(command);
      }
      break;
    case "definitions":
      sheet.pairs(block.pairs.map(([name, value]) => [plain(name), textOf(value)]));
      break;
    case "table":
      sheet.table(block);
      break;
    default: // drawings: their numbers are in tables
  }
}

/** As wide as the widest cell and heading; where the table would not fit, headings are wrapped and the gaps smaller. */
function columnWidths(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  room: number,
): { readonly widths: readonly number[]; readonly gap: string } {
  const cells = heads.map((_, j) => longest(rows.map((row) => row[j] ?? "")));
  const wide = heads.map((head, j) => Math.max(length(head), cells[j] ?? 0));
  const narrow = heads.map((head, j) => Math.max(longest(head.split(" ")), cells[j] ?? 0));
  const fits = (widths: readonly number[]) =>
    widths.reduce((sum, width) => sum + width, 3 * (heads.length - 1)) <= room;
  const widths = fits(wide) ? wide : narrow;
  return { widths, gap: fits(widths) ? "   " : "  " };
}

/** Rows as texts; why one stands out is said beside its name. */
function namedRows({ rows, head }: TableBlock): string[][] {
  const isMarked = ({ emphasis }: TableRow) => emphasis === "highlight";
  const marks = rows.some(isMarked);
  return rows.map((row) =>
    row.cells.map((cell, j) => {
      if (j !== head) return textOf(cell);
      const start = marks ? (isMarked(row) ? "▸ " : "  ") : "";
      return `${start}${textOf(cell)}${row.label === null || isMarked(row) ? "" : `, ${row.label}`}`;
    }),
  );
}

function isFlushRight({ columns, head }: TableBlock, j: number): boolean {
  const look = columns[j]?.look;
  return j !== head && (look === "number" || look === "interval" || look === "range");
}

function textOf(words: Words): string {
  return plain(typeof words === "string" ? words : words.text);
}

/** Characters as a reader counts them; wide ones count as one. */
function length(text: string): number {
  return [...text].length;
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, length(text)), 0);
}

/** Words laid into lines of at most `width` characters; a longer word has a line of its own. Leading spaces stay. */
function wrap(text: string, width: number, hang: number): string[] {
  const lines: string[] = [];
  const lead = /^ */.exec(text)?.[0] ?? "";
  let line = lead;
  for (const word of text.slice(lead.length).split(" ")) {
    if (line.trim() === "") line += word;
    else if (length(line) + 1 + length(word) <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = " ".repeat(hang) + word;
    }
  }
  lines.push(line);
  return lines;
}
