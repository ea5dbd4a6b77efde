// `node scripts/run-bench.mjs truth`: makes the audits of studies/truth.json, whose targets are known, and says how often each kind of
// statement was true. Stopped, it goes on where it was. `--out FOLDER` keeps the cells elsewhere, `--jobs N` sets the threads, `--write` keeps
// the tables in bench/TRUTH.md.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import type { TruthCell } from "./shares.js";
import { truthTables } from "./table.js";

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const given = (name: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const folder = given("--out") ?? join(root, "build/truth");
const jobs = given("--jobs") ?? String(availableParallelism());
const command = [join(root, "dist/cli/main.js"), "study", "run", "truth", "--out", folder, "--jobs", jobs];
const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

const { cells }: { readonly cells: readonly TruthCell[] } = JSON.parse(
  readFileSync(join(folder, "results.json"), "utf8"),
);
const failed = cells.filter(({ failure }) => failure !== null);
const { text, broken, unclear } = truthTables(cells);
const list = (pick: (cell: TruthCell) => string) => [...new Set(cells.map(pick))].sort().join(", ");
const page = `${[
  "# How often what a report says is true",
  `\`node scripts/run-bench.mjs truth --write\` made ${cells.length - failed.length} audits with default settings, variations of choices in one of
four, of decisions and letters whose target is known (${failed.length} failed). Data sets: ${list(({ dataset }) => dataset)}. Targets: ${list(({ target }) => target)}.
Letters: ${list(({ generator }) => generator)}; of these, \`shuffled\` sends offers to the wrong
people and \`accepted-rows\` sends any accepted rows, so both are useless on purpose. Groups differ, or are coins that no
decision depends on. People are taken as they come, or half of each decision. [How a case is made](../docs/study.md).`,
  `"Made" counts statements, several to an audit; the interval of the share that was true allows for that. "Kept" is *yes*
where the share keeps the claim, *no* where its whole interval does not, and *not clear* otherwise. The truth comes from
the target's answers about thousands of people whom the audit was not told of.`,
  broken.length === 0 ? "No claim is broken." : `**Not kept:** ${broken.join("; ")}.`,
  ...(unclear.length === 0 ? [] : [`Not clear: ${unclear.join("; ")}.`]),
  circumstances(),
  text,
].join("\n\n")}\n`;
console.log(page);
if (process.argv.includes("--write")) writeFileSync(join(root, "bench/TRUTH.md"), page);
if (broken.length > 0) process.exitCode = 1;

function circumstances(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  return `Commit ${commit}; Node ${process.versions.node}; ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores.`;
}
