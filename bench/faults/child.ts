import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Where the built command and the preloaded module are. */
export interface Program {
  readonly root: string;
  /** Longest time that a command may take. */
  readonly limitMs: number;
}

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** The word of the error it printed; null where it printed none. */
  readonly error: string | null;
  readonly said: string;
  readonly ms: number;
  readonly isTimedOut: boolean;
}

interface StartOptions {
  readonly cwd: string;
  /** What happens to it, for the preloaded module. */
  readonly plan?: object;
  /** Told the process as soon as there is one. */
  readonly started?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the built command to its end. */
export function runCommand(program: Program, args: readonly string[], options: StartOptions): Promise<Ended> {
  const { cwd, plan, started } = options;
  const began = performance.now();
  const preload = pathToFileURL(join(program.root, "bench/faults/preload.mjs")).href;
  const words = [...(plan === undefined ? [] : ["--import", preload]), join(program.root, "dist/cli/main.js"), ...args];
  const env = { ...process.env, NO_COLOR: "1", ...(plan !== undefined && { RECAST_FAULT: JSON.stringify(plan) }) };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    let isTimedOut = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    }
    const timer = setTimeout(() => {
      isTimedOut = true;
      child.kill("SIGKILL");
    }, program.limitMs);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const error = /^recast: ([A-Z_]+):/m.exec(said)?.[1] ?? null;
      resolve({ code, signal, error, said: said.trim(), ms: performance.now() - began, isTimedOut });
    });
    started?.((name) => child.kill(name));
  });
}

/** Every file below a folder with the SHA-256 of its bytes; folders end in a slash and have none. */
export async function treeOf(folder: string, under = ""): Promise<Map<string, string>> {
  const tree = new Map<string, string>();
  const entries = await readdir(join(folder, under), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = under === "" ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) {
      tree.set(`${path}/`, "");
      for (const [inner, hash] of await treeOf(folder, path)) tree.set(inner, hash);
    } else if (entry.isFile()) {
      const bytes = await readFile(join(folder, path));
      tree.set(path, createHash("sha256").update(bytes).digest("hex"));
    } else tree.set(path, "not a file");
  }
  return tree;
}
