import { AuditError } from "../../../src/errors.js";
import { zipMembers } from "../../../src/input/zip.js";
import { LARGEST_FILE, refuseSize } from "../limits.js";
import { jobWords } from "../text/jobs.js";

/** A file as the page hands it over: with its path in the folder that was given, else its name. */
export interface HandedFile {
  readonly path: string;
  readonly file: Blob;
}

/** A file that is read only when it is needed: a folder may hold much that is no part of the audit. */
export interface Entry {
  /** With slashes, without one in front. */
  readonly path: string;
  readonly bytes: number;
  read(): Promise<Uint8Array>;
}

/** The files of an audit, by their paths in its folder, and everything else that was given. */
export interface AuditEntries {
  readonly within: ReadonlyMap<string, Entry>;
  readonly all: readonly Entry[];
}

/** Bytes that all files of an archive may have together. */
const LARGEST_ARCHIVE = 8 * LARGEST_FILE;

/** Files in an archive; an audit of many people has a receipt for each. */
const MOST_ENTRIES = 50_000;

const CERTIFICATE = "manifest.json";
const FINDINGS = "audit.json";

/** What was given as entries; a ZIP archive gives one for each file in it. */
export async function entriesOf(files: readonly HandedFile[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { path, file } of files) {
    if (/\.zip$/i.test(path)) entries.push(...(await unpacked(path, file)));
    else entries.push({ path: cleaned(path), bytes: file.size, read: () => bytesOf(path, file) });
  }
  return entries;
}

/**
 * The audit among these files: the folder nearest to the top that has a certificate, else findings. Files that were
 * picked one by one have lost their folders, and are known by their names. Throws FILE_NOT_FOUND where there is none,
 * or more than one.
 */
export function auditAmong(entries: readonly Entry[]): AuditEntries {
  const root = rootOf(entries, CERTIFICATE) ?? rootOf(entries, FINDINGS);
  if (root === null) {
    const [only, ...more] = entries.filter(({ path }) => /\.json$/i.test(path));
    if (only === undefined || more.length > 0) throw notFound(jobWords.open.noAudit);
    return { within: new Map([[FINDINGS, only]]), all: entries };
  }
  const within = new Map<string, Entry>();
  for (const entry of entries) {
    if (entry.path.startsWith(root)) within.set(entry.path.slice(root.length), entry);
  }
  return { within, all: entries };
}

/** The file of that path, or of its name where the files were given without folders. */
export function entryAt({ within }: AuditEntries, path: string): Entry | undefined {
  const isFlat = [...within.keys()].every((each) => !each.includes("/"));
  return within.get(path) ?? (isFlat ? within.get(path.slice(path.lastIndexOf("/") + 1)) : undefined);
}

function rootOf(entries: readonly Entry[], name: string): string | null {
  const roots = entries
    .filter(({ path }) => path === name || path.endsWith(`/${name}`))
    .map(({ path }) => path.slice(0, -name.length));
  const depth = (root: string) => root.split("/").length;
  const least = Math.min(...roots.map(depth));
  const [root, ...others] = roots.filter((each) => depth(each) === least);
  if (others.length > 0) throw notFound(jobWords.open.severalAudits(roots.length));
  return root ?? null;
}

/**
 * The files of a ZIP archive, each unpacked when it is read. Throws FILE_UNREADABLE for a damaged one, two files of one
 * name included, and TOO_LARGE.
 */
async function unpacked(name: string, file: Blob): Promise<Entry[]> {
  const archive = await bytesOf(name, file);
  const members = await orDamaged(name, () => zipMembers(archive));
  if (members.length > MOST_ENTRIES) throw tooLarge(name, 0);
  let total = 0;
  const paths = new Set<string>();
  return members.map(({ path: given, bytes, read }) => {
    const path = cleaned(given);
    if (paths.has(path)) throw damagedZip(name);
    paths.add(path);
    total += bytes;
    if (bytes > LARGEST_FILE || total > LARGEST_ARCHIVE) throw tooLarge(`${name}/${path}`, bytes);
    return { path, bytes, read: () => orDamaged(name, read) };
  });
}

async function orDamaged<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw damagedZip(name, { cause: error });
  }
}

async function bytesOf(name: string, file: Blob): Promise<Uint8Array> {
  if (file.size > LARGEST_FILE) throw tooLarge(name, file.size);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new AuditError("FILE_UNREADABLE", jobWords.open.unreadable(name), { file: name }, { cause: error });
  }
}

function cleaned(path: string): string {
  return path.replaceAll("\\", "/").replace(/^\/+/, "");
}

function tooLarge(name: string, bytes: number): AuditError {
  return new AuditError("TOO_LARGE", refuseSize(name, bytes)?.message ?? jobWords.open.tooLarge(name), { file: name });
}

function damagedZip(name: string, options?: ErrorOptions): AuditError {
  return new AuditError("FILE_UNREADABLE", jobWords.open.damagedZip(name), { file: name }, options);
}

function notFound(message: string): AuditError {
  return new AuditError("FILE_NOT_FOUND", message);
}
