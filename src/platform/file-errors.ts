import { AuditError } from "../errors.js";

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder; name a file in it",
  EACCES: "permission is denied; allow reading it",
  EPERM: "permission is denied; allow reading it",
};

/** Why the system would not give a file: FILE_NOT_FOUND or FILE_UNREADABLE; other errors stay as they are. */
export function cannotRead(error: unknown, name: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  if (code === null) return error;
  const options = { cause: error };
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new AuditError("FILE_NOT_FOUND", `there is no file ${name}; check the path`, { file: name }, options);
  }
  const message = `${name} cannot be read: ${REASONS[code] ?? `the system answered ${code}`}`;
  return new AuditError("FILE_UNREADABLE", message, { file: name }, options);
}
