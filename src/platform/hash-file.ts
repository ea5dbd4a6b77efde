import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { AuditError } from "../errors.js";
import { cannotRead, reading } from "./file-errors.js";

export interface FileState {
  readonly state: "same" | "changed" | "missing";
  /** In words, what is different; null where nothing is. */
  readonly detail: string | null;
}

/**
 * Compares a file with its recorded size and SHA-256, in constant memory. Only a regular file of the recorded size is
 * opened; with `within`, only one inside that folder, links followed.
 */
export async function compareFile(
  file: string,
  recorded: { readonly bytes: number; readonly sha256: string },
  within: string | null,
): Promise<FileState> {
  const changed = (detail: string): FileState => ({ state: "changed", detail });
  try {
    if (within !== null && !(await isWithin(file, within)))
      return changed("it is a link to a place outside the folder");
    const found = await stat(file);
    if (!found.isFile()) return changed("it is not a regular file");
    if (found.size !== recorded.bytes) return changed(`it has ${found.size} bytes instead of ${recorded.bytes}`);
    const sha256 = await hashFile(file);
    if (sha256 === recorded.sha256) return { state: "same", detail: null };
    return changed(`its SHA-256 is ${sha256} instead of ${recorded.sha256}`);
  } catch (error) {
    const reason = cannotRead(error, file);
    if (reason instanceof AuditError && reason.code === "FILE_NOT_FOUND") return { state: "missing", detail: null };
    throw reason;
  }
}

/** Whether the file a path leads to, links followed, lies in the folder. */
export async function isWithin(file: string, folder: string): Promise<boolean> {
  const [real, root] = await Promise.all([realpath(file), realpath(folder)]);
  return real.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The SHA-256 of a file, in constant memory. Throws what `cannotRead` makes of the system's errors. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await reading(file, async () => {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  });
  return hash.digest("hex");
}

/** The SHA-256 of bytes, or of a text as UTF-8, by Node's own code. */
export function sha256Of(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
