import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this package, the nearest above this file with a package.json, in the sources and in the build. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const above = dirname(folder);
    if (above === folder) throw new Error("no package.json above the program; install it again");
    folder = above;
  }
  return folder;
}

/** The path of a built file that threads run. */
export function builtFile(name: string): string {
  const path = join(packageFolder(), "dist", name);
  if (!existsSync(path)) throw new Error(`dist/${name} is missing; build it with 'npm run build'`);
  return path;
}
