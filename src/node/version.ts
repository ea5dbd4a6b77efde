import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The version of this package, from the nearest package.json above this file: true in the sources and in the build. */
export function packageVersion(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const path = join(folder, "package.json");
    if (existsSync(path)) {
      const { version }: { version: string } = JSON.parse(readFileSync(path, "utf8"));
      return version;
    }
    const above = dirname(folder);
    if (above === folder) return "0.0.0";
    folder = above;
  }
}
