import type { AuditFile } from "../audit-file.js";
import type { Chart } from "../charts/charts.js";
import { auditTables } from "../tables/audit-tables.js";
import { en } from "../text/en.js";
import type { Section } from "./block.js";
import { caveatsSection, reproduceSection, sensitivitySection } from "./closing.js";
import type { Context } from "./context.js";
import { evidenceSection } from "./evidence.js";
import { factsSection } from "./facts.js";
import { fairnessSection } from "./fairness.js";
import { type GlanceLine, glanceLines } from "./glance.js";
import { identifySection } from "./identify.js";
import { identitySection } from "./identity.js";
import { lettersSection } from "./letters.js";
import { surrogateSection } from "./surrogate.js";

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

/** A report as data: every sentence, table and drawing in its place, with all numbers written out. */
export interface AuditSections {
  /** The summary: one line per finding. */
  readonly glance: readonly GlanceLine[];
  /** In the order of the report. */
  readonly sections: readonly Section[];
}

/**
 * What the report of an audit says, as plain data from which any page can be made; `renderReport` writes the same as one HTML
 * file. Without charts the drawings are left out.
 */
export function auditSections(file: AuditFile, charts: readonly Chart[] = []): AuditSections {
  const context = contextOf(file, charts);
  return { glance: glanceLines(context), sections: sectionsOf(context) };
}
