import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, readFile, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { AuditError } from "../errors.js";
import { cannotWrite, codeOf } from "./file-errors.js";
import { jsonOf } from "./read-file.js";

const LOCK = "run.lock";

const holderSchema = v.object({
  /** Tells two locks of one process apart. */
  token: v.string(),
  pid: v.number(),
  host: v.string(),
  /** When the system started the process, where it says so: numbers of processes are used again. */
  started: v.nullable(v.string()),
});

type Holder = v.InferOutput<typeof holderSchema>;

const held = new Set<string>();

/**
 * Makes this process the only one that writes to a folder; gives back how to let others. FOLDER_BUSY names the other
 * process when there is one. A lock left by a process that has ended is replaced.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK);
  const { pid } = process;
  const own: Holder = { token: randomUUID(), pid, host: hostname(), started: startOf(pid)?.started ?? null };
  held.add(own.token);
  try {
    if (!(await create(path, own))) {
      const other = await readHolder(path);
      if (other !== null && isAlive(other)) throw busy(folder, other);
      await unlink(path).catch(() => undefined);
      if (!(await create(path, own))) throw busy(folder, await readHolder(path));
    }
    const now = await readHolder(path); // somebody else may have replaced the same old lock
    if (now?.token !== own.token) throw busy(folder, now);
  } catch (error) {
    held.delete(own.token);
    throw error;
  }
  return async () => {
    held.delete(own.token);
    if ((await readHolder(path))?.token === own.token) await unlink(path).catch(() => undefined);
  };
}

/** Makes the lock, whole from its first moment on; false when there is one. */
async function create(path: string, holder: Holder): Promise<boolean> {
  const whole = `${path}.${holder.token}`;
  try {
    await writeFile(whole, `${JSON.stringify(holder)}\n`);
    await link(whole, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw cannotWrite(error, path);
  } finally {
    await unlink(whole).catch(() => undefined);
  }
}

/** Null when the file is gone or a dying process left it unfinished. */
async function readHolder(path: string): Promise<Holder | null> {
  const result = v.safeParse(holderSchema, jsonOf(await readFile(path, "utf8").catch(() => "")));
  return result.success ? result.output : null;
}

/** Whether the process is still there. About another machine nothing can be said, so there it counts as alive. */
function isAlive({ token, pid, host, started }: Holder): boolean {
  if (host !== hostname()) return true;
  if (pid === process.pid) return held.has(token);
  const found = startOf(pid);
  if (found !== null) return !found.ended && (started === null || started === found.started);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM"; // it is somebody else's
  }
}

/** When a process was started, and whether it only waits to be buried; null where the system does not say. */
function startOf(pid: number): { readonly started: string; readonly ended: boolean } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { ended: fields[0] === "Z" || fields[0] === "X", started: fields[19] ?? "" };
  } catch {
    return null;
  }
}

function busy(folder: string, other: Holder | null): AuditError {
  const who = other === null ? "another process" : `process ${other.pid} on ${other.host}`;
  const way =
    other !== null && other.host !== hostname() ? `. If that one has ended, delete ${join(folder, LOCK)}` : "";
  const message = `${who} is writing to ${folder}. Wait for it, or choose another folder (--out)${way}`;
  return new AuditError("FOLDER_BUSY", message, { file: folder });
}
