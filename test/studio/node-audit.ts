import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { built } from "../support/built.js";

/** Files by their path in a folder, with `/` between its parts. */
export type FolderFiles = ReadonlyMap<string, Buffer>;

/** What the command line said. */
export interface CommandOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = promisify(execFile);

/** Runs the built command line in a process of its own; never throws for what the command says. */
export async function builtRecast(args: readonly string[], cwd: string): Promise<CommandOutcome> {
  try {
    const { stdout, stderr } = await run(process.execPath, [built("cli/main.js"), ...args], {
      cwd,
      maxBuffer: 1 << 28,
    });
    return { exitCode: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== "number") throw error;
    return { exitCode: code, stdout, stderr };
  }
}

/**
 * The folder `recast audit <first file> … --with-inputs` writes for files given by their name, copies of the inputs among its files. The first
 * file is the decisions; flags name the others.
 */
export async function nodeAudit(
  files: Readonly<Record<string, string | Uint8Array>>,
  flags: readonly string[],
): Promise<FolderFiles> {
  return inFreshFolder(async (folder) => {
    for (const [name, contents] of Object.entries(files)) await writeFile(join(folder, name), contents);
    const [decisions = ""] = Object.keys(files);
    const args = ["audit", decisions, ...flags, "--with-inputs", "--out", "out"];
    const { exitCode, stderr } = await builtRecast(args, folder);
    if (exitCode !== 0) throw new Error(`recast audit ended with ${exitCode}: ${stderr}`);
    return folderFiles(join(folder, "out"));
  });
}

/** What `recast verify` says of a folder with these files. */
export async function nodeVerify(files: FolderFiles, flags: readonly string[] = []): Promise<CommandOutcome> {
  return inFreshFolder(async (folder) => {
    await writeFolder(join(folder, "audit"), files);
    return builtRecast(["verify", "audit", ...flags], folder);
  });
}

/** Writes files to a folder of the disk. */
export async function writeFolder(folder: string, files: Iterable<readonly [string, string | Uint8Array]>) {
  for (const [path, contents] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), contents);
  }
}

/** Every file under a folder. */
export async function folderFiles(folder: string): Promise<FolderFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.sort().map(async (path) => [relative(folder, path).split(sep).join("/"), await readFile(path)] as const),
  );
  return new Map(files);
}

/** The first path at which two folders differ, null where they have the same files with the same bytes. */
export function firstDifferentFile(one: FolderFiles, other: FolderFiles): string | null {
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort();
  const isSame = (path: string) => {
    const [a, b] = [one.get(path), other.get(path)];
    return a !== undefined && b !== undefined && a.equals(b);
  };
  return paths.find((path) => !isSame(path)) ?? null;
}

async function inFreshFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "recast-studio-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
