import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's top folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The path of a built file; without a build, an error that says how to get one. */
export function built(file: string): string {
  const path = join(root, "dist", file);
  if (!existsSync(path)) throw new Error(`dist/${file} is missing; build it with 'npm run build'`);
  return path;
}
