import { type Chapter, chapter, type Said, statement } from "../../document/document.js";
import { amount, percent } from "../../document/format.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { findingSentence } from "../finding-words.js";
import { reasonWorthSentence } from "../letter-worth-words.js";
import { checkSentence, reasonName, toldSentence } from "../reason-words.js";
import type { Context } from "./context.js";

export const REASONS_TITLE = "What reasons say";
const MOST_REASONS = 6;

/** What refused people were told counts against them; nothing where nobody was told. */
export function reasonsSection(context: Context): Chapter | null {
  const { reasons } = context.file;
  if (reasons === null) return null;
  return chapter("reasons", REASONS_TITLE, {
    says: summary(context.file, reasons),
    body: [
      context.table("reasons", {
        columns: ["reason", "people", "told", "against"],
        title: "What people were told, and whether their values agree",
        part: "short",
        limit: MOST_REASONS,
        note:
          "Own value speaks against it: it is at least as good as the median of the accepted people. Only reasons " +
          "about one number, with a direction, can be checked.",
        blank: ["against"],
      }),
    ],
    limits: [
      "A reason without a value does not say how much would have been enough.",
      "A value that speaks against a reason does not show that the reason is wrong: a system may weigh several " +
        "fields together, or look at something that is not in the file.",
      "People are compared with the median of the accepted people in the file, and intervals take it as it is. With " +
        "few accepted people the median of everybody accepted may be another.",
      "These numbers describe the reasons in the file, whoever wrote them.",
    ],
    tables: [
      context.table("reasons", {
        columns: ["reason", "fieldNames", "immutable", "sensitive", "people", "told"],
        note: null,
      }),
      context.table("reasons", {
        columns: ["reason", "direction", "acceptedMedian", "checked", "against", "unchecked"],
        title: "Reasons held against people’s own values",
        part: "check",
        how: "reason-check",
        blank: ["direction", "acceptedMedian", "checked", "against"],
      }),
      context.table("reason-counts"),
      context.table("reason-coverage"),
      reasons.byAttribute.map(({ attribute }, k) => [
        context.table("reasons-by-group", {
          where: { attribute },
          columns: ["reason", "group", "n", "people", "told", "correctedDifference", "adjusted", "against"],
          blank: ["against"],
          title: `Which reasons are told to whom: ${attribute}`,
          ...(k === 0 ? {} : { part: String(k + 1) }),
        }),
      ]),
      context.table("reasons-against"),
      context.table("reason-indications", { columns: ["sentence", "kind", "count", "examples"] }),
    ],
  });
}

function summary(file: AuditFile, found: NonNullable<AuditFile["reasons"]>): Said {
  const [most] = found.reasons;
  const told = file.findings.filter(({ section, strength }) => section === "reasons" && strength !== "untested");
  return [
    statement(toldSentence(found), "wilson"),
    found.accepted === 0
      ? null
      : `${amount(found.accepted, "accepted person was", "accepted people were")} told one too and left out here.`,
    most === undefined || most.told === null || most.told.successes === 0
      ? null
      : statement(
          `Most often told is ${reasonName(most.reason, most.fields)}: to ${percent(most.told.share)} of them.`,
          "reasons",
        ),
    statement(checkSentence(found), "reason-check"),
    told.map((finding) =>
      statement(findingSentence(finding, file), finding.kind === "reasons-against" ? "reason-check" : "reasons"),
    ),
    statement(reasonWorthSentence(file.reasonWorth), "reason-worth"),
  ];
}
