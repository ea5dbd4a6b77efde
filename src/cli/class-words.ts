import { tableBlock, type ViewOptions } from "../document/table-view.js";
import type { Page } from "../document/terminal.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import { classGlance, classLimits, LIMITS_TITLE } from "../reports/classes/class-document.js";
import { classTables } from "../reports/classes/class-tables.js";

/** The findings about decisions with more than two values, for the terminal. */
export function describeClasses(sheet: Page, file: ClassAuditFile): void {
  const tables = classTables(file);
  const table = (id: string, options: ViewOptions) =>
    tableBlock(
      tables.find((one) => one.id === id),
      options,
    );
  for (const [name, words] of classGlance(file)) sheet.text(`${name}: ${words}`, 2);
  sheet.heading("Agreement out of fold");
  sheet.table(table("class-methods", { columns: ["method", "share", "as_offered", "failure"] }));
  for (const { attribute } of file.facts) {
    sheet.heading(`Decisions by ${attribute}`);
    sheet.table(table("class-rates", { where: { attribute }, columns: ["group", "people", "class", "share"] }));
  }
  sheet.heading(LIMITS_TITLE);
  for (const limit of classLimits(file)) sheet.text(`- ${limit}`, 2);
}
