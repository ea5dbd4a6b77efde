import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { built, root } from "./built.js";
import { until } from "./until.js";

/** A demo that the built command made: its folder, which must not be changed, and what the command printed. */
export interface PreparedDemo {
  readonly folder: string;
  readonly stdout: string;
}

const SHELF = join(root, "build/prepared");
const run = promisify(execFile);

/**
 * What `recast demo NAME` makes, computed once for all tests that look at it: an audit takes many seconds. `lending` is told in words,
 * the cases of real people as JSON.
 */
export async function preparedDemo(name: "lending" | "compas" | "adult"): Promise<PreparedDemo> {
  const place = join(SHELF, name);
  await mkdir(SHELF, { recursive: true });
  const isFirst = await mkdir(place).then(
    () => true,
    () => false,
  );
  if (isFirst) await make(name, place);
  await until(() => existsSync(join(place, "stdout.txt")), 280);
  return { folder: join(place, "demo"), stdout: await readFile(join(place, "stdout.txt"), "utf8") };
}

/** A copy of the demo's folder at `to`, to be changed or written over. */
export async function copyDemo(name: "lending" | "compas" | "adult", to: string): Promise<PreparedDemo> {
  const { folder, stdout } = await preparedDemo(name);
  await cp(folder, to, { recursive: true });
  return { folder: to, stdout };
}

async function make(name: string, place: string): Promise<void> {
  const flags = name === "lending" ? [] : ["--json"];
  const data = process.env["RECAST_DATA"] ?? join(root, "../shared/data");
  const { stdout } = await run(process.execPath, [built("cli/main.js"), "demo", name, "--out", "demo", ...flags], {
    cwd: place,
    maxBuffer: 1 << 28,
    env: { ...process.env, RECAST_DATA: data },
  });
  await writeFile(join(place, "stdout.part"), stdout);
  await rename(join(place, "stdout.part"), join(place, "stdout.txt"));
}

/** Vitest calls it before the first test of a run: nothing is taken from an earlier build, or from a run that was cut off. */
export default async function forgetEarlierBuilds(): Promise<void> {
  const read = (path: string) => readFile(path, "utf8").catch(() => "");
  const [build, stamp] = await Promise.all([read(join(root, "build/dist.stamp")), read(join(SHELF, "stamp"))]);
  const made = await readdir(SHELF).catch(() => []);
  const isWhole = made.every((name) => name === "stamp" || existsSync(join(SHELF, name, "stdout.txt")));
  if (build !== "" && build === stamp && isWhole) return;
  await rm(SHELF, { recursive: true, force: true });
  await mkdir(SHELF, { recursive: true });
  await writeFile(join(SHELF, "stamp"), build);
}
