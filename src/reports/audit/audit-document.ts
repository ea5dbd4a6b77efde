import { type Document, type FirstPage, type GlanceLine, numbered, type TableBlock } from "../../document/document.js";
import { documentHtml } from "../../document/html.js";
import { AuditError } from "../../errors.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { TemplateName } from "../../settings/settings.js";
import { type Chart, drawCharts } from "../charts/charts.js";
import { findingSentence } from "../finding-words.js";
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
import { researchersSection } from "./researchers.js";
import { surrogateSection } from "./surrogate.js";

const SECTIONS = [
  factsSection,
  lettersSection,
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
    kicker,
    facts: statedFacts(file),
    first: firstPage(file),
    glance: [],
    sections: [
      ...front(context).map((chapter) => ({ ...chapter, number: "" })),
      ...numbered(SECTIONS.map((section) => section(context))),
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

export interface AuditOverview {
  readonly title: string;
  /** What the report's first page shows; null for an audit of more than two decisions. */
  readonly first: FirstPage | null;
  readonly figures: readonly KeyFigure[];
  readonly glance: readonly GlanceLine[];
  readonly caveat: { readonly title: string; readonly text: string } | null;
  readonly rates: TableBlock | null;
}

/** A number with what it must not be quoted without. */
export interface KeyFigure {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly detail: string;
  readonly section: string;
}

/** The findings of an audit as plain data, a line for each. */
export function auditOverview(file: AuditFile): AuditOverview {
  const glance = file.findings.map((finding) => ({
    lead: finding.attribute ?? "",
    statements: [{ text: findingSentence(finding, file), how: null }],
    section: finding.section,
  }));
  return { title: reportTitle(file), first: firstPage(file), figures: [], glance, caveat: null, rates: null };
}
