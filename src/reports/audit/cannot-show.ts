import { amount, count, list, people } from "../../document/format.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { leadingFindings } from "../../findings/rank.js";

type Code = AuditFile["caveats"][number]["code"];

/** What every audit leaves open, where nothing of this file weighs more. */
const ALWAYS: readonly Code[] = ["NO_CAUSE", "NOT_IDENTIFIED", "SELECTION"];

/** Limits that not every audit has, those first that weigh most against its numbers. */
const BY_WEIGHT: readonly Code[] = [
  "NOT_ABOVE_MAJORITY",
  "BALANCED_SAMPLE",
  "SMALL_SAMPLE",
  "SAMPLED",
  "NO_LETTERS",
  "LETTERS_UNPAIRED",
  "ROWS_CONTRADICT",
  "SMALL_GROUPS",
  "STRAIGHT_BOUNDARY",
];

const LINES: Partial<Readonly<Record<Code, (file: AuditFile) => string>>> = {
  NO_CAUSE: ({ facts, findings }) =>
    facts.attributes.length === 0
      ? "Why the system decides as it does: the files show what goes together, not causes or intent."
      : leadingFindings(findings).headline === null
        ? "Causes and intent: rates show what goes together, not why."
        : "Why groups differ: rates show a difference, not its cause or any intent.",
  NOT_IDENTIFIED: ({ evidence, reasons }) => {
    const told = [...(evidence.letters === 0 ? [] : ["letters"]), ...(reasons === null ? [] : ["reasons"])];
    return `The real rule: other rules fit the same ${list(["decisions", ...told])}.`;
  },
  SELECTION: () => "People who are not in the file: if they differ, so may everything here.",
  NOT_ABOVE_MAJORITY: () =>
    "Anything through the rebuilt model: it is not clearly better than always giving the more common answer.",
  BALANCED_SAMPLE: ({ evidence }) =>
    evidence.weighted
      ? "Rates of everybody without weights: the sample looks drawn half from each decision. Use the weighted rates."
      : "Rates of everybody: the sample looks drawn half from each decision. A column of sampling weights would help.",
  SMALL_SAMPLE: ({ evidence }) =>
    `Small differences: with ${amount(evidence.observations, "decision")}, only large ones show.`,
  SAMPLED: ({ sample }) =>
    `What a rule fitted on everybody would be: the rebuilt model learnt from ${count(sample?.people ?? 0)} of ` +
    `${people(sample?.of ?? 0)}.`,
  NO_LETTERS: ({ reasons }) =>
    reasons === null
      ? "What the system asks of refused people: there are no letters."
      : "How much would have been enough: people were told reasons, and there are no letters.",
  LETTERS_UNPAIRED: ({ evidence: { letters, paired } }) =>
    `What ${count(letters - paired)} of ${amount(letters, "letter")} ask: it is not known whom they answer.`,
  ROWS_CONTRADICT: ({ evidence }) =>
    `All that the system looks at: ${count(evidence.contradicting)} people match, in every column, somebody who got ` +
    "the other decision.",
  SMALL_GROUPS: () => "Groups of fewer than ten people: they are listed and not compared.",
  STRAIGHT_BOUNDARY: () => "Exceptions to the rule: the rebuilt model only adds up points.",
};

/** Three lines for this file: at most two limits of its own, then limits of every audit. */
export function cannotShow(file: AuditFile): string[] {
  const has = (code: Code) => file.caveats.some((caveat) => caveat.code === code);
  const own = BY_WEIGHT.filter(has).slice(0, 2);
  return [...own, ...ALWAYS].slice(0, 3).flatMap((code) => LINES[code]?.(file) ?? []);
}
