// `node scripts/run-bench.mjs fairness`: group differences through a rebuilt model beside fairlearn and SciPy on random cases, and
// how often the intervals hold the truth. `--write` keeps the tables in bench/FAIRNESS.md; `--runs N` changes the number of repetitions.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownTable } from "../markdown-table.js";
import { startPeer } from "../speed/peer.js";
import { compareWithPeer } from "./agreement.js";
import { type Covered, coverCorrected, coverDistances } from "./coverage.js";

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const asked = process.argv.indexOf("--runs");
const runs = asked < 0 ? 1000 : Number(process.argv[asked + 1]);

const peer = await startPeer(root, "fairness_peer.py");
const agreement = peer === null ? [] : await compareWithPeer(peer);
peer?.close();
const versions = Object.entries(peer?.versions ?? {}).map(([name, version]) => `${name} ${version}`);
const largest = Math.max(0, ...agreement.map((entry) => entry.largest));
const text = `${[
  "# Group differences through a rebuilt model",
  "Made by `node scripts/run-bench.mjs fairness --write`. docs/model-fairness.md says what the numbers are.",
  "## Agreement",
  peer === null
    ? "Python peers left out: not installed."
    : `Random people in two to seven groups, with and without weights; ${versions.join(", ")}. W₁ is SciPy's, the rest fairlearn's.
Largest difference: ${largest.toExponential(1)}.`,
  markdownTable(
    ["number", "compared", "largest difference"],
    agreement.map((entry) => [entry.measure, String(entry.compared), entry.largest.toExponential(1)]),
  ),
  "## Intervals of W₁",
  "How often a 95 % interval of the distance between two groups' scores contained the true distance, measured on 400,000 people each.",
  coverage(["scores", "people", "truth", "mean estimate", "mean width", "held", "runs"], coverDistances(runs)),
  "## Intervals of corrected rates",
  `The same for corrected rates of two groups and their ratio: 1,000 people of each group scored, so many of each observed. "undetermined":
share of runs without a ratio, because the higher rate may be 0.`,
  coverage(
    ["surrogate", "observed", "drawn", "mean width", "rates held", "ratios held", "undetermined", "runs"],
    coverCorrected(runs),
  ),
].join("\n\n")}\n`;
console.log(text);
if (process.argv.includes("--write")) writeFileSync(join(root, "bench/FAIRNESS.md"), text);
if (largest > 1e-9) process.exitCode = 1;

function coverage(head: readonly string[], lines: readonly Covered[]): string {
  return markdownTable(
    head,
    lines.map(({ drawn, people, cells, runs: repeated }) => [drawn, people, ...cells, String(repeated)]),
  );
}
