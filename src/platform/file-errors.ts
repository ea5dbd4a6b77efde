import { AuditError, reasonOf } from "../errors.js";

const READING: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder; name a file in it",
  EACCES: "permission is denied; allow reading it",
  EPERM: "permission is denied; allow reading it",
};

const WRITING: Readonly<Record<string, string>> = {
  EACCES: "no permission; choose another folder",
  EPERM: "no permission; choose another folder",
  EROFS: "the disk is read-only; choose another folder",
  ENOENT: "the folder does not exist; create it or choose another",
  ENOTDIR: "a part of the path is a file, not a folder; choose another path",
  EEXIST: "a file has the name of a folder; choose another path",
  EISDIR: "a folder has this name; choose another",
  ENOSPC: "the disk is full; free some space",
  EDQUOT: "the disk quota is used up; free some space",
  ENAMETOOLONG: "the name is too long; choose a shorter one",
};

/** The system's word for what went wrong, such as ENOENT; null for errors of other kinds. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && !(error instanceof AuditError) && "code" in error ? String(error.code) : null;
}

/** For a file that need not be there: null where it is not; other errors are thrown again. */
export function ignoreAbsence(error: unknown): null {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw error;
}

/** Why the system would not give a file: FILE_NOT_FOUND or FILE_UNREADABLE; other errors stay as they are. */
export function cannotRead(error: unknown, name: string): unknown {
  const code = codeOf(error);
  if (code === null) return error;
  const options = { cause: error };
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new AuditError("FILE_NOT_FOUND", `there is no file ${name}. Check the path`, { file: name }, options);
  }
  const message = `${name} cannot be read: ${READING[code] ?? `the system answered ${code}`}`;
  return new AuditError("FILE_UNREADABLE", message, { file: name }, options);
}

/** Runs a step that reads a file; its failure is said in the words of `cannotRead`. */
export async function reading<T>(name: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw cannotRead(error, name);
  }
}

/** Why the system would not write a file: WRITE_FAILED; errors of ours stay as they are. */
export function cannotWrite(error: unknown, path: string): AuditError {
  if (error instanceof AuditError) return error;
  const code = codeOf(error);
  const why = code === null ? reasonOf(error) : (WRITING[code] ?? `the system answered ${code}`);
  const message = `cannot write ${path}: ${why}`;
  return new AuditError("WRITE_FAILED", message, { file: path }, { cause: error });
}

/** Runs a step that writes a file; its failure is said in the words of `cannotWrite`. */
export async function writing<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw cannotWrite(error, path);
  }
}
