/**
 * Text as one cell of a comma-separated file: quoted where a comma, a quote, a line end or a space at either end
 * asks for it, and otherwise left exactly as it is. Nothing is neutralised: a cell that begins with `=` stays so.
 */
export function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Also after spaces, which some programs trim; and after apostrophes, so that taking one off always gives the text back.
const LIKE_A_FORMULA = /^(?:'*[\t\r\n]|['\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\u2212])/;

/**
 * User text as a cell that no spreadsheet takes for a formula: where it begins with `=`, `+`, `-`, `@`, a tab or a line end,
 * or with a full-width form of one, an apostrophe goes before it, which spreadsheets read as "this is text".
 */
export function safeCsvCell(text: string): string {
  return csvCell(LIKE_A_FORMULA.test(text) ? `'${text}` : text);
}

/** The text behind a cell that `safeCsvCell` made, once its quotes are off. */
export function unsafeText(cell: string): string {
  return cell.startsWith("'") && LIKE_A_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
