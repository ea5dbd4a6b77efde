import { type Document, type FirstPage, type GlanceLine, numbered, type TableBlock } from "../../document/document.js";
import { documentHtml } from "../../document/html.js";
import { AuditError } from "../../errors.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { TemplateName } from "../../settings/settings.js";
import { type Chart, drawCharts } from "../charts/charts.js";
import { templates } from "../templates/template.js";
import { caveatsSection, reproduceSection, sensitivitySection, strongestCaveat } from "./closing.js";
import { type Context, contextOf } from "./context.js";
import { evidenceSection } from "./evidence.js";
import { factsSection, PLAIN_RATES, WEIGHTED_RATES, widest } from "./facts.js";
import { fairnessSection } from "./fairness.js";
import { type KeyFigure, keyFigures } from "./figures.js";
import { firstPage } from "./first-page.js";
import { glanceLines } from "./glance.js";
import { HOW_INTRO, howEntries } from "./how.js";
import { identifySection } from "./identify.js";
import { identitySection, reportTitle, statedFacts } from "./identity.js";
import { lettersSection } from "./letters.js";
import { surrogateSection } from "./surrogate.js";

const SECTIONS = [
  identitySection,
  evidenceSection,
  lettersSection,
  factsSection,
  surrogateSection,
  identifySection,
  fairnessSection,
  sensitivitySection,
  caveatsSection,
  reproduceSection,
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
 * The report as one HTML page that needs nothing beside it: no script, no outside request. The same file and template
 * give the same bytes.
 */
export function renderReport(file: AuditFile, { template }: RenderOptions): string {
  return documentHtml(auditDocument(file, template, drawCharts(file)));
}

export interface AuditOverview {
  readonly title: string;
  /** What the report's first page shows; null for an audit of more than two decisions. */
  readonly first: FirstPage | null;
  /** The numbers to lead with. */
  readonly figures: readonly KeyFigure[];
  readonly glance: readonly GlanceLine[];
  /** What weighs most against the numbers of this audit; null where only the limits of every audit hold. */
  readonly caveat: { readonly title: string; readonly text: string } | null;
  /** Rates of the groups that lie furthest apart; null where none can be compared. */
  readonly rates: TableBlock | null;
}

/** The brief of an audit as plain data: what the report shows at a glance, and the numbers an official would quote. */
export function auditOverview(file: AuditFile): AuditOverview {
  const context = contextOf(file, []);
  return {
    title: reportTitle(file),
    first: firstPage(file),
    figures: keyFigures(file),
    glance: glanceLines(context),
    caveat: strongestCaveat(file),
    rates: widestRates(context),
  };
}

function widestRates(context: Context): TableBlock | null {
  const facts = widest(context.file.facts.attributes);
  if (facts === null) return null;
  const plain = ["group", "n", "favourable", "rate", "impactRatio"];
  const weighted = ["group", "n", "weightedRate", "weightedImpactRatio"];
  const view =
    facts.weighted === null
      ? { columns: plain, title: PLAIN_RATES, how: "selection-rate" }
      : { columns: weighted, title: WEIGHTED_RATES, how: "weighted-rates" };
  return context.table(["group-rates", facts.attribute], { ...view, note: null });
}
