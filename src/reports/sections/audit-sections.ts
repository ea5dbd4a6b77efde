import type { AuditFile } from "../../findings/audit-file.js";
import type { Caveat } from "../../findings/trust.js";
import type { Chart } from "../charts/charts.js";
import { auditTables } from "../tables/audit-tables.js";
import { en } from "../text/en.js";
import type { Section, TableBlock } from "./block.js";
import { caveatsSection, reproduceSection, sensitivitySection } from "./closing.js";
import { type Context, tableOf } from "./context.js";
import { evidenceSection } from "./evidence.js";
import { factsSection, widest } from "./facts.js";
import { fairnessSection } from "./fairness.js";
import { type KeyFigure, keyFigures } from "./figures.js";
import { type GlanceLine, glanceLines } from "./glance.js";
import { type ComputedBy, howEntries } from "./how-entries.js";
import { identifySection } from "./identify.js";
import { identitySection } from "./identity.js";
import { lettersSection } from "./letters.js";
import { surrogateSection } from "./surrogate.js";
import { tableBlock } from "./table-block.js";

/** The numbered sections, in the order of the report. */
const SECTIONS: readonly ((context: Context) => Section)[] = [
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

/** The numbered sections of the report about one audit. */
export function sectionsOf(context: Context): Section[] {
  return SECTIONS.map((section) => section(context));
}

/** What the sections of an audit are made from. */
export function contextOf(file: AuditFile, charts: readonly Chart[]): Context {
  return { file, text: en, tables: auditTables(file), charts };
}

/** What the report is called: after the audited system, where it is named. */
export function reportTitle({ file, text }: Pick<Context, "file" | "text">): string {
  const system = (file.identity.system ?? "").trim();
  return text.frame.title(system === "" ? null : system);
}

/** What an audit found, in brief. */
export interface AuditOverview {
  /** What the audit is about: the report's title. */
  readonly title: string;
  /** The numbers to lead with. */
  readonly figures: readonly KeyFigure[];
  /** One line per finding. */
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
    title: reportTitle(context),
    figures: keyFigures(context),
    glance: glanceLines(context),
    caveat: strongestCaveat(context),
    rates: widestRates(context),
  };
}

/** Caveats that not every audit has, by how much they weigh against its numbers. */
const BY_WEIGHT: readonly Caveat["code"][] = [
  "NOT_ABOVE_MAJORITY",
  "BALANCED_SAMPLE",
  "SMALL_SAMPLE",
  "NO_LETTERS",
  "LETTERS_UNPAIRED",
  "ROWS_CONTRADICT",
  "SMALL_GROUPS",
  "METHODS_FAILED",
];

function strongestCaveat({ file, text }: Context): AuditOverview["caveat"] {
  const code = BY_WEIGHT.find((each) => file.caveats.some((caveat) => caveat.code === each));
  const found = file.caveats.find((caveat) => caveat.code === code);
  return found === undefined ? null : { title: text.caveats.titles[found.code], text: found.text };
}

function widestRates(context: Context): TableBlock | null {
  const facts = widest(context.file.facts.attributes);
  if (facts === null) return null;
  const weighted = facts.weighted !== null;
  return tableBlock(context, tableOf(context, "group-rates", facts.attribute), {
    columns: weighted
      ? ["group", "n", "weightedRate", "weightedImpactRatio"]
      : ["group", "n", "favourable", "rate", "impactRatio"],
    title: weighted ? context.text.facts.weightedTitle : context.text.facts.ratesTitle(false),
    how: weighted ? "weighted-rates" : "selection-rate",
    note: null,
  });
}

/** A report as data: every sentence, table and drawing in its place, with all numbers written out. */
export interface AuditSections {
  /** In the order of the report. */
  readonly sections: readonly Section[];
  /** How each kind of number was computed: what the `how` of a sentence or table refers to. */
  readonly how: readonly ComputedBy[];
}

/**
 * What the report of an audit says, as plain data from which any page can be made; `renderReport` writes the same as one HTML
 * file. Without charts (`drawCharts(file)`) the drawings are left out.
 */
export function auditSections(file: AuditFile, charts: readonly Chart[] = []): AuditSections {
  const context = contextOf(file, charts);
  return { sections: sectionsOf(context), how: howEntries(context) };
}
