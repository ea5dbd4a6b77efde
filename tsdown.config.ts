import { defineConfig } from "tsdown";

// One build for all entry points: they share chunks, so AuditError is one class however it was imported.
export default defineConfig({
  entry: {
    index: "src/index.ts",
    "kernels/index": "src/index-kernels.ts",
    "lab/index": "src/index-lab.ts",
    "node/index": "src/index-node.ts",
    "node/fit-worker": "src/platform/fit-worker.ts",
    "node/fitting-thread": "src/platform/fitting-thread.ts",
    "node/cluster-processor": "src/platform/lab/cluster-processor.ts",
    "node/study-worker": "src/platform/lab/study-worker.ts",
    "cli/main": "src/cli/main.ts",
  },
  format: "esm",
  platform: "neutral",
  target: "es2022",
  dts: true,
  fixedExtension: false,
  deps: { neverBundle: [/^node:/] },
  clean: true,
});
