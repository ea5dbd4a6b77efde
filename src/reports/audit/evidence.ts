import { chapter, definitions, note, type Said, statement } from "../../document/document.js";
import { amount, count, people, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { favourableWords } from "../finding-words.js";
import { toldSentence } from "../reason-words.js";
import type { Context } from "./context.js";
import { statedPairs } from "./identity.js";

export const EVIDENCE_TITLE = "Evidence";

/** Problems of the files within the section; the appendix has all. */
const MOST_PROBLEMS = 6;

/** What the auditor stated, files, columns, what was left out, and whether the sample looks balanced by design. */
export function evidenceSection(context: Context) {
  const { facts, evidence } = context.file;
  const balanced = evidence.weighted
    ? "Both decisions are equally frequent, as if the sample had been drawn half from each. Read the rates with " +
      "sampling weights; those that count everybody once describe the sample alone."
    : "Both decisions are equally frequent, as if the sample had been drawn half from each. If so, rates and ratios " +
      "describe the sample alone. A column of sampling weights would give the rates of everybody.";
  return chapter("evidence", EVIDENCE_TITLE, {
    says: summary(context.file),
    body: [
      facts.balancedByDesign ? note("The sample looks balanced by design", balanced) : null,
      definitions(statedPairs(context.file)),
      context.table("evidence-files"),
      context.table("problems", {
        columns: ["severity", "message", "count", "code"],
        title: "What was noticed about the files",
        part: "short",
        limit: MOST_PROBLEMS,
      }) ?? "Nothing was noticed about the files: no row was left out and every value could be read.",
    ],
    limits: [
      "How people came into the file is not known to the tool. A file of complaints, or of people who answered, is " +
        "not a sample of everybody who was decided on.",
    ],
    tables: [
      context.table("columns"),
      context.table("problems", { columns: ["severity", "message", "count", "code"] }),
    ],
  });
}

function summary(file: AuditFile): Said {
  const { observations, accepted, rejected, letters, weighted } = file.evidence;
  const { population, decisions } = file.files;
  const [most] = file.columns.filter(({ missing }) => missing > 0).toSorted((a, b) => b.missing - a.missing);
  const leftOut = decisions.rows - observations;
  return [
    statement(
      `The audit rests on ${amount(observations, "decision")}: ${count(accepted)} got ${favourableWords(file)} and ` +
        `${count(rejected)} did not.`,
      "files",
    ),
    letters === 0 ? "There are no letters." : lettersSentence(file.evidence),
    file.reasons === null ? null : statement(toldSentence(file.reasons), "wilson"),
    population === null ? null : `A population file of ${people(population.rows)} says whom the system decides about.`,
    weighted ? statement("Every person has a sampling weight, and rates use it.", "weighted-rates") : null,
    leftOut > 0
      ? `${amount(leftOut, "row")} of the decisions file could not be used and ${leftOut === 1 ? "was" : "were"} ` +
        "left out; the list of problems says why."
      : null,
    most === undefined
      ? "No column has missing values."
      : `${named(most.name)} has the most missing values: ${amount(most.missing, "row")} ` +
        `(${percent(most.missing / Math.max(1, observations))}).`,
    "What the auditor stated is printed as given.",
  ];
}

export function lettersSentence(
  evidence: Pick<AuditFile["evidence"], "letters" | "paired" | "rejectedWithLetter" | "rejected">,
): string {
  const { letters, paired, rejectedWithLetter, rejected } = evidence;
  const whom = `whom ${letters === 1 ? "it answers" : "they answer"}`;
  const known =
    paired === letters
      ? `${whom} is known`
      : paired === 0
        ? `${whom} is not known`
        : `whom ${count(paired)} of them ${paired === 1 ? "answers" : "answer"} is known`;
  const have =
    rejectedWithLetter === 0
      ? "none is known to have"
      : rejectedWithLetter === 1
        ? "one has"
        : `${count(rejectedWithLetter)} have`;
  return (
    `${amount(letters, "letter says", "letters say")} what would have led to a favourable decision; ${known}. Of ` +
    `${amount(rejected, "refused person", "refused people")}, ${have} a letter.`
  );
}
