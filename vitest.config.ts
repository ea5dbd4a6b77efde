import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    maxWorkers: Math.max(2, availableParallelism() - 1), // two cores are two workers
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } }, // a busy machine may take its time; what never comes still fails
    coverage: {
      provider: "v8",
      include: ["src/**"],
      exclude: ["src/kernels/wasm/binary.ts", "studio/**"], // the page runs in a browser, where nothing is counted
      reporter: ["text-summary", "json-summary", "html"],
      thresholds: { lines: 97, statements: 96, functions: 96, branches: 90 },
    },
  },
});
