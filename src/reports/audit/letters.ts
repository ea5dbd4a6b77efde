import { beside, chapter, headed, type Said, statement } from "../../document/document.js";
import { amount, count, measured, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { findingSentence } from "../finding-words.js";
import { letterWorthSentence } from "../letter-worth-words.js";
import { burdenBody, burdenTables } from "./attribute-parts.js";
import type { Context } from "./context.js";

const NONE =
  "There are no letters. What the system asks of refused people is not known, nor whether its explanations agree " +
  "with its decisions.";

const ONLY_REASONS =
  "There are no letters, only reasons. How much would have been enough for a refused person is not known.";

export const LETTERS_TITLE = "What letters ask";
const PATTERN_COLUMNS = { columns: ["sentence", "kind", "count", "examples"] };
const MOST_FIELDS = 5;

export function lettersSection(context: Context) {
  const { letters } = context.file;
  if (letters === null)
    return chapter("letters", LETTERS_TITLE, { says: [context.file.reasons === null ? NONE : ONLY_REASONS] });
  const { burden } = letters;
  const led = context.file.findings.find(({ kind }) => kind === "letters-burden")?.attribute;
  const leading = burden.find(({ attribute }) => attribute === led);
  return chapter("letters", LETTERS_TITLE, {
    says: summary(context.file, letters),
    body: [
      context.table("letter-contradictions", {
        columns: ["sentence", "count", "examples"],
        title: "Letters that the decisions contradict",
      }),
      beside(
        [
          context.table("letter-fields", {
            columns: ["field", "changedLetters", "changed"],
            title: "How often letters change a field",
            part: "short",
            limit: MOST_FIELDS,
            note: null,
          }),
        ],
        leading === undefined ? [] : burdenBody(context, leading),
      ),
    ],
    limits: [
      "A letter is one offer. It does not show that another change would not have helped.",
      "These numbers describe the letters in the file, whoever wrote them. If the system did not write them, they " +
        "say nothing about what it asks.",
      "Contradictions are looked for in the columns of the file. A letter and a decision can both be true if the " +
        "system looks at something that is not in the file.",
    ],
    tables: [
      context.table("letter-fields", {
        columns: ["field", "immutable", "changedLetters", "changed", "up", "down"],
        title: "Fields that letters change",
        note: null,
      }),
      context.table("letter-fields", {
        columns: ["field", "least", "lowerQuartile", "median", "upperQuartile", "greatest"],
        title: "Size of the changes",
        part: "sizes",
      }),
      context.table("letter-moves"),
      context.table("letter-field-counts"),
      context.table("letter-coverage"),
      headed("Patterns that are no contradiction", context.table("letter-patterns", PATTERN_COLUMNS)),
      burden.map((entry, k) => burdenTables(context, entry, k)),
    ],
  });
}

function summary(file: AuditFile, found: NonNullable<AuditFile["letters"]>): Said {
  const { coverage, compared, letters, fields, immutable } = found;
  const [most] = fields;
  const worth = letterWorthSentence(file.letterWorth, file.recommendation.method);
  return [
    coverage === null ? null : statement(`${measured(coverage)} of the refused people have a letter.`, "wilson"),
    compared === letters ? null : comparedSentence(compared, letters),
    most === undefined || most.changed.successes === 0
      ? null
      : statement(
          `Letters change ${named(most.field)} most often: ${percent(most.changed.share)} of them do.`,
          "letter-changes",
        ),
    immutable !== null && immutable.successes === 0 && file.columns.some((column) => column.immutable)
      ? statement(
          `No letter asks for a change of something nobody can change (95 % interval 0 to ${percent(immutable.high)}).`,
          "letter-changes",
        )
      : null,
    file.findings
      .filter(({ kind }) => kind === "immutable-change")
      .map((finding) => statement(findingSentence(finding, file), "letter-changes")),
    idleSentence(found),
    statement(contradictionsSentence(contradictingLetters(found)), "contradictions"),
    statement(worth, "letter-worth"),
  ];
}

export function comparedSentence(compared: number, letters: number): string {
  if (compared === 0)
    return "No letter is known to answer a refused person in the file, so what they change is not known.";
  const answer = compared === 1 ? "1 answers a refused person" : `${count(compared)} answer refused people`;
  return (
    `Of ${amount(letters, "letter")}, ${answer} in the file; what changed can be read from ` +
    `${compared === 1 ? "it" : "these"} alone.`
  );
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
  if (letters === 0) return "No letter contradicts the decisions.";
  return (
    `${amount(letters, "letter offers", "letters offer")} exactly what a refused person already had. No rule on ` +
    "these columns can accept the one and refuse the other: a letter is wrong, or the system looks at something " +
    "that is not in the file."
  );
}
