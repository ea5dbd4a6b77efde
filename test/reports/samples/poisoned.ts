import type { AuditFile } from "../../../src/findings/audit-file.js";

/** Keys whose texts come, whole or in part, from the files or the configuration of a user. */
const FROM_USERS = new Set(
  [
    "a attribute auditor axes b base column columns date decision fails favourable favourableOutcome feature features",
    "field file from group highest level lowest message name names notes period purpose reference sentence system text",
    "to unfavourable value y letters",
  ].flatMap((line) => line.split(" ")),
);

/** Texts under those keys that are words of ours. */
const OURS = new Set(["bracket", "ridge-letters", "bracket, refit 7", "ridge"]);

/** The audit file with `before` put before every text of the user's; the same text stays the same everywhere. */
export function poisoned(file: AuditFile, before: string): AuditFile {
  const change = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return FROM_USERS.has(key) && !OURS.has(value) ? `${before}${value}` : value;
    if (Array.isArray(value)) return value.map((item) => change(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
  };
  return change(file, "") as AuditFile;
}
