import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { AuditError, reasonOf, requireRunning } from "../../errors.js";
import { type CatalogueEntry, type DataFile, dataCatalogue, filesOf } from "../../lab/data/catalogue.js";
import type { DataSet } from "../../lab/data/data-set.js";
import { hashFile, sha256Of } from "../hash-file.js";
import { packageFolder } from "../package-folder.js";
import { readText, readUnpacked } from "../read-file.js";
import { makeFolder, openPendingFile, type PendingFile } from "../write-file.js";

/** What is on the disk of a data set: its file, nothing, or another file than the catalogue knows. */
export type DataStatus = "ready" | "missing" | "changed";

/** Where data sets are kept: RECAST_DATA, else shared/data next to the repository if present, else recast-data here. */
export function dataFolder(env: Readonly<Record<string, string | undefined>>, cwd: string): string {
  const named = env["RECAST_DATA"] ?? "";
  if (named !== "") return isAbsolute(named) ? named : resolve(cwd, named);
  const beside = join(packageFolder(), "../shared/data");
  return existsSync(beside) ? beside : resolve(cwd, "recast-data");
}

/** Looks at every file of the catalogue, reading each to its end: where it is or would be, and what is there. */
export async function inspectData(folder: string) {
  const sums = new Map<string, string | null>();
  const statusOf = async (file: DataFile): Promise<DataStatus> => {
    const path = join(folder, file.path);
    if (!sums.has(path)) sums.set(path, existsSync(path) ? await hashFile(path) : null);
    const sum = sums.get(path);
    return sum === null ? "missing" : sum === file.sha256 ? "ready" : "changed";
  };
  const states: { readonly entry: CatalogueEntry; readonly path: string; readonly status: DataStatus }[] = [];
  for (const entry of dataCatalogue) {
    const found: DataStatus[] = [];
    for (const file of filesOf(entry)) found.push(await statusOf(file));
    const status = (["changed", "missing"] as const).find((one) => found.includes(one)) ?? "ready";
    states.push({ entry, path: join(folder, entry.file.path), status });
  }
  return states;
}

/** The catalogue entry of that name; DATA_MISSING with the names there are. */
export function catalogueEntry(name: string): CatalogueEntry {
  const entry = dataCatalogue.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  const names = dataCatalogue.map((candidate) => candidate.name).join(", ");
  throw new AuditError("DATA_MISSING", `there is no data set '${name}'. There are ${names}`);
}

/** Reads a data set of the catalogue; refuses a missing file and one with another SHA-256. */
export async function readDataSet(name: string, folder: string): Promise<DataSet> {
  const entry = catalogueEntry(name);
  if (entry.read.from === "text") return entry.read.load(await readDataText(name, folder));
  const parts: Uint8Array[] = [];
  for (const file of filesOf(entry)) parts.push((await readPublished(name, file, folder, readUnpacked)).unpacked);
  return entry.read.load(parts);
}

/** The text of a data set's file, as published; refuses a missing file and one with another SHA-256. */
export async function readDataText(name: string, folder: string): Promise<string> {
  return (await readPublished(name, catalogueEntry(name).file, folder, readText)).text;
}

async function readPublished<Read extends { readonly sha256: string }>(
  name: string,
  file: DataFile,
  folder: string,
  read: (path: string) => Promise<Read>,
): Promise<Read> {
  const path = join(folder, file.path);
  const pull = `'recast data pull ${name}'`;
  if (!existsSync(path)) {
    const remedy = `Get it with ${pull}, or set RECAST_DATA to the folder that has it`;
    throw new AuditError("DATA_MISSING", `the data set ${name} is missing: there is no file ${path}. ${remedy}`, {
      file: path,
    });
  }
  const found = await read(path);
  if (found.sha256 === file.sha256) return found;
  const difference = `${path} has the SHA-256 ${found.sha256}, but the data set ${name} has ${file.sha256}`;
  throw new AuditError("DATA_CHANGED", `${difference}. Move it away, and get it again with ${pull}`, { file: path });
}

export interface PullOptions {
  /** Where to download from. @default the publisher's address */
  readonly address?: string;
  /** Give up when nothing arrives for so long. @default 30000 */
  readonly idleMs?: number;
  /** Give up on a download that takes longer in all. @default an hour */
  readonly wholeMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number) => void;
  /** Opens the file to write; a test passes one on a full disk. */
  readonly openFile?: (path: string) => Promise<PendingFile>;
}

const LARGEST = 1 << 28; // bytes: no file of the catalogue comes near

/**
 * Downloads a data set's file from its publisher, checks its SHA-256, takes out what names people, checks again, and
 * only then gives it its name. Whatever goes wrong, no part of a file is left.
 */
export async function pullData(
  entry: CatalogueEntry,
  folder: string,
  options: PullOptions = {},
  file: DataFile = entry.file,
): Promise<{ readonly path: string; readonly bytes: number; readonly sha256: string }> {
  const { name, home, howToGet = "its publisher hands it out after a form is accepted" } = entry;
  const { publication, sha256 } = file;
  const path = join(folder, file.path);
  if (publication === null) {
    const remedy = `Ask for it at ${home}, save it as CSV and put it at ${path} (SHA-256 ${sha256})`;
    throw new AuditError("DATA_UNPUBLISHED", `${name} cannot be downloaded: ${howToGet}. ${remedy}`);
  }
  if (existsSync(path)) {
    throw new AuditError("FILE_EXISTS", `${path} already exists. Move it away to download it again`, { file: path });
  }
  const address = options.address ?? publication.address;
  const published = await download(address, options);
  requireSum(`what ${address} sent`, published, publication.sha256);
  const derived = publication.derive?.(new TextDecoder().decode(published));
  const bytes = derived === undefined ? published : new TextEncoder().encode(derived);
  requireSum(`the file made for ${name}`, bytes, sha256);
  requireRunning(options.signal);
  await makeFolder(dirname(path));
  await savePulled(path, bytes, options);
  return { path, bytes: bytes.length, sha256 };
}

/** Gives a file its name only when all of it is on the disk. */
export async function savePulled(path: string, bytes: Uint8Array, { openFile }: PullOptions): Promise<void> {
  const pending = await (openFile ?? openPendingFile)(path);
  try {
    await pending.write(bytes);
    await pending.commit();
  } finally {
    await pending.discard();
  }
}

function requireSum(what: string, bytes: Uint8Array, wanted: string): void {
  const sum = sha256Of(bytes);
  if (sum === wanted) return;
  const message = `${what} (${bytes.length} bytes) has the SHA-256 ${sum} instead of ${wanted}. Nothing was saved`;
  throw new AuditError("DATA_CHANGED", message);
}

/** All bytes behind an address; redirects are followed, since what was sent is checked anyway. */
export async function download(address: string, options: PullOptions): Promise<Uint8Array> {
  const { idleMs = 30_000, wholeMs = 3_600_000, signal, onProgress } = options;
  const stopper = new AbortController();
  const stop = (reason?: string) => stopper.abort(reason);
  const idle = () => stop(`it sent nothing for ${idleMs / 1000} s`);
  const interrupted = () => stop();
  signal?.addEventListener("abort", interrupted, { once: true });
  let timer = setTimeout(idle, idleMs);
  const whole = setTimeout(() => stop(`it took longer than ${wholeMs / 1000} s`), wholeMs);
  try {
    const response = await fetch(address, { signal: stopper.signal });
    if (!response.ok) throw failed(address, `the server answered ${response.status} ${response.statusText}`.trimEnd());
    const parts: Uint8Array[] = [];
    let total = 0;
    for await (const part of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(idle, idleMs);
      parts.push(part);
      total += part.length;
      if (total > LARGEST) throw failed(address, `it sent more than ${LARGEST} bytes, which no data set here has`);
      onProgress?.(total);
    }
    return Buffer.concat(parts);
  } catch (error) {
    requireRunning(signal);
    if (error instanceof AuditError) throw error;
    throw failed(address, reasonOf(deepest(error)), error);
  } finally {
    clearTimeout(timer);
    clearTimeout(whole);
    signal?.removeEventListener("abort", interrupted);
  }
}

/** The deepest cause: fetch wraps the telling one. */
function deepest(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? deepest(error.cause) : error;
}

function failed(address: string, reason: string, cause?: unknown): AuditError {
  const message = `${address} could not be downloaded: ${reason}. Nothing was saved; try again later`;
  return new AuditError("DOWNLOAD_FAILED", message, {}, { cause });
}
