import { column, own, type Table, tableOf } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";
import { choiceName, marked, ROW_LABELS } from "./rows.js";

/** What changes with each choice, and which statements survive. */
export function sensitivityTables(sensitivity: AuditFile["sensitivity"]): Table[] {
  if (sensitivity === null) return [];
  const { method, gaps, variants, conclusions } = sensitivity;
  const audit = { name: ROW_LABELS.audit, method, gaps };
  const choice = (variant: { readonly name: string; readonly method: string }) =>
    choiceName(variant.name, variant.method, method);
  return [
    tableOf(
      {
        id: "sensitivity-variants",
        title: "What changes with each choice",
        note: "One choice at a time, everything else as in the audit.",
        how: "sensitivity",
      },
      variants,
      [
        column("kind", "word", ({ kind }) => kind),
        column("variant", "text", choice, "Choice"),
        column("method", "word", (variant) => variant.method),
        column("changed", "share", ({ changed, failure }) => (failure === null ? changed : null)),
        column("agreement", "share", ({ agreement }) => agreement),
        column("failure", "text", ({ failure }) => failure, "Why not"),
      ],
    ),
    tableOf(
      { id: "sensitivity-gaps", title: "Differences of rates with each choice", how: "sensitivity" },
      [audit, ...variants].flatMap((of) => of.gaps.map((gap) => ({ name: of.name, method: of.method, ...gap }))),
      [
        column("variant", "text", choice, "Choice"),
        column("method", "word", (variant) => variant.method),
        own({ attribute: "text", difference: "points" }),
        column("highest", "text", ({ highest }) => highest, "Highest group"),
        column("lowest", "text", ({ lowest }) => lowest, "Lowest group"),
      ],
    ),
    tableOf(
      {
        id: "sensitivity-conclusions",
        title: "Which statements hold under other choices",
        how: "sensitivity",
        emphasis: ({ holds, of }) => marked(holds < of, "not in every variant"),
      },
      conclusions,
      [
        own({ code: "word", attribute: "text" }),
        column("sentence", "text", ({ sentence }) => sentence, "Statement"),
        column("holds", "count", ({ holds }) => holds, "Holds in"),
        column("of", "count", ({ of }) => of, "of"),
        column("fails", "text", ({ fails }) => fails.join("; "), "Fails with"),
      ],
    ),
  ];
}
