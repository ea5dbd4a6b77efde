import { access, copyFile, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { OutputFile } from "../certificate/manifest.js";
import { AuditError } from "../errors.js";
import { namedInputs } from "../folder/sources.js";
import { readManifest } from "../platform/folder/audit-folder.js";
import { makeFolder, writeFiles } from "../platform/write-file.js";
import type { AuditInputs } from "./audit-inputs.js";

/** Files every audit folder has; the tables come with them. */
export const AUDIT_FILES = [
  "audit.json",
  "surrogate.json",
  "report.html",
  "findings.sarif",
  "audit.yaml",
  "manifest.json",
];

/**
 * Writes an audit into its folder, each file whole or not at all, and removes what an earlier audit had and this one
 * has not.
 */
export async function writeAudit(
  folder: string,
  outputs: readonly OutputFile[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const files = outputs.map(({ path, text }) => ({ path: join(folder, path), text }));
  for (const place of new Set(files.map(({ path }) => dirname(path)))) await makeFolder(place);
  await writeFiles(files, signal);
  const written = new Set(outputs.map(({ path }) => path));
  if (!written.has("findings.sarif")) await rm(join(folder, "findings.sarif"), { force: true });
  for (const name of await readdir(join(folder, "tables"))) {
    if (/\.(?:csv|parquet|arrow)$/.test(name) && !written.has(`tables/${name}`)) await rm(join(folder, "tables", name));
  }
}

/** Removes the copies of inputs that an earlier audit left in the folder: they may hold what this one is not about. */
export async function removeCopies(folder: string): Promise<void> {
  const { manifest } = await readManifest(folder).catch(() => ({ manifest: null }));
  for (const { path } of manifest?.inputs ?? []) {
    if (path?.startsWith("inputs/") === true) await rm(join(folder, path), { force: true });
  }
}

/** Copies the files that were read into `inputs/`, so that the folder can be verified wherever it is sent. */
export async function copyInputs(folder: string, inputs: AuditInputs): Promise<void> {
  await makeFolder(join(folder, "inputs"));
  for (const { path, copy } of namedInputs(inputs)) await copyFile(path, join(folder, "inputs", copy));
}

/** The names among `names` that are already in the folder. */
export async function existingIn(folder: string, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const exists = await access(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (exists) found.push(name);
  }
  return found;
}

/** Refuses to write over files of the user's. */
export function refuseOverwriting(folder: string, names: readonly string[], found: readonly string[]): void {
  const [first] = found;
  if (first === undefined) return;
  throw new AuditError(
    "FILE_EXISTS",
    `${folder} already has ${found.join(", ")}; choose another folder, or --force to replace ${names.join(", ")} ` +
      "and tables/",
    { file: join(folder, first) },
  );
}
