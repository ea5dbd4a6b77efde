// Puts the tables of finished studies into bench/RESULTS.md:
// node scripts/collect-results.mjs FOLDER …, each a folder that `recast study run` filled
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { root } from "./files.mjs";
import { run } from "./run.mjs";

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error("usage: node scripts/collect-results.mjs FOLDER …");
  process.exit(2);
}

/** @param {readonly string[]} command */
async function output(command) {
  const { code, output: text } = await run(command);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${text}`);
  return text.trim();
}

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const commit = await output(["git", "rev-parse", "--short", "HEAD"]);
const parts = [
  "# Results",
  "Made by `recast study run NAME --out FOLDER` for each study and `node scripts/collect-results.mjs FOLDER …`. [What differs from the paper](../docs/differences.md) says how to read them.",
  `recast-audit ${version} at ${commit}; Node ${process.versions.node}; ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores; wasm kernels.`,
];
for (const folder of folders) {
  const table = [process.execPath, join(root, "dist/cli/main.js"), "study", "table", folder];
  const near = await output([...table, "--measure", "near", "--format", "markdown"]);
  const text = await output([...table, "--format", "markdown"]);
  // the paired differences of every cell are left to table.md in the folder
  const shown = text.split("\n## Paired differences")[0] ?? "";
  parts.push(shown.replaceAll(/^#/gm, "##"), overAllCells(near), computing(folder));
}
const file = join(root, "bench/RESULTS.md");
parts.push(...simulated(readFileSync(file, "utf8")));
writeFileSync(file, `${parts.join("\n\n")}\n`);

/**
 * The section that `run-bench.mjs coverage --write` keeps, with its marks; none when it was never written.
 * @param {string} results
 */
function simulated(results) {
  return results.match(/<!-- coverage begins.*<!-- coverage ends -->/s) ?? [];
}

/**
 * The means over all cells of another measure, under a title of their own.
 * @param {string} text
 */
function overAllCells(text) {
  const section = text.split("\n## ").find((part) => part.startsWith("Over all cells")) ?? "";
  return section.replace("Over all cells", "### The same near the threshold, over all cells").trim();
}

/**
 * How long the work took, added up over threads.
 * @param {string} folder
 */
function computing(folder) {
  const { cells } = JSON.parse(readFileSync(join(folder, "timings.json"), "utf8"));
  const sum = (/** @type {string} */ part) =>
    cells.reduce((/** @type {number} */ total, /** @type {any} */ { seconds }) => total + seconds[part], 0);
  const minutes = (sum("fit") + sum("predict")) / 60;
  return `${cells.length} cells; fitting and predicting took ${minutes.toFixed(1)} minutes of one core, beside whatever else the machine was doing.`;
}
