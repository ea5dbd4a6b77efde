import { randomUUID } from "node:crypto";
import { link, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { AuditError } from "../errors.js";
import { cannotWrite, codeOf, ignoreAbsence, writing } from "./file-errors.js";
import { isRunning, thisProcess } from "./living-process.js";
import { type Holder, LOCK, type LockDisk, releaseLock, removeOrphans, takeLock } from "./lock-chain.js";
import { jsonOf } from "./read-file.js";

const held = new Set<string>();

/**
 * Makes this process the only one that writes to a folder; gives back how to let others. FOLDER_BUSY names the other
 * process when there is one. A process that has ended holds nothing.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const own: Holder = { token: randomUUID(), ...thisProcess() };
  const disk = diskOf(folder);
  held.add(own.token);
  try {
    const other = await takeLock(disk, own, isAlive);
    if (other !== null) throw busy(folder, other);
    // what stays is harmless, and the next holder tries again
    await readdir(folder)
      .then((names) => removeOrphans(disk, names.filter(isLockFile), isAlive))
      .catch(() => undefined);
  } catch (error) {
    held.delete(own.token);
    throw error;
  }
  return async () => {
    await releaseLock(disk, own).catch(() => undefined); // nobody takes it for held once this process has ended
    held.delete(own.token);
  };
}

/** Whether a file of a folder belongs to its lock. */
export function isLockFile(name: string): boolean {
  return name === LOCK || name.startsWith(`${LOCK}.`);
}

function diskOf(folder: string): LockDisk {
  return {
    async read(name) {
      const path = join(folder, name);
      const text = await writing(path, () => readFile(path, "utf8").catch(ignoreAbsence));
      return text === null ? undefined : jsonOf(text);
    },
    async create(name, holder) {
      const path = join(folder, name);
      const whole = join(folder, `${LOCK}.new-${holder.token}`);
      try {
        await writing(path, () => writeFile(whole, `${JSON.stringify(holder)}\n`));
        await link(whole, path);
        return true;
      } catch (error) {
        // ENOENT: whoever has the lock took the file for the rest of a dead process
        if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOENT") return false;
        throw cannotLink(error, path);
      } finally {
        await unlink(whole).catch(() => undefined);
      }
    },
    remove: (name) => unlink(join(folder, name)).catch(() => undefined),
  };
}

/** Why a lock cannot be made; disks for cameras and the like know no second name of a file. */
function cannotLink(error: unknown, path: string): AuditError {
  const code = codeOf(error);
  if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") return cannotWrite(error, path);
  const message = `cannot lock ${path}: the disk has no hard links. Choose a folder on another disk`;
  return new AuditError("WRITE_FAILED", message, { file: path }, { cause: error });
}

function isAlive(holder: Holder): boolean {
  return holder.pid === process.pid && holder.host === hostname() ? held.has(holder.token) : isRunning(holder);
}

function busy(folder: string, { pid, host }: Holder): AuditError {
  const lock = join(folder, LOCK);
  const way = host === hostname() ? "" : `. If that one has ended, delete ${lock} and every file named ${LOCK}.…`;
  const who = `process ${pid} on ${host}`;
  const message = `${who} is writing to ${folder}. Wait for it, or choose another folder (--out)${way}`;
  return new AuditError("FOLDER_BUSY", message, { file: folder });
}
