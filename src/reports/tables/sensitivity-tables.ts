import type { Sensitivity } from "../../findings/sensitivity.js";
import { choiceName, ROW_LABELS } from "../text/table-labels.js";
import { type ReportTable, reportTable } from "./report-table.js";

/** What changes with each choice, and which statements survive. */
export function sensitivityTables(sensitivity: Sensitivity | null): ReportTable[] {
  if (sensitivity === null) return [];
  const { method, gaps, variants, conclusions } = sensitivity;
  const audit = { name: ROW_LABELS.audit, method, gaps };
  const choice = (variant: { readonly name: string; readonly method: string }) =>
    choiceName(variant.name, variant.method, method);
  return [
    ...reportTable(
      "sensitivity-variants",
      ({ column }) => [
        column("kind", "word", ({ kind }) => kind),
        column("variant", "text", choice),
        column("method", "word", (variant) => variant.method),
        column("changed", "share", ({ changed, failure }) => (failure === null ? changed : null)),
        column("agreement", "share", ({ agreement }) => agreement),
        column("failure", "text", ({ failure }) => failure),
      ],
      variants,
    ),
    ...reportTable(
      "sensitivity-gaps",
      ({ column }) => [
        column("variant", "text", choice),
        column("method", "word", (variant) => variant.method),
        column("attribute", "text", ({ attribute }) => attribute),
        column("difference", "number", ({ difference }) => difference),
        column("highest", "text", ({ highest }) => highest),
        column("lowest", "text", ({ lowest }) => lowest),
      ],
      [audit, ...variants].flatMap((of) => of.gaps.map((gap) => ({ name: of.name, method: of.method, ...gap }))),
    ),
    ...reportTable(
      "sensitivity-conclusions",
      ({ column }) => [
        column("code", "word", ({ code }) => code),
        column("attribute", "text", ({ attribute }) => attribute),
        column("sentence", "text", ({ sentence }) => sentence),
        column("holds", "count", ({ holds }) => holds),
        column("of", "count", ({ of }) => of),
        column("fails", "text", ({ fails }) => fails.join("; ")),
      ],
      conclusions,
      { emphasis: ({ holds, of }) => (holds < of ? "highlight" : "normal") },
    ),
  ];
}
