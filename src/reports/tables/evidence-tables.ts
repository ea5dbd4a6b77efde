import type { AuditFile } from "../../findings/audit-file.js";
import { type ReportTable, reportTable, yesNo } from "./report-table.js";

/** Files, columns, and what was noticed about them. */
export function evidenceTables({ files, columns, problems, warnings }: AuditFile): ReportTable[] {
  const given = (["decisions", "letters", "population"] as const).flatMap((role) => {
    const file = files[role];
    return file === null ? [] : [{ role, ...file }];
  });
  return [
    ...reportTable(
      "evidence-files",
      ({ column }) => [
        column("role", "word", ({ role }) => role),
        column("file", "text", ({ name }) => name),
        column("rows", "count", ({ rows }) => rows),
        column("bytes", "count", ({ bytes }) => bytes),
        column("sha256", "word", ({ sha256 }) => sha256),
      ],
      given,
    ),
    ...reportTable(
      "columns",
      ({ column }) => [
        column("column", "text", ({ name }) => name),
        column("role", "word", ({ role }) => role),
        column("type", "word", ({ type }) => type),
        column("sensitive", "word", ({ sensitive }) => yesNo(sensitive)),
        column("immutable", "word", ({ immutable }) => yesNo(immutable)),
        column("missing", "count", ({ missing }) => missing),
        column("distinct", "count", ({ distinct }) => distinct),
      ],
      columns,
    ),
    ...reportTable(
      "problems",
      ({ column }) => [
        column("severity", "word", ({ severity }) => severity),
        column("code", "word", ({ code }) => code),
        column("message", "text", ({ message }) => message),
        column("file", "text", ({ file }) => file),
        column("column", "text", (problem) => problem.column),
        column("count", "count", ({ count }) => count),
        column("rowList", "word", ({ rows }) => rows.join(" ")),
      ],
      [...problems, ...warnings],
    ),
  ];
}
