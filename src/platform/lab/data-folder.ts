import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { AuditError } from "../../errors.js";
import { type CatalogueEntry, type DataFile, dataCatalogue, filesOf } from "../../lab/data/catalogue.js";
import type { DataSet } from "../../lab/data/data-set.js";
import { hashFile } from "../hash-file.js";
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
    if (!sums.has(path)) sums.set(path, existsSync(path) ? await hashFile(path) : null);
    const sum = sums.get(path);
    return sum === null ? "missing" : sum === file.sha256 ? "ready" : "changed";
  };
  const states: DataState[] = [];
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
  throw new AuditError("DATA_MISSING", `there is no data set '${name}'; known are ${names}`);
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
    const remedy = `get it with ${pull}, or set RECAST_DATA to the folder that has it`;
    throw new AuditError("DATA_MISSING", `data set ${name} is not there: no file ${path}; ${remedy}`, { file: path });
  }
  const found = await read(path);
  if (found.sha256 === file.sha256) return found;
  const difference = `${path} has SHA-256 ${found.sha256}, but data set ${name} is ${file.sha256}`;
  throw new AuditError("DATA_CHANGED", `${difference}; move it away and get it again with ${pull}`, { file: path });
}
