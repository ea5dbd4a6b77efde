/**
 * Text as one cell of a comma-separated file: quoted where a comma, a quote, a line end or a space at either end
 * asks for it, and otherwise left exactly as it is. Nothing is neutralised: a cell that begins with `=` stays so.
 */
export function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
