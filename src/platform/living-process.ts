import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { codeOf } from "./file-errors.js";

/** A process among all that ever run: numbers of processes are used again, so its start belongs to it. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** When the system started it, where it says so. */
  readonly started: string | null;
}

export function thisProcess(): ProcessIdentity {
  const { pid } = process;
  return { pid, host: hostname(), started: startOf(pid)?.started ?? null };
}

/** Whether a process is still there. About another machine nothing can be said, so there it counts as alive. */
export function isRunning({ pid, host, started }: ProcessIdentity): boolean {
  if (pid <= 0) return false;
  if (host !== hostname()) return true;
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
