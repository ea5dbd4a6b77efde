// Adds to package-lock.json the optional packages for other platforms that npm left out because the registry it asked
// did not hold them; `npm ci` refuses a lock file without them. Run it after every change of a dependency.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, root } from "./files.mjs";

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/**
 * The platform a package's name ends with, in the words of a lock file.
 * @param {string} name such as "@rolldown/binding-linux-x64-musl"
 */
export function platformOf(name) {
  const words = name.split(/[/-]/);
  const find = (/** @type {string[]} */ known) => words.filter((word) => known.includes(word));
  const os = find(SYSTEMS);
  const cpu = find(PROCESSORS);
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : [];
  return {
    cpu,
    ...(libc.length > 0 ? { libc } : {}),
    ...(os.length > 0 ? { os } : {}),
  };
}

/**
 * The packages of a lock file with the missing optional ones added, keys sorted.
 * @param {Record<string, any>} packages
 */
export function completePackages(packages) {
  const complete = { ...packages };
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const own = `${place}/node_modules/${name}`;
      const top = `node_modules/${name}`;
      if (complete[own] !== undefined || complete[top]?.version === version) continue;
      if (platformOf(name).cpu.length === 0) continue;
      const where = complete[top] === undefined ? top : own;
      complete[where] = { version, ...(entry.dev ? { dev: true } : {}), optional: true, ...platformOf(name) };
    }
  }
  return Object.fromEntries(Object.entries(complete).sort(([a], [b]) => (a < b ? -1 : 1)));
}

if (isMain(import.meta.url)) {
  const file = join(root, "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const before = Object.keys(lock.packages).length;
  lock.packages = completePackages(lock.packages);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(lock.packages).length - before} packages added`);
}
