import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { name, version } = JSON.parse(readFileSync(fromHere("../package.json"), "utf8"));

// Two builds of one page: files for `recast studio` to serve, and, with `--mode single`, one file that opens from a disk.
export default defineConfig(({ mode }) => ({
  root: fromHere("."),
  base: "./",
  define: { __RECAST_PACKAGE__: JSON.stringify({ name, version }) },
  resolve: { alias: { "recast-audit": fromHere("../src/index.ts") } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    outDir: fromHere("../dist/studio"),
    emptyOutDir: mode !== "single",
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}));
