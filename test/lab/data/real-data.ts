import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type CatalogueEntry, filesOf } from "../../../src/lab/data/catalogue.js";
import type { DataSet } from "../../../src/lab/data/data-set.js";
import { root } from "../../support/built.js";

const folder = process.env["RECAST_DATA"] ?? join(root, "../shared/data");

/** Whether the data folder holds this file; tests of real data are left out, by name, where it does not. */
export function hasData(path: string): boolean {
  return existsSync(join(folder, path));
}

/** Where a file of the data folder is. */
export function dataPath(path: string): string {
  return join(folder, path);
}

/** The bytes of a file of the data folder, as they are. */
export function dataBytes(path: string): Buffer {
  return readFileSync(join(folder, path));
}

/** The text of a file of the data folder. */
export function dataText(path: string): string {
  return dataBytes(path).toString("utf8");
}

/** A data set of the catalogue, read from the data folder. */
export function loadData(entry: CatalogueEntry): DataSet {
  const parts = filesOf(entry).map(({ path }) => unpacked(dataBytes(path)));
  return entry.read.from === "text" ? entry.read.load(parts[0]!.toString("utf8")) : entry.read.load(parts);
}

function unpacked(bytes: Buffer): Buffer {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}
