// Bundles a benchmark written in TypeScript against the built package and runs it:
// node scripts/run-bench.mjs NAME [arguments], NAME a folder of bench/ with a main.ts
import { join } from "node:path";
import { root } from "./files.mjs";
import { run } from "./run.mjs";
import { setUp } from "./set-up.mjs";

const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  console.error("usage: node scripts/run-bench.mjs NAME [arguments]");
  process.exit(2);
}
await setUp();
const { build } = await import("tsdown"); // there only after set-up
const folder = join(root, "build/bench");
await build({
  config: false,
  entry: { [name]: join(root, "bench", name, "main.ts") },
  outDir: folder,
  format: "esm",
  platform: "node",
  target: "node20",
  fixedExtension: false,
  dts: false,
  deps: { neverBundle: [/^recast-audit/, /^@duckdb\//, /^onnxruntime-/, /^playwright-core/] },
  logLevel: "warn",
});
const env = { ...process.env, RECAST_ROOT: root };
const { code } = await run([process.execPath, join(folder, `${name}.js`), ...args], { env, show: true });
process.exitCode = code;
