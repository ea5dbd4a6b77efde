import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { type CatalogueEntry, dataCatalogue } from "../data/catalogue.js";
import type { DataSet } from "../data/data-set.js";
import { AuditError } from "../errors.js";
import { packageFolder } from "./package-folder.js";
import { readText } from "./read-text.js";

/** What is on the disk of a data set: its file, nothing, or another file than the catalogue knows. */
export type DataStatus = "ready" | "missing" | "changed";

/** A catalogue entry and what is there of it. */
export interface DataState {
  readonly entry: CatalogueEntry;
  /** Where the file is, or would be. */
  readonly path: string;
  readonly status: DataStatus;
}

/** Where data sets are kept: RECAST_DATA, else shared/data beside the repository where there is one, else recast-data here. */
export function dataFolder(env: Readonly<Record<string, string | undefined>>, cwd: string): string {
  const named = env["RECAST_DATA"] ?? "";
  if (named !== "") return isAbsolute(named) ? named : resolve(cwd, named);
  const beside = join(packageFolder(), "../shared/data");
  return existsSync(beside) ? beside : resolve(cwd, "recast-data");
}

/** Looks at every file of the catalogue, reading each to its end. */
export async function inspectData(folder: string): Promise<DataState[]> {
  const sums = new Map<string, string | null>();
  const states: DataState[] = [];
  for (const entry of dataCatalogue) {
    const path = join(folder, entry.file.path);
    if (!sums.has(path)) sums.set(path, existsSync(path) ? await fileSum(path) : null);
    const sum = sums.get(path);
    states.push({ entry, path, status: sum === null ? "missing" : sum === entry.file.sha256 ? "ready" : "changed" });
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
  return catalogueEntry(name).load(await readDataText(name, folder));
}

/** The text of a data set's file, as published; refuses a missing file and one with another SHA-256. */
export async function readDataText(name: string, folder: string): Promise<string> {
  const { file } = catalogueEntry(name);
  const path = join(folder, file.path);
  if (!existsSync(path)) {
    throw new AuditError(
      "DATA_MISSING",
      `data set ${name} is not there: no file ${path}; get it with 'recast data pull ${name}', or set RECAST_DATA to the folder that has it`,
      { file: path },
    );
  }
  const { text, sha256 } = await readText(path);
  if (sha256 !== file.sha256) {
    throw new AuditError(
      "DATA_CHANGED",
      `${path} has SHA-256 ${sha256}, but data set ${name} is ${file.sha256}; move it away and get it again with 'recast data pull ${name}'`,
      { file: path },
    );
  }
  return text;
}

async function fileSum(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
