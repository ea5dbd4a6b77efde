import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AuditError, requireRunning } from "../errors.js";
import { writing } from "./file-errors.js";

export interface PendingFile {
  /** Appends text or bytes; resolves when the system has taken it, so awaiting it is the back-pressure. */
  write(text: string | Uint8Array): Promise<void>;
  commit(): Promise<void>;
  /** Closes and removes what was written so far; what was there before stays. Harmless after `commit`. */
  discard(): Promise<void>;
}

/**
 * Opens a temporary file beside `path`, in the same folder so that the final move is a single step of the file
 * system. Until `commit` nothing is visible under `path`, and an older file there is untouched.
 */
export async function openPendingFile(path: string): Promise<PendingFile> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  let handle: FileHandle | null = await writing(path, () => open(temporary, "wx"));

  async function discard(): Promise<void> {
    if (handle === null) return;
    const open = handle;
    handle = null;
    await open.close().catch(() => undefined);
    await rm(temporary, { force: true });
  }

  async function guarded(work: (open: FileHandle) => Promise<void>): Promise<void> {
    if (handle === null) throw new AuditError("WRITE_FAILED", `${path} is already closed`, { file: path });
    const open = handle;
    try {
      await writing(path, () => work(open));
    } catch (error) {
      await discard();
      throw error;
    }
  }

  return {
    write: (text) => guarded((open) => open.appendFile(text, "utf8")),
    commit: () =>
      guarded(async (open) => {
        await open.sync();
        await open.close();
        await rename(temporary, path);
        handle = null;
      }),
    discard,
  };
}

/**
 * Writes all files or none: they go to temporary files first, and are moved to their names only when every one is on
 * the disk. An abort or an error before that leaves the folder as it was.
 */
export async function writeFiles(
  files: Iterable<{ readonly path: string; readonly text: string | Uint8Array }>,
  signal?: AbortSignal,
): Promise<void> {
  const pending: PendingFile[] = [];
  try {
    for (const { path, text } of files) {
      requireRunning(signal);
      const file = await openPendingFile(path);
      pending.push(file);
      await file.write(text);
    }
    requireRunning(signal);
    for (const file of pending) await file.commit();
  } finally {
    for (const file of pending) await file.discard();
  }
}

export async function makeFolder(path: string): Promise<void> {
  await writing(path, () => mkdir(path, { recursive: true }));
}
