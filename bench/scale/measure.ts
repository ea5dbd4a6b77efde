import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What a process took from its start to its end. */
export interface Usage {
  readonly seconds: number;
  /** User and system time of all threads. */
  readonly cpuSeconds: number;
  /** The largest resident memory. */
  readonly megabytes: number;
}

/** What a Node process took, and what it printed. */
export interface Ran {
  readonly usage: Usage;
  readonly printed: string;
}

/** A command that ended because a file cannot be used. */
export class Refused extends Error {}

/** Runs a script in a Node process of its own. The usage file goes into `folder`. Rejects where it ends with an error. */
export function measureNode(root: string, folder: string, args: readonly string[]): Promise<Ran> {
  const usage = join(folder, "usage.json");
  const preload = pathToFileURL(join(root, "bench/scale/usage.mjs")).href;
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, ["--import", preload, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, RECAST_USAGE: usage },
    });
    let printed = "";
    child.stdout.on("data", (text: Buffer) => {
      printed += text.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const seconds = (performance.now() - began) / 1000;
      if (code === 3) return reject(new Refused(`${args.join(" ")} refused the file`));
      if (code !== 0) return reject(new Error(`${args.join(" ")} ended with ${code}`));
      const { cpuSeconds, kilobytes } = JSON.parse(readFileSync(usage, "utf8")) as Record<string, number>;
      resolve({ usage: { seconds, cpuSeconds: cpuSeconds!, megabytes: kilobytes! / 1024 }, printed });
    });
  });
}

/** The run with the least wall time. */
export function fastest<Some extends { readonly usage: Usage }>(runs: readonly Some[]): Some {
  return runs.reduce((best, run) => (run.usage.seconds < best.usage.seconds ? run : best));
}

/** "12.3 s (to 14.0 s)", "10.1 s", "310 MB": the cells of the runs of one thing. */
export function usageCells(runs: readonly { readonly usage: Usage }[]): string[] {
  const best = fastest(runs).usage;
  const slowest = Math.max(...runs.map(({ usage }) => usage.seconds));
  const most = Math.max(...runs.map(({ usage }) => usage.megabytes));
  const spread = runs.length > 1 ? ` (to ${seconds(slowest)})` : "";
  return [`${seconds(best.seconds)}${spread}`, seconds(best.cpuSeconds), `${Math.round(most).toLocaleString("en")} MB`];
}

export function seconds(value: number): string {
  return value < 1 ? `${value.toFixed(2)} s` : `${value.toFixed(1)} s`;
}
