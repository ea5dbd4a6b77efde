import { createHash } from "node:crypto";
import { AuditError } from "../errors.js";
import { type OpenFile, openRegular, withFile } from "./open-file.js";

export interface FileState {
  readonly state: "same" | "changed" | "missing";
  /** In words, what is different; null where nothing is. */
  readonly detail: string | null;
}

/** Compares a file with its recorded size and SHA-256, in constant memory. A file of another size is not read. */
export async function compareFile(
  file: Promise<OpenFile>,
  recorded: { readonly bytes: number; readonly sha256: string },
): Promise<FileState> {
  const changed = (detail: string): FileState => ({ state: "changed", detail });
  try {
    return await withFile(file, async (open) => {
      if (open.size !== recorded.bytes) return changed(`it has ${open.size} bytes instead of ${recorded.bytes}`);
      const sha256 = await hashOf(open);
      if (sha256 === recorded.sha256) return { state: "same", detail: null };
      return changed(`its SHA-256 is ${sha256} instead of ${recorded.sha256}`);
    });
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    if (error.code === "FILE_NOT_FOUND") return { state: "missing", detail: null };
    return changed(error.message);
  }
}

/** The SHA-256 of a file, in constant memory. Throws FILE_NOT_FOUND or FILE_UNREADABLE. */
export function hashFile(file: string): Promise<string> {
  return withFile(openRegular(file), hashOf);
}

export async function hashOf(file: OpenFile): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of file.pieces()) hash.update(piece);
  return hash.digest("hex");
}

/** The SHA-256 of bytes, or of a text as UTF-8, by Node's own code. */
export function sha256Of(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
