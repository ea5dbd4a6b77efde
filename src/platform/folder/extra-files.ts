import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_NAME, type Manifest } from "../../certificate/manifest.js";
import { copyNames } from "../../certificate/paths.js";
import { compareText } from "../../math/compare.js";
import { reading } from "../file-errors.js";
import { isLockFile } from "../folder-lock.js";
import { isUnpublished } from "../output-folder.js";
import { INPUTS_FOLDER } from "./audit-folder.js";

const MOST_EXTRA = 1000;
const MOST_FOLDERS = 10_000; // that are looked into

/** Files of the folder that the manifest does not list, copies of inputs aside; no link is followed. */
export async function extraFiles(folder: string, { outputs, inputs }: Manifest): Promise<readonly string[]> {
  const known = new Set([MANIFEST_NAME, ...outputs.map(({ path }) => path)]);
  for (const name of copyNames(inputs)) known.add(`${INPUTS_FOLDER}/${name}`);
  for (const { path } of inputs) if (path !== null) known.add(path); // an input may lie in the folder itself
  const extra: string[] = [];
  const open = [""];
  for (let seen = 0; seen < MOST_FOLDERS && open.length > 0 && extra.length < MOST_EXTRA; seen++) {
    const under = open.pop() ?? "";
    const place = join(folder, under);
    for (const entry of await reading(place, () => readdir(place, { withFileTypes: true }))) {
      if (under === "" && (isLockFile(entry.name) || isUnpublished(entry.name))) continue; // an audit is under way
      const path = `${under}${entry.name}`;
      if (entry.isDirectory()) open.push(`${path}/`);
      else if (!known.has(path)) extra.push(path);
    }
  }
  return extra.sort(compareText).slice(0, MOST_EXTRA);
}
