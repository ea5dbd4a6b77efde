import type { AuditFile } from "../../findings/audit-file.js";
import type { MeasuredShare } from "../../math/interval.js";

/** How often a method is right about people it has not seen; null where that was not measured. */
export function agreementOf({ methods }: AuditFile, method: string): MeasuredShare | null {
  return methods.find((one) => one.method === method)?.agreement?.overall ?? null;
}
