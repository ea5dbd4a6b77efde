import { amount } from "../../document/format.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { MeasuredShare } from "../../math/interval.js";

/** How often a method is right about people left out of its fits; null where that was not measured. */
export function agreementOf({ methods }: Pick<AuditFile, "methods">, method: string): MeasuredShare | null {
  return methods.find((one) => one.method === method)?.agreement?.overall ?? null;
}

/** How often the rebuilt model is right: about everybody outside its sample, where it had one, else cross-validated. */
export function rebuiltAgreement(file: Pick<AuditFile, "methods" | "recommendation" | "sample">): MeasuredShare | null {
  return file.sample?.right.overall ?? agreementOf(file, file.recommendation.method);
}

/** "the 4,000 sampled people", or "the 200 observed people". */
export function askedPeople({ sample }: Pick<AuditFile, "sample">, n: number): string {
  return sample === null
    ? `the ${amount(n, "observed person", "observed people")}`
    : `the ${amount(n, "sampled person", "sampled people")}`;
}
