import { givenWords, type Pairs } from "../../document/document.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";

/** What the auditor may state about an audit, in the order of the page. */
const STATED = {
  system: "System",
  purpose: "What is decided",
  period: "Period",
  auditor: "Auditor",
  date: "Date of the audit",
} as const;

export function reportTitle({ identity }: AuditFile): string {
  const system = (identity.system ?? "").trim();
  return system === "" ? "Audit of an automated decision" : `Audit of ${named(system)}`;
}

/** What was stated beside the system, for the head of a page. */
export function statedFacts({ identity }: AuditFile): Pairs {
  return (["purpose", "period", "auditor", "date"] as const)
    .filter((key) => (identity[key] ?? "").trim() !== "")
    .map((key) => [STATED[key], givenWords(identity[key])]);
}

/** What the auditor stated, as given, and what was decided. */
export function statedPairs({ identity, evidence, version }: AuditFile): Pairs {
  return [
    [STATED.system, givenWords(identity.system)],
    [STATED.purpose, givenWords(identity.purpose)],
    ["Decision column", givenWords(evidence.decision.column)],
    ["Favourable", givenWords(evidence.decision.favourable)],
    ["Not favourable", givenWords(evidence.decision.unfavourable)],
    [STATED.period, givenWords(identity.period)],
    [STATED.auditor, givenWords(identity.auditor)],
    [STATED.date, givenWords(identity.date)],
    ...(identity.notes === null ? [] : [["Notes", givenWords(identity.notes)] as const]),
    ["Tool", `Recast ${named(version)}`],
  ];
}
