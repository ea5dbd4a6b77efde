import { percent } from "../document/format.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import { classLimits, glance, LIMITS_TITLE } from "../reports/class-page.js";
import type { Page } from "./page.js";

/** The findings about decisions with more than two values, for the terminal. */
export function describeClasses(sheet: Page, file: ClassAuditFile): void {
  for (const [name, words] of glance(file)) sheet.text(`${name}: ${words}`, 2);
  sheet.heading("Agreement out of fold");
  sheet.table({
    head: ["method", "agreement", "95 % interval", "letters as offered"],
    rows: file.methods.map(({ method, agreement, lettersAsOffered, failure }) => [
      method,
      agreement === null ? (failure?.code ?? "") : percent(agreement.share),
      agreement === null ? "" : `${percent(agreement.low)} to ${percent(agreement.high)}`,
      lettersAsOffered === null ? "" : percent(lettersAsOffered.share),
    ]),
    emphasise: file.methods.findIndex(({ method }) => method === file.recommendation.method),
  });
  for (const { attribute, groups } of file.facts) {
    sheet.heading(`Decisions by ${attribute}`);
    sheet.table({
      head: ["group", "people", ...file.evidence.decision.classes],
      rows: groups.map(({ group, n, rates }) => [group, String(n), ...rates.map((rate) => percent(rate.share))]),
    });
  }
  sheet.heading(LIMITS_TITLE);
  for (const limit of classLimits(file)) sheet.text(`- ${limit}`, 2);
}
