import { constants } from "node:fs";
import { access, copyFile, lstat, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import * as v from "valibot";
import { outputPath } from "../certificate/paths.js";
import { AuditError, requireRunning } from "../errors.js";
import { cannotWrite, codeOf, ignoreAbsence, writing } from "./file-errors.js";
import { lockFolder } from "./folder-lock.js";
import { openWithin, readWhole, withFile } from "./open-file.js";
import { jsonOf } from "./read-file.js";
import { makeFolder, requireReplaceable, writeFiles } from "./write-file.js";

// A folder of results changes in one step. All new files are written into NEW, which becomes READY by a rename: from
// that moment on the folder has changed, even if the process dies before the files are in their places. Whoever opens
// the folder next moves the rest.
const NEW = ".recast-new";
const READY = ".recast-ready";
/** In NEW and READY: the paths of files that the new ones replace by none. */
const REMOVED = ".removed.json";

/** A file to publish: its path in the folder, and its contents or the file to copy. */
export type PublishedFile = { readonly path: string } & (
  | { readonly text: string | Uint8Array }
  | { readonly copyOf: string }
);

export interface OutputFolder {
  /**
   * Puts these files into the folder and takes those in `removed` out: all of it or nothing. Other files stay as they
   * are. An abort before the step that counts leaves the folder as it was.
   */
  publish(files: readonly PublishedFile[], removed: readonly string[], signal?: AbortSignal): Promise<void>;
}

/**
 * Makes a folder, or takes an existing one, for this process alone while `work` runs. What a dead process left is
 * finished or removed first. A folder that was made here and stayed empty is removed. Throws FOLDER_BUSY.
 */
export async function withOutputFolder<T>(folder: string, work: (out: OutputFolder) => Promise<T>): Promise<T> {
  const made = await makeFolder(folder);
  try {
    const unlock = await lockFolder(folder);
    try {
      await settle(folder);
      return await work({ publish: (files, removed, signal) => publish(folder, { files, removed }, signal) });
    } finally {
      await unlock();
    }
  } finally {
    for (const place of made) await rmdir(place).catch(() => undefined); // it holds something
  }
}

/** Refuses a folder that cannot be written to or made, before any work is done for it: WRITE_FAILED. */
export async function requireWritable(folder: string): Promise<void> {
  const nearest = async (place: string): Promise<void> => {
    const found = await stat(place).catch((error: unknown) => {
      if (codeOf(error) !== "ENOENT" || dirname(place) === place) throw error;
      return null;
    });
    return found === null ? nearest(dirname(place)) : access(place, constants.W_OK);
  };
  await writing(folder, () => nearest(resolve(folder)));
}

/** Finishes what a dead process began to publish in a folder; does nothing, and needs no lock, anywhere else. */
export async function finishPublishing(folder: string): Promise<void> {
  if (!(await isFolder(join(folder, READY)))) return;
  const unlock = await lockFolder(folder);
  try {
    await settle(folder);
  } finally {
    await unlock();
  }
}

/** Whether an entry of a folder is there only while somebody publishes, or because that somebody died. */
export function isUnpublished(name: string): boolean {
  return name === NEW || name === READY;
}

async function publish(
  folder: string,
  { files, removed }: { readonly files: readonly PublishedFile[]; readonly removed: readonly string[] },
  signal?: AbortSignal,
): Promise<void> {
  const staging = join(folder, NEW);
  const at = (path: string) => join(staging, path);
  for (const { path } of files) {
    const place = dirname(join(folder, path));
    if (place !== folder && !(await isFolder(place))) await requireReplaceable(place); // no link leads out of it
    await requireReplaceable(join(folder, path));
  }
  try {
    const places = new Set([staging, ...files.map(({ path }) => dirname(at(path)))]);
    for (const place of places) await makeFolder(place);
    for (const file of files) {
      requireRunning(signal);
      if ("copyOf" in file) await writing(file.path, () => copied(file.copyOf, at(file.path)));
    }
    const texts = files.flatMap((file) => ("text" in file ? [{ path: at(file.path), text: file.text }] : []));
    const gone = removed.filter((path) => files.every((file) => file.path !== path));
    await writeFiles([...texts, { path: at(REMOVED), text: JSON.stringify(gone) }], signal);
    for (const place of places) await syncFolder(place);
    requireRunning(signal);
    await writing(folder, () => rename(staging, join(folder, READY)));
  } catch (error) {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined); // else the next writer removes it
    throw error;
  }
  await syncFolder(folder);
  await settle(folder).catch((error: unknown) => {
    const { message, place } = cannotWrite(error, folder);
    const rest = `All new files are in ${join(folder, READY)}: the next command that opens the folder moves them`;
    throw new AuditError("WRITE_FAILED", `${message}. ${rest}`, place, { cause: error });
  });
}

/** Moves what is ready into place, and removes what never became so. Only whoever has the lock may. */
async function settle(folder: string): Promise<void> {
  await writing(folder, async () => {
    await rm(join(folder, NEW), { recursive: true, force: true });
    const ready = join(folder, READY);
    if (!(await isFolder(ready))) return;
    for (const path of await filesIn(ready)) {
      if (path === REMOVED) continue;
      const place = dirname(join(folder, path));
      await makeFolder(place);
      if (await isFolder(place)) await rename(join(ready, path), join(folder, path));
    }
    for (const path of await removedFiles(ready)) {
      if (await isFolder(dirname(join(folder, path)))) await rm(join(folder, path), { force: true });
    }
    await syncFolder(folder);
    await rm(ready, { recursive: true, force: true });
  });
}

/** The paths that a folder's list of removed files names, as far as they lie in the folder. */
async function removedFiles(ready: string): Promise<readonly string[]> {
  const bytes = await withFile(openWithin(ready, REMOVED), readWhole).catch((error: unknown) => {
    if (error instanceof AuditError && error.code === "FILE_NOT_FOUND") return "[]"; // it was removed last time
    throw error;
  });
  const listed = jsonOf(String(bytes));
  return Array.isArray(listed) ? listed.filter((path) => v.is(outputPath, path) && path.split("/").length <= 2) : [];
}

/** The regular files in a folder and in its folders, no deeper: no result lies deeper, and no link is followed. */
async function filesIn(folder: string, under = ""): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    if (entry.isFile()) found.push(`${under}${entry.name}`);
    else if (entry.isDirectory() && under === "") found.push(...(await filesIn(folder, `${entry.name}/`)));
  }
  return found;
}

async function copied(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const handle = await open(to, "r+");
  await handle.sync().finally(() => handle.close());
}

/** Whether there is a folder of that name, which is no link to one. */
async function isFolder(path: string): Promise<boolean> {
  return writing(path, async () => (await lstat(path).catch(ignoreAbsence))?.isDirectory() === true);
}

/** Puts the names in a folder on the disk; not every system allows it. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
