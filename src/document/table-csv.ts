import type { ReportTable } from "../reports/tables/report-table.js";
import { csvCell, safeCsvCell } from "./csv-cell.js";

/**
 * The table as comma-separated text (RFC 4180, but with LF line ends): a header with the columns' keys, then the rows.
 * Numbers are the shortest text that reads back to the same bits, unknown values are empty cells, and user text that
 * a spreadsheet would take for a formula has an apostrophe before it. Without a byte-order mark; write it as UTF-8.
 */
export function tableCsv({
  columns,
  rows,
}: {
  readonly columns: readonly { readonly key: string; readonly kind: string }[];
  readonly rows: ReportTable["rows"];
}): string {
  const lines = [columns.map(({ key }) => key).join(",")];
  for (const row of rows) {
    lines.push(
      row
        .map((cell, k) => {
          if (cell === null) return "";
          if (typeof cell === "number") return String(cell === 0 ? 0 : cell);
          return columns[k]?.kind === "text" ? safeCsvCell(cell) : csvCell(cell);
        })
        .join(","),
    );
  }
  return `${lines.join("\n")}\n`;
}
