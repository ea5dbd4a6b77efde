import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { cannotRead } from "./file-errors.js";

/** How a file on the disk compares with what was recorded of it. */
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
  try {
    if (within !== null && !(await isWithin(file, within))) {
      return { state: "changed", detail: "it is a link that leads out of the folder" };
    }
    const found = await stat(file);
    if (!found.isFile()) return { state: "changed", detail: "it is not a regular file" };
    if (found.size !== recorded.bytes) {
      return { state: "changed", detail: `it has ${found.size} bytes instead of ${recorded.bytes}` };
    }
    const sha256 = await hashFile(file);
    if (sha256 === recorded.sha256) return { state: "same", detail: null };
    return { state: "changed", detail: `its SHA-256 is ${sha256} instead of ${recorded.sha256}` };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "missing", detail: null };
    throw cannotRead(error, file);
  }
}

/** Whether the file a path leads to, links followed, lies in the folder. */
export async function isWithin(file: string, folder: string): Promise<boolean> {
  const [real, root] = await Promise.all([realpath(file), realpath(folder)]);
  return real.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The SHA-256 of a file, in constant memory. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}
