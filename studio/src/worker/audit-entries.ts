import { AuditError } from "../../../src/errors.js";
import { concatenated } from "../../../src/input/unpack.js";
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

const PIECE_BYTES = 1 << 16;

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
 * The files of a ZIP archive. Its directory may say anything, so files are unpacked piece by piece and counted: one
 * that has other bytes than the directory says is damage, and so are two of one name. Throws FILE_UNREADABLE or
 * TOO_LARGE.
 */
async function unpacked(name: string, file: Blob): Promise<Entry[]> {
  const archive = await bytesOf(name, file);
  try {
    const sizes = await listed(name, archive);
    const entries: Entry[] = [];
    for (const [path, content] of await unzipped(name, archive, sizes)) {
      if (sizes.get(path) !== content.length) throw damagedZip(name);
      entries.push({ path: cleaned(path), bytes: content.length, read: () => Promise.resolve(content) });
    }
    const paths = new Set(entries.map(({ path }) => path));
    if (entries.length !== sizes.size || paths.size !== entries.length) throw damagedZip(name);
    return entries;
  } catch (error) {
    throw error instanceof AuditError ? error : damagedZip(name, { cause: error });
  }
}

/** The files that the directory of an archive names, with the sizes it says. */
async function listed(name: string, archive: Uint8Array): Promise<Map<string, number>> {
  const { unzipSync } = await import("fflate");
  const sizes = new Map<string, number>();
  let [total, count] = [0, 0];
  unzipSync(archive, {
    filter: ({ name: path, originalSize }) => {
      if (++count > MOST_ENTRIES) throw tooLarge(name, 0);
      if (path.endsWith("/")) return false;
      if (sizes.has(path)) throw damagedZip(name);
      total += originalSize;
      if (originalSize > LARGEST_FILE || total > LARGEST_ARCHIVE) throw tooLarge(`${name}/${path}`, originalSize);
      sizes.set(path, originalSize);
      return false;
    },
  });
  return sizes;
}

/** What is really in the files of an archive, by their paths; stops at the first that outgrows its size. */
async function unzipped(
  name: string,
  archive: Uint8Array,
  sizes: ReadonlyMap<string, number>,
): Promise<[path: string, content: Uint8Array][]> {
  const { Unzip, UnzipInflate } = await import("fflate");
  const files: [string, Uint8Array][] = [];
  let open = 0;
  const unzip = new Unzip((file) => {
    if (file.name.endsWith("/")) return;
    const pieces: Uint8Array[] = [];
    let length = 0;
    file.ondata = (error, piece, isLast) => {
      if (error !== null) throw error;
      length += piece.length;
      if (length > (sizes.get(file.name) ?? -1)) throw damagedZip(name);
      pieces.push(piece);
      if (!isLast) return;
      files.push([file.name, concatenated(pieces, length)]);
      open--;
    };
    open++;
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < archive.length; at += PIECE_BYTES) {
    unzip.push(archive.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= archive.length);
  }
  if (open > 0) throw damagedZip(name);
  return files;
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
