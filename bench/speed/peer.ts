import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A Python process that answers one request at a time. */
export interface Peer {
  readonly versions: Readonly<Record<string, string>>;
  ask(request: object): Promise<Record<string, number | null>>;
  close(): void;
}

/**
 * Starts a script of bench/peers/ with RECAST_PEERS_PYTHON, else the environment made by bench/peers/setup.sh, else
 * python3. Resolves to null, with the reason on stderr, where Python lacks a library.
 */
export async function startPeer(root: string, script = "transport_peer.py"): Promise<Peer | null> {
  const own = join(root, "bench/peers/.venv/bin/python");
  const python = process.env["RECAST_PEERS_PYTHON"] ?? (existsSync(own) ? own : "python3");
  const child = spawn(python, [join(root, "bench/peers", script)], { stdio: ["pipe", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (text: Buffer) => {
    complaint += text.toString();
  });
  const failed = new Promise<null>((resolve) => {
    child.on("error", (error) => {
      complaint += error.message;
      resolve(null);
    });
    child.on("exit", () => resolve(null));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const line = await Promise.race([lines.next(), failed]);
    if (line === null || line.done) throw new Error(`the Python peer stopped: ${complaint.trim().split("\n").at(-1)}`);
    return JSON.parse(line.value) as Record<string, number | null>;
  };
  try {
    const versions = (await next()) as unknown as Record<string, string>;
    return {
      versions,
      ask(request) {
        child.stdin.write(`${JSON.stringify(request)}\n`);
        return next();
      },
      close: () => child.stdin.end(),
    };
  } catch (error) {
    console.error(`Python peers left out: ${(error as Error).message}. bench/peers/setup.sh installs them.`);
    return null;
  }
}
