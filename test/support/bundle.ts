import { resolve } from "node:path";
import { build } from "tsdown";

/** Bundles a module of src/ for processes of its own; gives back the folder, where packages are found. */
export async function bundle(name: string, path: string): Promise<string> {
  const folder = resolve("build/test", name);
  await build({
    config: false,
    entry: { [name]: path },
    outDir: folder,
    format: "esm",
    platform: "node",
    fixedExtension: false,
    dts: false,
    logLevel: "warn",
  });
  return folder;
}
