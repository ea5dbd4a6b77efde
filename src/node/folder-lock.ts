import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { AuditError } from "../errors.js";
import { cannotRead } from "./file-errors.js";

/** Takes the lock away again. */
export type Unlock = () => Promise<void>;

/**
 * Makes a lock file in a folder so that two processes do not work in it at once. The lock of a process that is no more is taken over; one of another
 * machine cannot be looked at and counts as held. Throws COLLECT_BUSY when it is held.
 */
export async function lockFolder(folder: string, name: string): Promise<Unlock> {
  const path = join(folder, name);
  for (let attempt = 0; ; attempt++) {
    const handle = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return null;
      throw new AuditError("WRITE_FAILED", `cannot write ${path}: ${error.message}`, { file: path }, { cause: error });
    });
    if (handle !== null) {
      await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }), "utf8");
      await handle.sync();
      await handle.close();
      return () => rm(path, { force: true });
    }
    const holder = await readHolder(path);
    if (holder !== "gone" && (holder !== "ended" || attempt > 0)) throw busy(folder, path, holder);
    if (holder === "ended") await putAside(path);
  }
}

/** Who holds a lock: "ended" when the process is no more, "gone" when the file is. */
async function readHolder(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw cannotRead(error, path);
  });
  if (text === null) return "gone";
  let holder: { readonly pid?: unknown; readonly host?: unknown };
  try {
    holder = JSON.parse(text);
  } catch {
    return "ended"; // its process died between making and writing it
  }
  if (holder.host !== hostname()) return `a process on ${String(holder.host)}`;
  if (typeof holder.pid !== "number" || !isAlive(holder.pid)) return "ended";
  return `process ${holder.pid}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid; // a lock of our own number is left over from a process before us
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Moves an old lock away in one step, so that of two processes that find it only one removes it. */
async function putAside(path: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  await rm(aside, { force: true });
}

function busy(folder: string, path: string, holder: string): AuditError {
  return new AuditError(
    "COLLECT_BUSY",
    `${folder} is in use by ${holder}; wait for it to end. If nothing works there any more, delete ${path}`,
    { file: path },
  );
}
