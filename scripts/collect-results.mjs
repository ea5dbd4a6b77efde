// Puts tables and figures of finished studies into bench/RESULTS.md and bench/figures/:
// node scripts/collect-results.mjs FOLDER …, each a folder that `recast study run` filled. Sections of other studies stay as they are.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { root } from "./files.mjs";
import { asSection, otherSection, readPage, withStudies, writePage } from "./results-page.mjs";
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

const study = [process.execPath, join(root, "dist/cli/main.js"), "study"];
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const commit = await output(["git", "rev-parse", "--short", "HEAD"]);
const machine = `recast-audit ${version} at ${commit}; Node ${process.versions.node}; ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores; wasm kernels`;
const differences = readFileSync(join(root, "docs/differences.md"), "utf8");

mkdirSync(join(root, "bench/figures"), { recursive: true });
const sections = [];
for (const folder of folders) sections.push(await sectionOf(folder));

const file = join(root, "bench/RESULTS.md");
const { head, pieces } = readPage(readFileSync(file, "utf8"), knownStudies());
writeFileSync(file, writePage(head, withStudies(pieces, sections)));

/** @param {string} folder */
async function sectionOf(folder) {
  const { spec } = JSON.parse(readFileSync(join(folder, "study.json"), "utf8"));
  /** @type {string} */
  const name = spec.name;
  const table = await output([...study, "table", folder, "--format", "markdown"]);
  const parts = [asSection(table)];
  const comparesGenerators = spec.baseline !== undefined; // the table of differences says all
  if (!comparesGenerators) {
    await output([...study, "plot", folder, "--out", join(root, `bench/figures/${name}.svg`)]);
    parts.push(`![${spec.title}](figures/${name}.svg)`);
  }
  // studies that name their measures show them already
  if (!comparesGenerators && spec.kind === undefined && spec.measures === undefined && spec.sensitive === undefined) {
    const near = await output([...study, "table", folder, "--measure", "near", "--format", "markdown"]);
    parts.push(otherSection(near, "Over all cells", "The same near the threshold, over all cells"));
  }
  parts.push(`${computing(folder)} ${machine}. [What differs from the paper](../docs/differences.md${anchor(name)}).`);
  return { name, text: parts.filter((part) => part !== "").join("\n\n") };
}

/** The heading of the page of differences that names the study, as the end of an address. @param {string} name */
function anchor(name) {
  const heading = differences
    .split("\n")
    .filter((line) => line.startsWith("## "))
    .find((line) => line.toLowerCase().includes(name) || line.toLowerCase().includes(name.replaceAll("-", " ")));
  if (heading === undefined) return "";
  const words = heading.slice(3).trim().toLowerCase();
  return `#${words.replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")}`;
}

/** The name of each study that comes with the package, by its title. */
function knownStudies() {
  const files = readdirSync(join(root, "studies")).filter(
    (name) => name.endsWith(".json") && name !== "published.json",
  );
  return new Map(
    files.map((name) => {
      const { title, name: own } = JSON.parse(readFileSync(join(root, "studies", name), "utf8"));
      return [title, own];
    }),
  );
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
  if (minutes < 0.05) return `${cells.length} cells.`;
  return `${cells.length} cells; fitting and predicting took ${minutes.toFixed(1)} minutes of one core, beside whatever else the machine was doing.`;
}
