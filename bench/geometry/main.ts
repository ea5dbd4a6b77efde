// `node scripts/run-bench.mjs geometry`: how long a frame of the live geometry takes, in the library and in the built page. Counts are fixed; the
// least time counts, the largest and the time of a core are shown. `--write` keeps the tables in bench/GEOMETRY.md.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { loadKernels } from "recast-audit";
import { markdownTable } from "../markdown-table.js";
import { libraryRows } from "./library.js";
import { pageRows } from "./page.js";

const COUNT = 200;
const root = process.env["RECAST_ROOT"] ?? process.cwd();
const folder = mkdtempSync(join(tmpdir(), "recast-geometry-bench-"));
try {
  const kernels = await loadKernels();
  const hasBrowser = existsSync(process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium");
  const parts = [
    "# The live geometry",
    "Made by `node scripts/run-bench.mjs geometry --write`.",
    circumstances(),
    "## A frame in the library",
    `${COUNT} rejected and ${COUNT} accepted people and a letter for each of the rejected, of the made-up lender. A frame has both couplings, the
prototypes' support, the exact plan between them, the line, all margins and the share of answers that depend on λ. Least and largest time of 60 frames, and the mean time they took of a core.`,
    markdownTable(["what changes", "time", "time of a core"], libraryRows(COUNT, kernels)),
    "## In the page",
    hasBrowser
      ? "The same evidence in `studio.html`, without a GPU: a slider moves once per animation frame. The bench counts animation frames and drawn pictures, which can lag behind by one."
      : "Left out: no Chromium was found.",
    ...(hasBrowser
      ? [
          markdownTable(
            ["what moves", "moves", "animation frames", "pictures drawn"],
            await pageRows(COUNT, root, folder, kernels),
          ),
        ]
      : []),
  ];
  const text = `${parts.join("\n\n")}\n`;
  console.log(text);
  if (process.argv.includes("--write")) writeFileSync(join(root, "bench/GEOMETRY.md"), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function circumstances(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const [load = 0] = loadavg();
  return [
    `at ${commit}`,
    `Node ${process.versions.node}`,
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`,
    `load before the run ${load.toFixed(1)}`,
  ].join("; ");
}
