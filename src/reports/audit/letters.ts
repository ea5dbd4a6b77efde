import { chapter, headed, heading, type Said, statement } from "../../document/document.js";
import { amount, count, measured, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Context } from "./context.js";

const NONE =
  "No letters were given, so nothing can be said about what the platform asks of rejected people, nor about " +
  "whether its explanations agree with its decisions.";

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
      heading("Letters that do not fit together"),
      context.table("letter-contradictions", { columns: ["sentence", "kind", "strength", "count", "examples"] }) ??
        "None were found.",
    ],
    limits: [
      "A letter is one offer. That another change would not have helped does not follow from it.",
      "What letters ask, also by group, is measured on the letters in the file, whoever wrote them. Letters that " +
        "the platform did not write say nothing about what it asks.",
      "Contradictions are looked for in the columns of the file only. Two letters can both be true if the " +
        "platform looks at something that is not in the file.",
    ],
  });
}

function summary({ columns }: AuditFile, found: NonNullable<AuditFile["letters"]>): Said {
  const { coverage, compared, letters, fields, immutable, contradictions } = found;
  const [most] = fields;
  const certain = contradictions.filter(({ strength }) => strength === "certain").length;
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
    statement(contradictionsSentence(certain, contradictions.length - certain), "contradictions"),
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

export function contradictionsSentence(certain: number, indications: number): string {
  if (certain + indications === 0) return "No letters were found that contradict each other or the observed decisions.";
  if (certain === 0)
    return (
      `Read as people would read them, letters do not fit together in ${amount(indications, "respect")}: an ` +
      "indication about the explanation service."
    );
  const more =
    indications === 0 ? "" : ` and, read as people would read them, do not fit together in ${count(indications)} more`;
  return (
    `Letters and decisions exclude each other outright in ${amount(certain, "respect")}${more}: a finding about ` +
    "the explanation service."
  );
}
