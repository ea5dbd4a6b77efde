import { open } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { AuditError, type ErrorCode, issueWords } from "../errors.js";
import { writing } from "./file-errors.js";
import { jsonOf, readBytes, readText } from "./read-file.js";

// What folders have that a command can continue: a file that says what all rests on, and a file of lines.

/**
 * The file that says what a folder rests on; null for a new folder. Refuses one that `command` did not write, and one
 * that was damaged since.
 */
export async function readHead<Schema extends HeadSchema>(
  path: string,
  schema: Schema,
  { code, command }: { readonly code: ErrorCode; readonly command: string },
): Promise<v.InferOutput<Schema> | null> {
  const file = await readText(path).catch((error: unknown) => {
    if (error instanceof AuditError && error.code === "FILE_NOT_FOUND") return null;
    throw error;
  });
  if (file === null) return null;
  const data = jsonOf(file.text);
  const { success, output, issues } = v.safeParse(schema, data, { abortEarly: true });
  if (success) return output;
  if (!v.is(v.object({ format: schema.entries.format }), data)) {
    const message = `${path} was not written by '${command}', or is no longer whole. Choose another folder (--out)`;
    throw new AuditError(code, message, { file: path });
  }
  const remedy = "Put a copy of it back, or choose another folder (--out)";
  const message = `${path} is damaged or was edited ${issueWords(issues[0])}. ${remedy}`;
  throw new AuditError("FILE_UNREADABLE", message, { file: path });
}

type HeadSchema = v.GenericSchema & { readonly entries: { readonly format: v.GenericSchema } };

/** The complete lines of a file, and their bytes. A dying process leaves a last line without its end: then `torn`. */
export async function readLines(path: string) {
  const bytes = await readBytes(path).catch((error: unknown) => {
    if (error instanceof AuditError && error.code === "FILE_NOT_FOUND") return Buffer.alloc(0);
    throw error;
  });
  const complete = bytes.lastIndexOf(0x0a) + 1;
  const lines = utf8Of(bytes.subarray(0, complete), path).split("\n").slice(0, -1);
  return { lines, bytes: complete, torn: complete < bytes.length };
}

/** Refuses bytes that are no UTF-8: read with replacements, a changed byte could go unnoticed. */
function utf8Of(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new AuditError(
      "FILE_NOT_TEXT",
      `${path} is damaged: it is not UTF-8 text. Get the folder again from whoever made it`,
      { file: path },
      { cause: error },
    );
  }
}

/** A file of lines that can be added to. */
export interface LineFile {
  /** Resolves when the line is on the disk for good. */
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file of lines, cut to its `complete` bytes. */
export async function openLines(path: string, complete: number): Promise<LineFile> {
  const handle = await writing(path, async () => {
    const opened = await open(path, "a");
    await opened.truncate(complete);
    await opened.datasync();
    const parent = await open(dirname(path), "r");
    await parent.sync().catch(() => undefined); // the new name itself; not every system allows it
    await parent.close();
    return opened;
  });
  let whole = complete;
  let failure: unknown = null;
  return {
    append: (line) =>
      writing(path, async () => {
        if (failure !== null) throw failure; // a line behind a torn one could not be told from it
        const bytes = Buffer.from(`${line}\n`, "utf8");
        try {
          await handle.appendFile(bytes);
          await handle.datasync();
          whole += bytes.length;
        } catch (error) {
          failure = error;
          await handle.truncate(whole).catch(() => undefined); // else the next run cuts the rest off
          throw error;
        }
      }),
    close: () => handle.close().catch(() => undefined), // every line that counts is on the disk
  };
}
