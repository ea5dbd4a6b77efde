import { column, own, type Table, tableOf, yesNo } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";

/** Files, columns, and what was noticed about them. */
export function evidenceTables({ files, columns, problems, warnings }: AuditFile): Table[] {
  const given = (["decisions", "letters", "population"] as const).flatMap((role) => {
    const file = files[role];
    return file === null ? [] : [{ role, ...file }];
  });
  return [
    tableOf({ id: "evidence-files", title: "Files", how: "files" }, given, [
      column("role", "word", ({ role }) => role),
      column("file", "text", ({ name }) => name),
      own({ rows: "count", bytes: "count" }),
      column("sha256", "word", ({ sha256 }) => sha256, "SHA-256"),
    ]),
    tableOf({ id: "columns", title: "Columns of the decisions file" }, columns, [
      column("column", "text", ({ name }) => name),
      own({ role: "word", type: "word" }),
      column("sensitive", "word", ({ sensitive }) => yesNo(sensitive)),
      column("immutable", "word", ({ immutable }) => yesNo(immutable)),
      column("missing", "count", ({ missing }) => missing),
      column("distinct", "count", ({ distinct }) => distinct, "Different values"),
    ]),
    tableOf(
      {
        id: "problems",
        title: "Problems of the files",
        note: "Rows are counted as a spreadsheet does: the header is row 1.",
      },
      [...problems, ...warnings],
      [
        own({ severity: "word", code: "word" }),
        column("message", "text", ({ message }) => message, "What was found"),
        column("file", "text", ({ file }) => file),
        column("column", "text", (problem) => problem.column),
        column("count", "count", ({ count }) => count),
        column("rowList", "word", ({ rows }) => rows.join(" "), "Rows named"),
      ],
    ),
  ];
}
