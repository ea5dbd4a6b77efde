import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { AuditError } from "../errors.js";
import { cannotRead } from "./file-errors.js";

/** Takes the lock away again. */
export type Unlock = () => Promise<void>;

const ATTEMPTS = 3; // a lock may vanish, or be left by a process that is no more, between two looks

/**
 * Makes a lock file in a folder so that two processes do not work in it at once. The lock of a process that is no more is taken over; one of another
 * machine cannot be looked at and counts as held. Throws COLLECT_BUSY when it is held.
 */
export async function lockFolder(folder: string, name: string): Promise<Unlock> {
  const path = join(folder, name);
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, JSON.stringify(self())).catch((error: Error) => {
    throw new AuditError("WRITE_FAILED", `cannot write ${own}: ${error.message}`, { file: path }, { cause: error });
  });
  try {
    for (let attempt = 1; ; attempt++) {
      if (await linked(own, path)) return () => rm(path, { force: true });
      const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw cannotRead(error, path);
      });
      const holder = text === null ? null : holderOf(text);
      if (holder !== null || attempt === ATTEMPTS) throw busy(folder, path, holder ?? "another process");
      if (text !== null) await putAside(path, text);
    }
  } finally {
    await rm(own, { force: true });
  }
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, which tells it from a later one with the same number. */
  readonly began: number;
}

function self(): Holder {
  return { pid: process.pid, host: hostname(), began: performance.timeOrigin };
}

/** Gives the whole file a second name in one step; false when that name is taken. */
async function linked(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AuditError("WRITE_FAILED", `cannot write ${path}: ${reason}`, { file: path }, { cause: error });
  }
}

/** Who holds a lock, in words; null when its process is no more. */
function holderOf(text: string): string | null {
  let holder: Partial<Holder>;
  try {
    holder = JSON.parse(text);
  } catch {
    return null;
  }
  const { pid, host, began } = holder;
  if (host !== hostname()) return `a process on ${String(host)}`;
  const alive = pid === process.pid ? began === performance.timeOrigin : typeof pid === "number" && isAlive(pid);
  return alive ? `process ${pid}` : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Moves an old lock away; should another process have made a new one meanwhile, that is put back. */
async function putAside(path: string, old: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, "utf8").catch(() => old);
  if (moved !== old) await linked(aside, path);
  await rm(aside, { force: true });
}

function busy(folder: string, path: string, holder: string): AuditError {
  return new AuditError(
    "COLLECT_BUSY",
    `${folder} is in use by ${holder}; wait for it to end. If nothing works there any more, delete ${path}`,
    { file: path },
  );
}
