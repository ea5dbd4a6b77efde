import type { Colors } from "./io.js";
import { printable } from "./printable.js";

/** A table for the terminal: the first column is text, the others are set flush right. */
export interface PageTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Index of a row to set in bold, beside a mark in words or signs of its own. */
  readonly emphasise?: number;
  /** Columns set flush left. @default the first */
  readonly left?: readonly number[];
}

/**
 * Text for a terminal, built piece by piece. Everything passed in is made printable here, before any colour is
 * added, so no value of the user's can move the cursor.
 */
export interface Page {
  title(text: string): void;
  heading(text: string): void;
  /** A paragraph, wrapped to the width; further lines are indented by `hang` more. */
  text(text: string, hang?: number): void;
  /** The same in a colour for good news, warnings or things of less weight. */
  text(text: string, hang: number, style: "dim" | "yellow" | "red" | "bold"): void;
  /** A line to copy, never wrapped. */
  line(text: string): void;
  table(table: PageTable): void;
  /** Names and values, one pair per line. */
  pairs(pairs: readonly (readonly [string, string])[]): void;
  blank(): void;
  toString(): string;
}

const INDENT = "  ";

/** An empty page for a terminal `columns` wide, 0 or undefined where that is not known; lines are at most 100 characters, and never fewer than 40. */
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
      put(text, hang, style === undefined ? (line) => line : colors[style]);
    },
    line(text) {
      lines.push(`${INDENT}${printable(text)}`);
    },
    table({ head, rows, emphasise, left = [0] }) {
      const cells = [head, ...rows].map((row) => row.map(printable));
      const widths = head.map((_, j) => longest(cells.map((row) => row[j] ?? "")));
      for (const [i, row] of cells.entries()) {
        const line = row
          .map((cell, j) => {
            const space = " ".repeat(Math.max(0, (widths[j] ?? 0) - length(cell)));
            return left.includes(j) ? cell + space : space + cell;
          })
          .join("   ")
          .trimEnd();
        const style = i === 0 ? colors.dim : i - 1 === emphasise ? colors.bold : (text: string) => text;
        lines.push(`${INDENT}${style(line)}`);
      }
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
    toString: () => `${lines.join("\n")}\n`,
  };
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
