import { chapter, definitions, givenWords, type Pairs } from "../../document/document.js";
import { list } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Context } from "./context.js";

/** What the auditor may state about an audit, in the order of the page. */
const STATED = {
  system: "Audited system",
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

export function identitySection({ file }: Context) {
  const { identity, evidence, version } = file;
  const missing = (Object.keys(STATED) as (keyof typeof STATED)[])
    .filter((key) => (identity[key] ?? "").trim() === "")
    .map((key) => STATED[key].toLowerCase());
  const says =
    missing.length === 0
      ? "The entries below were given by the auditor and are printed as given; the tool reads no clock and looks " +
        "nothing up."
      : "The entries below are printed as given by the auditor; the tool reads no clock and looks nothing up. Not " +
        `stated: ${list(missing)}.`;
  return chapter("identity", "Identity", {
    says: [says],
    body: [
      definitions([
        [STATED.system, givenWords(identity.system)],
        [STATED.purpose, givenWords(identity.purpose)],
        ["Decision column", givenWords(evidence.decision.column)],
        ["Favourable outcome", givenWords(evidence.decision.favourable)],
        ["Other outcome", givenWords(evidence.decision.unfavourable)],
        [STATED.period, givenWords(identity.period)],
        [STATED.auditor, givenWords(identity.auditor)],
        [STATED.date, givenWords(identity.date)],
        ...(identity.notes === null ? [] : [["Notes", givenWords(identity.notes)] as const]),
        ["Tool", `Recast ${named(version)}`],
      ]),
    ],
  });
}
