import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "./package-folder.js";

export function packageVersion(): string {
  return packageIdentity().version;
}

export function packageIdentity(): { readonly name: string; readonly version: string } {
  const { name, version } = JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8"));
  return { name, version };
}

/** One SHA-256 over every program file of this build, kernels included: the same sum computes the same bits. */
export function buildSum(): string {
  const folder = join(packageFolder(), "dist");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const hash = createHash("sha256");
  for (const name of names.map((path) => path.replaceAll("\\", "/")).sort()) {
    hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
    hash.update("\n");
  }
  return hash.digest("hex");
}
