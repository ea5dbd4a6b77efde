import { AuditError } from "../../errors.js";

/** The key in an environment variable the user names; null when none is named. A named one that is empty is refused. */
export function keyFrom(variable: string | null, env: Readonly<Record<string, string | undefined>>): string | null {
  if (variable === null) return null;
  const key = env[variable] ?? "";
  if (key === "") {
    throw new AuditError(
      "INVALID_OPTION",
      `the environment has no variable ${variable}, which should hold the key of the service`,
    );
  }
  return key;
}
