import type { OutputColumn } from "./columnar.js";
import type { Cell, Table } from "./table.js";

/**
 * Text as one cell of a comma-separated file: quoted where a comma, a quote, a line end or a space at either end asks
 * for it, and otherwise left exactly as it is. Nothing is neutralised: it is for files that are read back, such as
 * collected decisions; what people open in a spreadsheet is written by `safeCsvCell`.
 */
export function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Control characters other than tabs and line ends, and halves of surrogate pairs, which UTF-8 cannot write.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const UNWRITTEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u;
const SHOWN = 100; // characters of such a text in a message

/** Why a CSV file cannot carry a text so that it is read back; null where it can. */
export function unwrittenWords(text: string): string | null {
  const [character] = UNWRITTEN.exec(text) ?? [];
  if (character === undefined) return null;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `has the character U+${code}, which no CSV file can carry: ${JSON.stringify(text.slice(0, SHOWN))}`;
}

// Also after spaces, which some programs trim; and after apostrophes, so that taking one off always gives the text
// back.
const LIKE_A_FORMULA = /^(?:'*[\t\r\n]|['\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\u2212])/;

/**
 * User text as a cell that no spreadsheet takes for a formula: where it begins with `=`, `+`, `-`, `@`, a tab or a line
 * end,
 * or with a full-width form of one, an apostrophe goes before it, which spreadsheets read as "this is text".
 */
export function safeCsvCell(text: string): string {
  return csvCell(LIKE_A_FORMULA.test(text) ? `'${text}` : text);
}

/** The text behind a cell that `safeCsvCell` made, once its quotes are off. */
export function unsafeText(cell: string): string {
  return cell.startsWith("'") && LIKE_A_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/**
 * The table as comma-separated text (RFC 4180, but with LF line ends): a header with the columns' keys, then the rows.
 * Numbers are the shortest text that reads back to the same bits, unknown values are empty cells, and user text that a
 * spreadsheet would take for a formula has an apostrophe before it. Without a byte-order mark; write it as UTF-8.
 */
export function tableCsv({ columns, rows }: Pick<Table, "columns" | "rows">): string {
  const lines = rows.map((row) => row.map((cell, k) => written(cell, columns[k]?.kind === "text")).join(","));
  return `${[columns.map(({ key }) => key).join(","), ...lines].join("\n")}\n`;
}

export function columnsCsv(columns: readonly OutputColumn[]): string {
  const lines = [columns.map(({ name }) => csvCell(name)).join(",")];
  const rows = columns[0]?.values.length ?? 0;
  for (let i = 0; i < rows; i++) lines.push(columns.map(({ values }) => written(values[i] ?? null, true)).join(","));
  return `${lines.join("\n")}\n`;
}

function written(cell: Cell, isGiven: boolean): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  return isGiven ? safeCsvCell(cell) : csvCell(cell);
}
