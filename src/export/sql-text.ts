import { AuditError } from "../errors.js";

/** A name in SQL: in double quotes, those inside doubled. */
export function sqlName(name: string): string {
  return `"${refuseNul(name).replaceAll('"', '""')}"`;
}

/** A text in SQL: in single quotes, those inside doubled. */
export function sqlText(text: string): string {
  return `'${refuseNul(text).replaceAll("'", "''")}'`;
}

/**
 * A double in SQL, to the last bit. The exponent makes it an approximate number; without one, most databases read an
 * exact decimal.
 */
export function sqlNumber(value: number): string {
  const text = String(value);
  return text.includes("e") ? text.replace("e+", "e") : `${text}e0`;
}

/** A text that stays inside one line of comment. */
export function sqlComment(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, "\uFFFD");
}

function refuseNul(text: string): string {
  if (!text.includes("\u0000")) return text;
  throw new AuditError(
    "EXPORT_UNSUPPORTED",
    `${JSON.stringify(text)} contains the character NUL, which SQL cannot write; rename it and make the audit again`,
  );
}
