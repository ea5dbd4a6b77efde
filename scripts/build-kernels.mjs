// Compiles the kernels (wasm/index.ts) to build/recast.wasm, and writes the bytes into a module so that the
// library finds them in a browser, in a bundle and in Node alike, without reading a file or asking a server.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMain, root } from "./files.mjs";

/** Plain SIMD only: relaxed SIMD gives different bits on different processors. */
const FLAGS = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--initialMemory", "1"];

/**
 * @param {{ source?: string, binary?: string, module?: string }} [places] paths relative to the repository's folder
 */
export async function buildKernels({
  source = "wasm/index.ts",
  binary = "build/recast.wasm",
  module = "src/kernels/wasm/binary.ts",
} = {}) {
  const asc = await import("assemblyscript/asc");
  mkdirSync(dirname(join(root, binary)), { recursive: true });
  mkdirSync(dirname(join(root, module)), { recursive: true });
  const { error, stdout, stderr } = await asc.main([source, "--baseDir", root, "--outFile", binary, ...FLAGS]);
  if (error) throw new Error(`asc refused ${source}:\n${stdout}${stderr}${error.message}`);
  const bytes = readFileSync(join(root, binary));
  const text = [
    "// Made by scripts/build-kernels.mjs from wasm/; not kept in version control.",
    "",
    "/** The compiled kernels, base64. */",
    `export const kernelBase64 =\n  "${bytes.toString("base64")}";`,
    "",
  ];
  writeFileSync(join(root, module), text.join("\n"));
  return bytes.length;
}

if (isMain(import.meta.url)) {
  try {
    console.log(`build/recast.wasm: ${await buildKernels()} bytes`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
