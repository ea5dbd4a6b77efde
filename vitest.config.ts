import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * Tests of the built program as a whole: pages, processes, long audits. They run in files of their own and without
 * coverage, which would count nothing in other processes and doubles the time of a fit.
 */
const WHOLE = [
  "test/bench/faults.test.ts",
  "test/browser/*.test.ts",
  "test/cli/{collect-process,folder-process,process}.test.ts",
  "test/docs/{collect-service,readme,worked}.test.ts",
  "test/examples/*.test.ts",
  "test/findings/rank-generated.test.ts",
  "test/fuzz/*.test.ts",
  "test/lab/study/{kill,letters,shipped}.test.ts",
  "test/package/*.test.ts",
  "test/platform/{folder/other-node,lock-race}.test.ts",
  "test/platform/lab/cluster-packages.test.ts",
  "test/studio/*.test.ts",
  "test/surrogate/methods.test.ts",
];

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism() - 1), // two cores are two workers
    globalSetup: "test/support/prepared.ts",
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } }, // a busy machine may take its time; what never comes still fails
    projects: [
      { extends: true, test: { name: "whole", include: WHOLE } },
      {
        extends: true,
        // modules are loaded once for all files of a worker: nothing in src/ keeps state
        test: { name: "unit", include: ["test/**/*.test.ts"], exclude: WHOLE, isolate: false },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["src/**"],
      exclude: ["src/kernels/wasm/binary.ts", "studio/**"], // the page runs in a browser, where nothing is counted
      reporter: ["text-summary", "json-summary", "html"],
      thresholds: { lines: 98, statements: 96, functions: 96, branches: 90 },
    },
  },
});
