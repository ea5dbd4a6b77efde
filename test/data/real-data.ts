import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/built.js";

const folder = process.env["RECAST_DATA"] ?? join(root, "../shared/data");

/** Whether the data folder holds this file; tests of real data are left out, by name, where it does not. */
export function hasData(path: string): boolean {
  return existsSync(join(folder, path));
}

/** The text of a file of the data folder. */
export function dataText(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}
