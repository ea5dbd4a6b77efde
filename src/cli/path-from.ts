import { resolve } from "node:path";

/** A path as the user meant it: untouched where that works, so that messages show it as it was typed. */
export function pathFrom(cwd: string, path: string): string {
  return cwd === process.cwd() ? path : resolve(cwd, path);
}
