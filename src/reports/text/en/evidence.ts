import { amount, count, list, measured, people, percent } from "../../../document/format.js";
import type { MeasuredShare } from "../../../math/interval.js";
import { named } from "../name.js";

/** Sections 1 and 2: what the audit is about, and what it was made from. */
export const identity = {
  title: "Identity",
  system: "Audited system",
  purpose: "What is decided",
  decision: "Decision column",
  favourable: "Favourable outcome",
  unfavourable: "Other outcome",
  period: "Period",
  auditor: "Auditor",
  date: "Date of the audit",
  notes: "Notes",
  tool: "Tool",
  toolVersion: (version: string) => `Recast ${version}`,
  says: (missing: readonly string[]) =>
    missing.length === 0
      ? "The entries below were given by the auditor and are printed as given; the tool reads no clock and looks nothing up."
      : `The entries below are printed as given by the auditor; the tool reads no clock and looks nothing up. Not stated: ${list(missing)}.`,
};

export const evidence = {
  title: "Evidence",
  counts: (observations: number, accepted: number, rejected: number) =>
    `The audit rests on ${amount(observations, "observed decision", "observed decisions")}: ${count(accepted)} favourable and ${count(rejected)} not.`,
  letters: (letters: number, paired: number, withLetter: number, rejected: number) =>
    `${amount(letters, "letter says", "letters say")} what would have led to a favourable decision; ${paired === letters ? `whom ${letters === 1 ? "it answers" : "they answer"} is known` : paired === 0 ? `whom ${letters === 1 ? "it answers" : "they answer"} is not known` : `whom ${count(paired)} of them ${paired === 1 ? "answers" : "answer"} is known`}. Of ${amount(rejected, "rejected person", "rejected people")}, ${withLetter === 0 ? "none is known to have" : withLetter === 1 ? "one has" : `${count(withLetter)} have`} a letter.`,
  noLetters: "There are no letters.",
  population: (rows: number) =>
    `A population file of ${people(rows)} says whom the system decides about; decisions are not read from it.`,
  leftOut: (rows: number) =>
    `${amount(rows, "row", "rows")} of the decisions file could not be used and ${rows === 1 ? "was" : "were"} left out; the problems below say why.`,
  balanced:
    "Favourable and unfavourable decisions are equally frequent, as if the sample had been drawn half from each. If so, selection rates and impact ratios say nothing about everybody who was decided on: that needs a column of sampling weights.",
  balancedWeighted:
    "Favourable and unfavourable decisions are equally frequent, as if the sample had been drawn half from each. If so, rates that count everybody once say nothing about everybody who was decided on; those with sampling weights are the ones to read.",
  balancedTitle: "The sample looks balanced by design",
  weighted:
    "Every person carries a sampling weight: rates are given with it, and beside them with everybody counted once.",
  missing: (column: string, missing: number, share: number) =>
    `The column with the most missing values is ${named(column)}: ${amount(missing, "row", "rows")} (${percent(share)}).`,
  noMissing: "No column has missing values.",
  problemsHeading: "What was noticed about the files",
  noProblems: "Nothing was noticed about the files: no row was left out and no value was unreadable.",
  limits: {
    origin:
      "How people came into the file is not known to the tool. A file of complaints, or of those who answered, is not a sample of everybody who was decided on.",
    hash: "The SHA-256 of a file changes with a single byte: with it anyone can tell whether they hold the same file.",
  },
};

/** Section 3: what the letters ask. */
export const letters = {
  title: "Letters",
  none: "No letters were given, so nothing can be said about what the platform asks of rejected people, nor about whether its explanations agree with its decisions.",
  coverage: (coverage: MeasuredShare) => `Of the rejected people in the file, ${measured(coverage)} have a letter.`,
  compared: (compared: number, letters: number) =>
    compared === letters
      ? letters === 1
        ? "The one letter answers a rejected person in the file, so what changed can be read from it."
        : `All ${count(letters)} letters answer rejected people in the file, so what changed can be read from each.`
      : `Of ${amount(letters, "letter", "letters")}, ${compared === 1 ? "one answers a rejected person" : `${count(compared)} answer rejected people`} in the file; only from ${compared === 1 ? "it" : "these"} can it be read what changed.`,
  mostChanged: (field: string, changed: MeasuredShare) =>
    `The field that letters change most often is ${named(field)}: ${measured(changed)} of the letters.`,
  nothingCompared:
    "No letter is known to answer a rejected person in the file, so what the letters change is not known.",
  immutable: (share: MeasuredShare) =>
    share.successes === 0
      ? `No letter asks for a change of a field that was named immutable (95 % interval 0 to ${percent(share.high)}).`
      : `${measured(share)} of the letters ask for a change of a field that was named immutable.`,
  contradictions: (certain: number, indications: number) =>
    certain + indications === 0
      ? "No letters were found that contradict each other or the observed decisions."
      : certain === 0
        ? `Read as people would read them, letters do not fit together in ${amount(indications, "respect", "respects")}: an indication about the explanation service.`
        : `Letters and decisions exclude each other outright in ${amount(certain, "respect", "respects")}${indications === 0 ? "" : ` and, read as people would read them, do not fit together in ${count(indications)} more`}: a finding about the explanation service.`,
  fieldsHeading: "Fields that letters change",
  fieldsTitle: "How often, and in which direction",
  coverageHeading: "Who got a letter",
  contradictionsHeading: "Letters that do not fit together",
  noContradictions: "None were found.",
  sizesTitle: "Size of the changes",
  limits: {
    offers: "A letter is one offer. That another change would not have helped does not follow from it.",
    whose:
      "What letters ask, also by group, is measured on the letters in the file, whoever wrote them. Letters that the platform did not write say nothing about what it asks.",
    kinds:
      "Contradictions are looked for in the columns of the file only. Two letters can both be true if the platform looks at something that is not in the file.",
  },
};
