import { basename, dirname, relative } from "node:path";

/**
 * The words that call this program again from `cwd`, given the script Node was started with: `recast` where it was
 * called
 * by that name from the path, `npx recast` where it lies in node_modules, else `node` with the script's path.
 */
export function calledAs(script: string, cwd: string): string {
  if (basename(script) === "recast") return basename(dirname(script)) === ".bin" ? "npx recast" : "recast";
  const near = relative(cwd, script);
  const path = near.startsWith("..") ? script : near;
  return `node ${path.includes(" ") ? `"${path}"` : path}`;
}
