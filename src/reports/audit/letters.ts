import { chapter, headed, heading, type Said, statement } from "../../document/document.js";
import { amount, count, measured, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Context } from "./context.js";

const NONE =
  "No letters were given, so nothing can be said about what the platform asks of rejected people, nor about " +
  "whether its explanations agree with its decisions.";

const PATTERN_COLUMNS = { columns: ["sentence", "kind", "count", "examples"] };

export function lettersSection(context: Context) {
  const { file } = context;
  if (file.letters === null) return chapter("letters", "Letters", { says: [NONE] });
  return chapter("letters", "Letters", {
    says: summary(file, file.letters),
    body: [
      headed(
        "Fields that letters change",
        context.table("letter-fields", {
          columns: ["field", "immutable", "changedLetters", "changed", "up", "down"],
          title: "How often, and in which direction",
          note: null,
        }),
        context.table("letter-fields", {
          columns: ["field", "least", "lowerQuartile", "median", "upperQuartile", "greatest"],
          title: "Size of the changes",
          part: "sizes",
        }),
        context.table("letter-moves", { limit: 30 }),
        context.table("letter-field-counts"),
      ),
      headed("Who got a letter", context.table("letter-coverage")),
      heading("Letters that the decisions contradict"),
      context.table("letter-contradictions", { columns: ["sentence", "count", "examples"] }) ?? "None were found.",
      ...headed("Patterns that are no contradiction", context.table("letter-patterns", PATTERN_COLUMNS)),
    ],
    limits: [
      "A letter is one offer. That another change would not have helped does not follow from it.",
      "What letters ask, also by group, is measured on the letters in the file, whoever wrote them. Letters that " +
        "the platform did not write say nothing about what it asks.",
      "Contradictions are looked for in the columns of the file only. A letter and a decision can both be true if " +
        "the platform looks at something that is not in the file.",
    ],
  });
}

function summary({ columns }: AuditFile, found: NonNullable<AuditFile["letters"]>): Said {
  const { coverage, compared, letters, fields, immutable } = found;
  const [most] = fields;
  return [
    coverage === null
      ? null
      : statement(`Of the rejected people in the file, ${measured(coverage)} have a letter.`, "wilson"),
    comparedSentence(compared, letters),
    most === undefined || most.changed.successes === 0
      ? null
      : statement(
          `The field that letters change most often is ${named(most.field)}: ${measured(most.changed)} of the ` +
            "letters.",
          "letter-changes",
        ),
    immutable === null || !columns.some((column) => column.immutable)
      ? null
      : statement(
          immutable.successes === 0
            ? "No letter asks for a change of a field that was named immutable (95 % interval 0 to " +
                `${percent(immutable.high)}).`
            : `${measured(immutable)} of the letters ask for a change of a field that was named immutable.`,
          "letter-changes",
        ),
    idleSentence(found),
    statement(contradictionsSentence(contradictingLetters(found)), "contradictions"),
  ];
}

export function comparedSentence(compared: number, letters: number): string {
  if (compared === 0)
    return "No letter is known to answer a rejected person in the file, so what the letters change is not known.";
  if (compared < letters) {
    const answer = compared === 1 ? "one answers a rejected person" : `${count(compared)} answer rejected people`;
    return (
      `Of ${amount(letters, "letter")}, ${answer} in the file; only from ${compared === 1 ? "it" : "these"} can it ` +
      "be read what changed."
    );
  }
  return letters === 1
    ? "The one letter answers a rejected person in the file, so what changed can be read from it."
    : `All ${count(letters)} letters answer rejected people in the file, so what changed can be read from each.`;
}

function idleSentence({ fieldCounts, compared }: NonNullable<AuditFile["letters"]>): Said[number] {
  const idle = fieldCounts.find(({ fields }) => fields === 0)?.letters ?? 0;
  if (idle === 0) return null;
  const letters = `${count(idle)} of ${amount(compared, "letter")}`;
  return statement(
    `${letters} ${idle === 1 ? "changes" : "change"} nothing for the person addressed.`,
    "letter-changes",
  );
}

/** Letters that the decisions contradict. */
export function contradictingLetters({ contradictions }: Pick<NonNullable<AuditFile["letters"]>, "contradictions">) {
  return contradictions.reduce((sum, { strength, count: own }) => sum + (strength === "certain" ? own : 0), 0);
}

export function contradictionsSentence(letters: number): string {
  if (letters === 0) return "No letter contradicts the observed decisions.";
  return (
    `${amount(letters, "letter offers", "letters offer")} exactly what a rejected person already had. One rule on ` +
    "these columns cannot accept the one and reject the other: a letter is wrong, or the platform looks at " +
    "something that is not in the file."
  );
}
