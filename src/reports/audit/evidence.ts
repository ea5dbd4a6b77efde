import { chapter, heading, note, type Said, statement } from "../../document/document.js";
import { amount, count, people, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Context } from "./context.js";

const HALF_EACH =
  "Favourable and unfavourable decisions are equally frequent, as if the sample had been drawn half from each. If so, ";

/** Section 2: files, columns, missing values, what was left out, and whether the sample looks balanced by design. */
export function evidenceSection(context: Context) {
  const { facts, evidence } = context.file;
  const balanced = evidence.weighted
    ? "rates that count everybody once say nothing about everybody who was decided on; those with sampling weights " +
      "are the ones to read."
    : "selection rates and impact ratios say nothing about everybody who was decided on: that needs a column of " +
      "sampling weights.";
  return chapter("evidence", "Evidence", {
    says: summary(context.file),
    body: [
      facts.balancedByDesign ? note("The sample looks balanced by design", `${HALF_EACH}${balanced}`) : null,
      context.table("evidence-files"),
      context.table("columns"),
      heading("What was noticed about the files"),
      context.table("problems", { columns: ["severity", "message", "count", "code"] }) ??
        "Nothing was noticed about the files: no row was left out and no value was unreadable.",
    ],
    limits: [
      "How people came into the file is not known to the tool. A file of complaints, or of those who answered, " +
        "is not a sample of everybody who was decided on.",
      "The SHA-256 of a file changes with a single byte: with it anyone can tell whether they hold the same file.",
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
      `The audit rests on ${amount(observations, "observed decision")}: ${count(accepted)} favourable and ` +
        `${count(rejected)} not.`,
      "files",
    ),
    letters === 0 ? "There are no letters." : lettersSentence(file.evidence),
    population === null
      ? null
      : `A population file of ${people(population.rows)} says whom the system decides about; decisions are ` +
        "not read from it.",
    weighted
      ? statement(
          "Every person carries a sampling weight: rates are given with it, and beside them with everybody " +
            "counted once.",
          "weighted-rates",
        )
      : null,
    leftOut > 0
      ? `${amount(leftOut, "row")} of the decisions file could not be used and ` +
        `${leftOut === 1 ? "was" : "were"} left out; the problems below say why.`
      : null,
    most === undefined
      ? "No column has missing values."
      : `The column with the most missing values is ${named(most.name)}: ${amount(most.missing, "row")} ` +
        `(${percent(most.missing / Math.max(1, observations))}).`,
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
    `${amount(rejected, "rejected person", "rejected people")}, ${have} a letter.`
  );
}
