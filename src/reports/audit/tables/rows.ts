import { count } from "../../../document/format.js";
import { type Emphasis, yesNo } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";

/** Names of rows that are about no single group. */
export const ROW_LABELS = {
  everybody: "(everybody)",
  unknown: "(group not known)",
  rest: "(everybody else)",
  intercept: "(start)",
  audit: "(the audit itself)",
} as const;

export function fewPeople({ status }: { readonly status: string }, n: number): Emphasis | null {
  return status === "insufficient" ? { as: "insufficient", label: `insufficient (n = ${count(n)})` } : null;
}

/** Whether a method reads letters; one that has none to read is not called a method without. */
export function readsLetters({ usesLetters, failure }: AuditFile["methods"][number]): string {
  return failure?.code === "NO_LETTERS" ? "needs them" : yesNo(usesLetters);
}

export function marked(stands: boolean, label: string): Emphasis | null {
  return stands ? { as: "highlight", label } : null;
}

/** The name of a choice in tables and charts; one about another model than the audit's says so. */
export function choiceName(name: string, method: string, own: string): string {
  return method === own ? name : `${method === "recast" ? "RECAST" : method}: ${name}`;
}
