import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "./package-folder.js";

/** The version of this package. */
export function packageVersion(): string {
  return packageIdentity().version;
}

/** The name and version of this package. */
export function packageIdentity(): { readonly name: string; readonly version: string } {
  const text = readFileSync(join(packageFolder(), "package.json"), "utf8");
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return { name, version };
}
