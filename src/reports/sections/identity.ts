import { named } from "../text/name.js";
import { statement } from "../text/statement.js";
import type { Section, Words } from "./block.js";
import type { Context } from "./context.js";
import { definitions } from "./pieces.js";

/** Section 1: what the audit is about, as the auditor gave it. */
export function identitySection({ file, text }: Context): Section {
  const words = text.identity;
  const { identity, evidence, version } = file;
  const given = (value: string | null): Words =>
    value === null || value.trim() === ""
      ? { text: text.frame.notStated, as: "undefined" }
      : { text: value, as: "given" };
  const stated = ["system", "purpose", "period", "auditor", "date"] as const;
  const missing = stated.filter((key) => (identity[key] ?? "").trim() === "").map((key) => words[key].toLowerCase());
  return {
    id: "identity",
    title: words.title,
    says: [statement(words.says(missing))],
    body: [
      definitions([
        [words.system, given(identity.system)],
        [words.purpose, given(identity.purpose)],
        [words.decision, given(evidence.decision.column)],
        [words.favourable, given(evidence.decision.favourable)],
        [words.unfavourable, given(evidence.decision.unfavourable)],
        [words.period, given(identity.period)],
        [words.auditor, given(identity.auditor)],
        [words.date, given(identity.date)],
        ...(identity.notes === null ? [] : [[words.notes, given(identity.notes)] as const]),
        [words.tool, words.toolVersion(named(version))],
      ]),
    ],
    limits: [],
  };
}
