import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AuditError, requireRunning } from "../errors.js";
import { codeOf, ignoreAbsence, writing } from "./file-errors.js";
import { isRunning, type ProcessIdentity, thisProcess } from "./living-process.js";

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
export async function openPendingFile(path: string, mode?: number): Promise<PendingFile> {
  await requireReplaceable(path);
  const temporary = await temporaryFor(path);
  let handle: FileHandle | null = await writing(path, () => open(temporary, "wx", mode));

  async function discard(): Promise<void> {
    if (handle === null) return;
    const open = handle;
    handle = null;
    await open.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined); // else the next writer removes it
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
        await requireReplaceable(path); // once more: much time may have passed
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
  files: Iterable<{ readonly path: string; readonly text: string | Uint8Array; readonly mode?: number }>,
  signal?: AbortSignal,
): Promise<void> {
  const pending: PendingFile[] = [];
  try {
    for (const { path, text, mode } of files) {
      requireRunning(signal);
      const file = await openPendingFile(path, mode);
      pending.push(file);
      await file.write(text);
    }
    requireRunning(signal);
    for (const file of pending) await file.commit();
  } finally {
    for (const file of pending) await file.discard();
  }
}

/** Writes a file, whole from its first moment on, unless there is one of that name, which stays. */
export async function writeOnce(path: string, text: string, mode?: number): Promise<void> {
  const temporary = await temporaryFor(path);
  try {
    await writing(path, async () => {
      const handle = await open(temporary, "wx", mode);
      await handle
        .writeFile(text)
        .then(() => handle.sync())
        .finally(() => handle.close());
      await link(temporary, path).catch((error: unknown) => {
        if (codeOf(error) !== "EEXIST") throw error;
      });
    });
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined); // else the next writer removes it
  }
}

/** Refuses a path where there is something that is no regular file: it would be gone, or written through. */
export async function requireReplaceable(path: string): Promise<void> {
  const found = await writing(path, () => lstat(path).catch(ignoreAbsence));
  if (found === null || found.isFile()) return;
  const what = found.isDirectory() ? "a folder" : found.isSymbolicLink() ? "a link" : "a device, a pipe or a socket";
  const why = `${what} has this name, and only regular files are replaced`;
  const message = `cannot write ${path}: ${why}. Choose another name`;
  throw new AuditError("WRITE_FAILED", message, { file: path });
}

/** A name for a file that is not complete yet. What dead processes left under such a name is removed. */
async function temporaryFor(path: string): Promise<string> {
  const folder = dirname(path);
  const start = `.${basename(path)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = name.startsWith(start) ? OWNER.exec(name.slice(start.length)) : null;
    if (owner === null || isRunning(identityOf(owner))) continue;
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
  const { pid, host, started } = thisProcess();
  return join(folder, `${start}${shortHost(host)}-${pid}-${started ?? ""}-${randomBytes(4).toString("hex")}.tmp`);
}

/** What follows the file's name in a temporary one: the machine, the process and its start. */
const OWNER = /^([0-9a-f]{8})-(\d+)-(\d*)-[0-9a-f]{8}\.tmp$/;

const shortHost = (host: string) => createHash("sha256").update(host).digest("hex").slice(0, 8);

function identityOf([, host, pid, started]: RegExpExecArray): ProcessIdentity {
  const here = thisProcess().host;
  return { pid: Number(pid), host: host === shortHost(here) ? here : "elsewhere", started: started || null };
}

/** Makes a folder and those it lies in; gives back the ones that were not there, the innermost first. */
export async function makeFolder(path: string): Promise<readonly string[]> {
  return writing(path, () => makeFolders(path));
}

/** Node's own way of making several says that a read-only disk does not exist. */
async function makeFolders(path: string): Promise<readonly string[]> {
  try {
    await mkdir(path);
    return [path];
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" && dirname(path) !== path) {
      const made = await makeFolders(dirname(path));
      return [...(await makeFolders(path)), ...made];
    }
    // a disk that cannot be written to has the folder all the same
    if ((await stat(path).catch(() => null))?.isDirectory() === true) return [];
    throw error;
  }
}
