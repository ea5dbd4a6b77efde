import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "./package-folder.js";

/** The version of this package. */
export function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8"));
  return version;
}
