import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { AuditError } from "../../errors.js";
import { type CatalogueEntry, type DataFile, dataCatalogue, filesOf } from "../../lab/data/catalogue.js";
import type { DataSet } from "../../lab/data/data-set.js";
import { packageFolder } from "../package-folder.js";
import { readText, readUnpacked } from "../read-file.js";

/** What is on the disk of a data set: its file, nothing, or another file than the catalogue knows. */
export type DataStatus = "ready" | "missing" | "changed";

/** A catalogue entry and what is there of it. */
export interface DataState {
  readonly entry: CatalogueEntry;
  /** Where the file is, or would be. */
  readonly path: string;
  readonly status: DataStatus;
}

/** Where data sets are kept: RECAST_DATA, else shared/data beside the repository if present, else recast-data here. */
export function dataFolder(env: Readonly<Record<string, string | undefined>>, cwd: string): string {
  const named = env["RECAST_DATA"] ?? "";
  if (named !== "") return isAbsolute(named) ? named : resolve(cwd, named);
  const beside = join(packageFolder(), "../shared/data");
  return existsSync(beside) ? beside : resolve(cwd, "recast-data");
}

/** Looks at every file of the catalogue, reading each to its end. */
export async function inspectData(folder: string): Promise<DataState[]> {
  const sums = new Map<string, string | null>();
  const statusOf = async (file: DataFile): Promise<DataStatus> => {
    const path = join(folder, file.path);
    if (!sums.has(path)) sums.set(path, existsSync(path) ? await fileSum(path) : null);
    const sum = sums.get(path);
    return sum === null ? "missing" : sum === file.sha256 ? "ready" : "changed";
  };
  const states: DataState[] = [];
  for (const entry of dataCatalogue) {
    const found: DataStatus[] = [];
    for (const file of filesOf(entry)) found.push(await statusOf(file));
    const status = found.find((one) => one === "changed") ?? found.find((one) => one === "missing") ?? "ready";
    states.push({ entry, path: join(folder, entry.file.path), status });
  }
  return states;
}

/** The catalogue entry of that name; DATA_MISSING with the names there are. */
export function catalogueEntry(name: string): CatalogueEntry {
  const entry = dataCatalogue.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  const names = dataCatalogue.map((candidate) => candidate.name).join(", ");
  throw new AuditError("DATA_MISSING", `there is no data set '${name}'; known are ${names}`);
}

/** Reads a data set of the catalogue; refuses a missing file and one with another SHA-256. */
export async function readDataSet(name: string, folder: string): Promise<DataSet> {
  const entry = catalogueEntry(name);
  if (entry.read.from === "text") return entry.read.load(await readDataText(name, folder));
  return entry.read.load(await readDataBytes(entry, folder));
}

/** The text of a data set's file, as published; refuses a missing file and one with another SHA-256. */
export async function readDataText(name: string, folder: string): Promise<string> {
  const { file } = catalogueEntry(name);
  const path = join(folder, file.path);
  requirePresent(name, path);
  const { text, sha256 } = await readText(path);
  requireUnchanged(name, file, path, sha256);
  return text;
}

/** The unpacked bytes of all files of a data set, in their order; refuses as `readDataText` does. */
export async function readDataBytes(entry: CatalogueEntry, folder: string): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (const file of filesOf(entry)) {
    const path = join(folder, file.path);
    requirePresent(entry.name, path);
    const { unpacked, sha256 } = await readUnpacked(path);
    requireUnchanged(entry.name, file, path, sha256);
    parts.push(unpacked);
  }
  return parts;
}

function requirePresent(name: string, path: string): void {
  if (existsSync(path)) return;
  throw new AuditError(
    "DATA_MISSING",
    `data set ${name} is not there: no file ${path}; get it with 'recast data pull ${name}', ` +
      "or set RECAST_DATA to the folder that has it",
    { file: path },
  );
}

function requireUnchanged(name: string, file: DataFile, path: string, sha256: string): void {
  if (sha256 === file.sha256) return;
  throw new AuditError(
    "DATA_CHANGED",
    `${path} has SHA-256 ${sha256}, but data set ${name} is ${file.sha256}; ` +
      `move it away and get it again with 'recast data pull ${name}'`,
    { file: path },
  );
}

async function fileSum(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
