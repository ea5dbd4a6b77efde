import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's top folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * All files under a folder (or the file itself), sorted, as paths relative to `base` with forward slashes. Hidden files
 * and folders and node_modules are left out.
 * @param {string} base
 * @param {string} path
 * @returns {string[]}
 */
export function listFiles(base, path) {
  const full = join(base, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [relative(base, full).split(sep).join("/")];
  return readdirSync(full)
    .filter((name) => !name.startsWith(".") && name !== "node_modules")
    .sort()
    .flatMap((name) => listFiles(base, join(path, name)));
}

/**
 * One hash over the names and contents of files and folders; a path that does not exist counts as such.
 * @param {string} base
 * @param {readonly string[]} paths
 */
export function hashFiles(base, paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    const files = listFiles(base, path);
    hash.update(`${path}:${files.length}\n`);
    for (const file of files) {
      const bytes = readFileSync(join(base, file));
      hash.update(`${file}:${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest("hex");
}

/**
 * The text of a file, or null when there is none.
 * @param {string} path
 */
export function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/**
 * Whether this module is the program that node was asked to run.
 * @param {string} url `import.meta.url` of the module
 */
export function isMain(url) {
  return process.argv[1] !== undefined && fileURLToPath(url) === process.argv[1];
}
