import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { singleFile } from "./single-file.js";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { name, version } = JSON.parse(readFileSync(fromHere("../package.json"), "utf8"));

// Two builds of one page: files for `recast studio` to serve, and with `--mode single` one that opens from a disk.
export default defineConfig(({ mode }) => {
  const isSingle = mode === "single";
  const output = isSingle ? { codeSplitting: false } : {};
  const spawn = { find: /^(\.\.?\/)+spawn\.js$/, replacement: fromHere("./src/spawn-inline.ts") };
  return {
    root: fromHere("."),
    base: "./",
    define: { __RECAST_PACKAGE__: JSON.stringify({ name, version }) },
    resolve: { alias: isSingle ? [spawn] : [] },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    plugins: isSingle ? [singleFile()] : [],
    worker: { format: isSingle ? "iife" : "es", rolldownOptions: { output } },
    build: {
      outDir: fromHere("../dist/studio"),
      emptyOutDir: !isSingle,
      target: "es2022",
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      cssCodeSplit: !isSingle,
      reportCompressedSize: false,
      rolldownOptions: { output },
    },
  };
});
