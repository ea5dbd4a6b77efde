import { column, tableOf } from "../document/table.js";
import { tableBlock } from "../document/table-view.js";
import type { Page } from "../document/terminal.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import { fewPeople } from "../reports/audit/tables/rows.js";
import { classGlance, classLimits, LIMITS_TITLE } from "../reports/classes/class-document.js";
import { classTables } from "../reports/classes/class-tables.js";

type Group = ClassAuditFile["facts"][number]["groups"][number];

/** The findings about decisions with more than two values, for the terminal. */
export function describeClasses(sheet: Page, file: ClassAuditFile): void {
  const methods = classTables(file).find(({ id }) => id === "class-methods");
  for (const [name, words] of classGlance(file)) sheet.text(`${name}: ${words}`, 2);
  sheet.heading("Agreement out of fold");
  const failed = file.methods.some(({ failure }) => failure !== null);
  sheet.table(tableBlock(methods, { columns: ["method", "share", "as_offered", ...(failed ? ["failure"] : [])] }));
  for (const { attribute, groups } of file.facts) {
    sheet.heading(`Decisions by ${attribute}`);
    const table = tableOf({ id: "groups", title: attribute, emphasis: (row) => fewPeople(row, row.n) }, groups, [
      column("group", "text", ({ group }) => group),
      column("people", "count", ({ n }) => n),
      ...file.evidence.decision.classes.map((name, c) =>
        column<Group>(`class${c}`, "share", ({ rates }) => rates[c]?.share ?? null, name),
      ),
    ]);
    sheet.table(tableBlock(table));
  }
  sheet.heading(LIMITS_TITLE);
  for (const limit of classLimits(file)) sheet.text(`- ${limit}`, 2);
}
