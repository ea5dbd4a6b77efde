import { measured, percent } from "../../document/format.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { ErrorDirection } from "../../findings/trust.js";

/** What became of a known acceptance rate; null where none was given. */
export function rateSentence(rate: number | null, method: string): string | null {
  if (rate === null) return null;
  return method === "bracket"
    ? `Its threshold was set by the acceptance rate given, ${percent(rate)} of everybody.`
    : `The acceptance rate given, ${percent(rate)} of everybody, moved nothing: only the method bracket uses one.`;
}

/** A warning where the rebuilt model is of no use; null where it is. */
export function uselessSentence({ caveats }: Pick<AuditFile, "caveats">): string | null {
  return caveats.some(({ code }) => code === "NOT_ABOVE_MAJORITY")
    ? "Do not rely on this: the rebuilt model is not clearly better than always giving the more common answer."
    : null;
}

/** How often the rebuilt model is right about accepted and about refused people. */
export function sidesSentence({ accepted, rejected, weighted }: ErrorDirection): string {
  const rates = weighted ? " Rates are by sampling weight; these shares count everybody once." : "";
  return (
    `Fitted without them, it gave the real decision to ${measured(accepted)} of the accepted and to ` +
    `${measured(rejected)} of the refused people.${rates}`
  );
}
