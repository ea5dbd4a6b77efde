import { parseHTML } from "linkedom";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import { renderReport } from "../../../src/reports/audit/audit-document.js";
import type { TemplateName } from "../../../src/settings/settings.js";

/** The report's text. */
export function renderText(file: AuditFile, template: TemplateName = "general"): string {
  return renderReport(file, { template });
}

/** The report as a document to look into. */
export function renderPage(file: AuditFile, template: TemplateName = "general"): Document {
  return parseHTML(renderText(file, template)).document;
}

/** The text of the elements found, spaces made one. */
export function textsOf(page: Document | Element, selector: string): string[] {
  return [...page.querySelectorAll(selector)].map((element) =>
    (element.textContent ?? "").replace(/[\s\u00a0]+/g, " ").trim(),
  );
}
