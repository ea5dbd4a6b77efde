import { type Document, numbered, shown } from "../../document/document.js";
import { documentHtml } from "../../document/html.js";
import { AuditError } from "../../errors.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { TemplateName } from "../../settings/settings.js";
import { type Chart, drawCharts } from "../charts/charts.js";
import { templates } from "../templates/template.js";
import { caveatsSection, reproduceSection, sensitivitySection } from "./closing.js";
import { contextOf } from "./context.js";
import { evidenceSection } from "./evidence.js";
import { factsSection } from "./facts.js";
import { fairnessSection } from "./fairness.js";
import { firstPage } from "./first-page.js";
import { HOW_INTRO, howEntries } from "./how.js";
import { identifySection } from "./identify.js";
import { reportTitle, statedFacts } from "./identity.js";
import { lettersSection } from "./letters.js";
import { reasonsSection } from "./reasons.js";
import { researchersSection } from "./researchers.js";
import { surrogateSection } from "./surrogate.js";

const SECTIONS = [
  factsSection,
  lettersSection,
  reasonsSection,
  surrogateSection,
  identifySection,
  fairnessSection,
  sensitivitySection,
  evidenceSection,
  caveatsSection,
  reproduceSection,
  researchersSection,
];

/** The report of an audit as a document, from which any page can be made; without charts the drawings are left out. */
export function auditDocument(
  file: AuditFile,
  template: TemplateName = "general",
  charts: readonly Chart[] = [],
): Document {
  if (!Object.hasOwn(templates, template)) {
    const known = Object.keys(templates).join(", ");
    throw new AuditError("INVALID_OPTION", `template must be one of ${known}, got '${template}'`);
  }
  const context = contextOf(file, charts);
  const { kicker, front } = templates[template];
  return {
    title: reportTitle(file),
    kicker: kicker(context),
    facts: statedFacts(file),
    first: firstPage(file),
    glance: [],
    sections: [
      ...front(context).map((chapter) => ({ ...chapter, number: "" })),
      ...numbered(shown(...SECTIONS.map((section) => section(context)))),
    ],
    appendix: { intro: HOW_INTRO, entries: howEntries(file) },
    footer: `Written by Recast ${file.version}. This page holds no script and asks for nothing outside itself.`,
  };
}

/** How the report is written. */
export interface RenderOptions {
  /** Which document it is. */
  readonly template: TemplateName;
}

/**
 * The report as one HTML page that needs no other file: no script, no outside request. The same file and template
 * give the same bytes.
 */
export function renderReport(file: AuditFile, { template }: RenderOptions): string {
  return documentHtml(auditDocument(file, template, drawCharts(file)));
}
